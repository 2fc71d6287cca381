import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { filesOf, STARTED, TOGETHER } from './together.ts'

it('each test file is run once, by itself or among those of one process', () => {
  const run = Object.entries(TOGETHER).flatMap(([name, glob]) => {
    assert.ok(STARTED.has(`test/all/${name}.test.ts`), name)
    assert.match(
      readFileSync(new URL(`all/${name}.test.ts`, import.meta.url), 'utf8'),
      RegExp(`^await together\\('${name}'\\)$`, 'm'),
    )
    return filesOf(glob)
  })
  const all = globSync('{src,test,bench,client}/**/*.test.ts', { cwd: new URL('..', import.meta.url).pathname })
  assert.deepEqual([...STARTED, ...run].sort(), all.sort())
})
