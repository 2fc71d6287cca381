import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { SCHEMA_VERSION } from '../../src/database/migrate.ts'
import { VERSION } from '../../src/lib/version.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const told = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+), schema (\d+)$/gm)].map(
  ([, release, schema]) => [release, Number(schema)] as [string, number],
)

it('heads the changelog with this release and its schema', () => {
  assert.deepEqual(told[0], [VERSION, SCHEMA_VERSION])
  for (const [at, [, schema]] of told.entries()) assert.ok(at === 0 || schema <= told[at - 1]![1])
})

it('tells how to upgrade from each release since 1.7', () => {
  const rows = [...read('docs/operating/upgrading.md').matchAll(/^\| (\d+\.\d+\.\d+) \| (\d+) \|/gm)]
  assert.deepEqual(
    rows.map(([, release, schema]) => [release, Number(schema)]),
    told.filter(([, schema]) => schema >= 28).toReversed(),
  )
})
