import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../src/database/schema.ts'
import { undoImport } from '../../src/history/undo.ts'
import type { ImportSummary } from '../../src/import/import-counters.ts'
import { recordedImport } from '../../src/import/import-rows.ts'
import { readBatches } from '../../src/import/read-batches.ts'
import { sqlite } from '../backends.ts'
import fc from '../properties.ts'
import { sized } from '../tier.ts'
import { exported, listing, machine, manufacturer, NOW, price, take } from './take.ts'

type Fields = Record<string, unknown>

/** Some values for each field; a required one cannot be cleared. */
const VALUES: Record<string, readonly unknown[]> = {
  name: ['One', 'Two'],
  engine_hp: [35, 45.5],
  pto_hp: [30.5, 34],
  brakes: ['Oil-immersed', 'Dry, disc'],
  family: ['Sarpanch', 'XP Plus'],
  published_at: ['2024-09-18', '2025-01-01'],
  is_sample: [true],
  linkage: [['cat-1'], ['cat-2', 'cat-3']],
  prices: [[price], [{ ...price, price_inr: 700_000 }, price]],
}
const REQUIRED = ['name']
const BASE = { manufacturer: 'mahindra', machine_class: 'tractor', lifecycle: 'current', section: 'farm' }

const cell = fc.oneof(
  { weight: 3, arbitrary: fc.constant('absent' as const) },
  { weight: 1, arbitrary: fc.constant('cleared' as const) },
  { weight: 3, arbitrary: fc.nat(1) },
)
const row = fc.record({
  slug: fc.constantFrom('m-1', 'm-2', 'm-3', 'm-4'),
  cells: fc.record(Object.fromEntries(Object.keys(VALUES).map((name) => [name, cell]))),
})
const plan = fc.record({
  format: fc.constantFrom('csv' as const, 'ndjson' as const, 'patch' as const),
  hasBase: fc.boolean(),
  rows: fc.uniqueArray(row, { minLength: 1, maxLength: 4, selector: ({ slug }) => slug }),
})

/** What the plan says of each field: a value, null where it is cleared, nothing where it is left out. */
function rowsOf({ rows, hasBase }: typeof plan extends fc.Arbitrary<infer T> ? T : never): Fields[] {
  return rows.map(({ slug, cells }) => {
    const fields: Fields = { slug, ...(hasBase && BASE) }
    for (const [name, input] of Object.entries(cells)) {
      if (input === 'cleared') fields[name] = null
      else if (input !== 'absent') fields[name] = VALUES[name]![input % VALUES[name]!.length]
    }
    return fields
  })
}

function toCsv(rows: readonly Fields[]): string {
  const names = [...new Set(rows.flatMap((fields) => Object.keys(fields)))]
  const text = (value: unknown) => {
    const plain = value === null ? '-' : typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
    return `"${plain.replaceAll('"', '""')}"`
  }
  return `${names.join(',')}\n${rows.map((fields) => names.map((name) => text(fields[name])).join(',')).join('\n')}\n`
}

async function importText(db: Db, text: string, format: 'csv' | 'ndjson'): Promise<ImportSummary> {
  const reading = { stdin: Readable.from([Buffer.from(text)]), signal: AbortSignal.timeout(60_000), now: () => NOW }
  const batches = readBatches(['-'], { ...reading, format, defaultType: 'machine' })
  return recordedImport(db, batches, { file: 'rows', by: 'cli', who: 'asha', now: () => NOW })
}

/** Takes the newest import back: everything is as it was, byte for byte. */
async function undoNewest(db: Db, before: string): Promise<void> {
  const newest = db.selectFrom('imports').select('id').orderBy('id', 'desc').limit(1)
  const { id } = await newest.executeTakeFirstOrThrow()
  await undoImport(db, id, { author: { by: 'cli', who: 'asha' }, now: NOW })
  assert.equal(JSON.stringify(await exported(db)), before)
}

