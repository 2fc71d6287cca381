import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { SCHEMA_VERSION } from '../../src/database/migrate.ts'
import { VERSION } from '../../src/lib/version.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const releases = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\] - .+\n\nDatabase schema (\d+)/gm)].map(
  ([, release, schema]) => [release, Number(schema)] as [string, number],
)

it('starts the changelog with this release and its schema', () => {
  assert.deepEqual(releases[0], [VERSION, SCHEMA_VERSION])
  for (const [i, [, schema]] of releases.entries()) assert.ok(i === 0 || schema <= releases[i - 1]![1])
})

it('lists each release since 1.7 in the upgrade guide', () => {
  const rows = [...read('docs/operating/upgrading.md').matchAll(/^\| (\d+\.\d+\.\d+) \| (\d+) \|/gm)]
  assert.deepEqual(
    rows.map(([, release, schema]) => [release, Number(schema)]),
    releases.filter(([, schema]) => schema >= 28).toReversed(),
  )
})
