import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const cwd = new URL('../', import.meta.url).pathname
const textOf = (file: string) => readFileSync(cwd + file, 'utf8')

it('every test file is run by `npm test` once, by itself or together with others', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: { test: string } }
  const globsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, glob]) => glob!)
  const started = globSync(globsIn(scripts.test, /"(.+?)"/g), { cwd })
  const joined = started.flatMap((file) => globsIn(textOf(file), /^await together\('(.+)'\)$/gm))
  assert.ok(joined.length > 0)
  const run = [...started, ...joined.flatMap((glob) => globSync(glob, { cwd }))]
  assert.deepEqual(
    run.sort(),
    globSync(['test/**/*.test.ts', 'src/**/*.test.ts'], { cwd, exclude: ['test/nightly/**'] }).sort(),
  )
})