/** The rules, in short: a CSV and a patch change what they carry, an NDJSON row replaces. */
function applied(before: Fields | undefined, input: Fields, format: 'csv' | 'ndjson' | 'patch'): Fields | undefined {
  // In a table the sign that clears a field says of one that a row needs that nothing is known.
  const isLeft = (name: string) => format === 'csv' && REQUIRED.includes(name) && input[name] === null
  const fields = Object.fromEntries(Object.entries(input).filter(([name]) => !isLeft(name)))
  const isNew = before === undefined
  if (format === 'patch' && isNew) return undefined
  const replaces = format === 'ndjson'
  if (REQUIRED.some((name) => fields[name] === null)) return undefined
  const merged = { ...(replaces ? {} : before), ...fields }
  for (const [name, value] of Object.entries(merged)) if (value === null) delete merged[name]
  const needed = [...REQUIRED, ...Object.keys(BASE).filter((name) => name !== 'section')]
  if (needed.some((name) => merged[name] === undefined)) return undefined
  if (Number(merged.pto_hp ?? 0) > Number(merged.engine_hp ?? Number.POSITIVE_INFINITY)) return undefined
  const after: Fields = { ...merged, section: merged.section ?? 'farm' }
  // A sample machine that is changed becomes the operator's own.
  const isChanged = Object.keys(after).some((name) => !isDeepStrictEqual(after[name], before?.[name]))
  const isCleared = Object.keys(before ?? {}).some((name) => !(name in after))
  if (before && !replaces && fields.is_sample === undefined && (isChanged || isCleared)) delete after.is_sample
  return after
}

it('random imports empty no field that the rules do not empty, count what NDJSON rows empty, and are taken back', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [manufacturer])
  const model = new Map<string, Fields>()
  let emptiedInAll = 0
  for (const item of fc.sample(plan, { numRuns: sized(100, 500), seed: 32 })) {
    const rows = rowsOf(item)
    const lines = rows.map((fields) => JSON.stringify({ ...fields, ...(item.format === 'patch' && { patch: true }) }))
    const format = item.format === 'csv' ? 'csv' : 'ndjson'
    const text = format === 'csv' ? toCsv(rows) : `${lines.join('\n')}\n`
    const before = JSON.stringify(await exported(db))
    const first = await importText(db, text, format)
    if (first.created + first.changed > 0) await undoNewest(db, before)
    const summary = await importText(db, text, format)
    const emptied: Record<string, number> = {}
    let rejected = 0
    for (const fields of rows) {
      const before = model.get(fields.slug as string)
      const after = applied(before, fields, item.format)
      if (!after) rejected++
      else {
        model.set(fields.slug as string, after)
        const lost = item.format === 'ndjson' ? Object.keys(before ?? {}).filter((name) => !(name in after)) : []
        for (const name of lost) emptied[name] = (emptied[name] ?? 0) + 1
      }
    }
    emptiedInAll += Object.keys(emptied).length
    assert.deepEqual(
      { rejected: summary.rejected, emptied: summary.emptied },
      { rejected, emptied },
      JSON.stringify(item),
    )
    const stored = (await exported(db)).filter(({ type }) => type === 'machine')
    for (const { type, id, ...fields } of stored) {
      const expected = { ...model.get(fields.slug as string) }
      // An export leaves out lists that are empty or spells them out; both mean none.
      for (const name of ['linkage', 'aliases', 'media', 'prices', 'spec']) expected[name] ??= []
      assert.deepEqual(
        { aliases: [], linkage: [], media: [], prices: [], spec: [], ...fields },
        expected,
        `${type} ${id}`,
      )
    }
    assert.equal(stored.length, model.size)
  }
  assert.ok(emptiedInAll > 20)
})

it('names what a whole row empties of a listing and of sources, and nothing of a contact', async (t) => {
  const db = await sqlite.newDatabase(t)
  const contact = { name: 'Ramesh', phone: '98765 43210' }
  const full = [
    manufacturer,
    { ...machine, source_url: 'https://example.com/575' },
    { ...listing, contact, hours: 100 },
  ]
  assert.deepEqual((await take(db, full)).emptied, {})
  assert.deepEqual((await take(db, full)).emptied, {})
  const { published_at, ...bare } = machine
  assert.deepEqual((await take(db, [bare, listing], { dryRun: true })).emptied, {
    published_at: 1,
    source: 1,
    hours: 1,
    contact: 1,
  })
  const requested = [
    { type: 'machine', slug: machine.slug, patch: true, published_at: null },
    { type: 'listing', id: listing.id, patch: 'known', hours: null },
  ]
  const patched = await take(db, requested)
  assert.deepEqual([patched.changed, patched.emptied], [2, {}])
})
