import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const ROOT = new URL('../..', import.meta.url)

it('whatever a fault or a command of the package runs is there', () => {
  const faults = globSync('bench/faults/*.ts', { cwd: ROOT }).map((file) => readFileSync(new URL(file, ROOT), 'utf8'))
  const named = faults.flatMap((text) => [...text.matchAll(/\bscript\('([^']+)'/g)].map(([, name]) => `bench/${name}`))
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))
  const run = Object.values<string>(scripts).flatMap(
    (line) => line.match(/(?:bench|src|test|tools|\.ci)\/[\w/-]+\.ts/g) ?? [],
  )
  assert.ok(named.length >= 4 && run.length > 10)
  for (const file of [...named, ...run]) assert.ok(existsSync(new URL(file, ROOT)), file)
})
