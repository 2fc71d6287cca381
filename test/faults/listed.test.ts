import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

it('every file that an npm script runs exists', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const files = Object.values<string>(scripts).flatMap(
    (line) => line.match(/(?:bench|src|test|tools|\.ci)\/[\w/-]+\.ts/g) ?? [],
  )
  assert.ok(files.length > 10)
  for (const file of files) assert.ok(existsSync(new URL(`../../${file}`, import.meta.url)), file)
})

it('docs/contributing/faults.md names an existing test for each of the 60 faults', () => {
  const rows = [...read('docs/contributing/faults.md').matchAll(/^\| (\d+)\. [^|]+ \| ([^|]+) \|$/gm)]
  assert.deepEqual(
    rows.map(([, number]) => Number(number)),
    Array.from({ length: 60 }, (_, i) => i + 1),
  )
  for (const [, number, tests] of rows) {
    for (const test of tests!.split('<br>')) {
      const [, file, title] = /^`(.+?)`: (.+)$/.exec(test)!
      assert.ok(read(file!).includes(title!), `fault ${number}: ${file} has no test "${title}"`)
    }
  }
})
