import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
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

it('every file that an npm script runs exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const files = Object.values(scripts).flatMap(
    (line) => line.match(/(?:bench|src|test|tools|\.ci)\/[\w/-]+\.ts/g) ?? [],
  )
  assert.ok(files.length > 10)
  for (const file of files) assert.ok(existsSync(cwd + file), file)
})

it('docs/contributing/faults.md names one existing test for each of the 60 faults', () => {
  const rows = [...textOf('docs/contributing/faults.md').matchAll(/^\| (\d+)\. [^|]+ \| `([^`|]+)`: ([^|]+) \|$/gm)]
  assert.deepEqual(
    rows.map(([, number]) => Number(number)),
    Array.from({ length: 60 }, (_, i) => i + 1),
  )
  for (const [, number, file, title] of rows) {
    assert.ok(textOf(file!).includes(title!), `fault ${number}: ${file} has no test "${title}"`)
  }
})
