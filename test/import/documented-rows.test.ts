import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { RECORD_TYPES, ROW_SHAPES } from '../../src/import/row-shapes.ts'
import { sqlite } from '../backends.ts'
import { yantraReading } from '../service.ts'

const docs = readFileSync(new URL('../../docs/operating/import-format.md', import.meta.url), 'utf8')

it('shows a row of each type that can be imported as it stands', async (t) => {
  const rows = [...docs.matchAll(/```json\n(\{\n {2}"type"[\s\S]*?\n)```/g)].map(([, text]) => JSON.parse(text!))
  assert.deepEqual(
    rows.map(({ type }) => type),
    [...RECORD_TYPES],
  )
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const input = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const { code, stderr, stdout } = await yantraReading(input, env, 'import', '-', '--json')
  assert.equal(code, 0, stderr)
  assert.deepEqual([JSON.parse(stdout).created + JSON.parse(stdout).changed, JSON.parse(stdout).removed], [5, {}])
})

it('names the fields that each type needs', () => {
  for (const type of RECORD_TYPES) {
    const line = new RegExp(`^\\| \`${type}\` \\| (.*) \\|$`, 'm').exec(docs)?.[1] ?? ''
    const named = [...line.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!)
    const needed = ROW_SHAPES[type].fields.filter(({ required }) => required).map(({ name }) => name)
    assert.deepEqual(named.sort(), needed.sort(), type)
  }
})
