import { readFileSync } from 'node:fs'
import { findRecords, isEmpty, keyOf } from '../database/records.ts'
import { type Db, type RevisionAllocator, upsertRows, writeTransaction } from '../database/schema.ts'
import type { SampleRecordTable } from '../database/tables/catalogue.ts'
import { type Author, SERVICE } from '../history/entries.ts'
import { type Change, makeChanges } from '../history/make-changes.ts'
import { DAY_MS, kolkataDate } from '../lib/calendar.ts'
import { type CheckedRow, checkRow } from './check-row.ts'
import { ensureBuiltinClasses } from './ensure-classes.ts'
import { importBatch } from './import-batch.ts'
import { noteImport } from './import-store.ts'
import { issueText, originText } from './issue.ts'

const WRITTEN_ON = '2026-11-15'
const FILES = ['catalogue.ndjson', 'listings.ndjson']

const SAMPLE_TYPES = ['listing', 'implement', 'machine', 'manufacturer'] as const

/**
 * Loads the bundled catalogue into a database without manufacturers, machines, implements and listings. The dates of
 * its listings move with the current day. Returns whether it was loaded.
 */
export async function loadSampleWhenEmpty(db: Db, now = Date.now()): Promise<boolean> {
  await ensureBuiltinClasses(db, now)
  if (!(await isEmpty(db))) return false
  return writeTransaction(db, async (trx, lock) => {
    // Another process may have loaded it meanwhile.
    if (!(await isEmpty(trx))) return false
    await takeSample(trx, lock, SERVICE, now)
    return true
  })
}

export async function loadSample(
  db: Db,
  now = Date.now(),
  author = SERVICE,
): Promise<{ loaded: number; kept: number }> {
  await ensureBuiltinClasses(db, now)
  return writeTransaction(db, (trx, lock) => takeSample(trx, lock, author, now))
}

async function takeSample(
  trx: Db,
  lock: RevisionAllocator,
  author: Author,
  now: number,
): Promise<{ loaded: number; kept: number }> {
  const today = kolkataDate(now)
  const all = readSample(today)
  const there = await existingRecords(trx, all)
  const rows = all.filter(({ type, fields }) => !there.has(`${type} ${keyOf(type as SampleType, fields as never)}`))
  const outcomes = await importBatch(trx, lock, rows, { now, author })
  const rejected = outcomes.flatMap(({ row, status, issues }) =>
    status === 'rejected' ? `${originText(row.origin)}: ${issues.map(issueText)}` : [],
  )
  if (rejected.length > 0) throw new Error(`the sample is damaged: ${rejected.join('; ')}`)
  const created = outcomes.filter(({ status }) => status === 'created').length
  const marks = [...(await existingRecords(trx, rows)).values()]
  await upsertRows(trx, 'sample_records', ['record_type', 'record_key'], marks)
  await noteImport(trx, { file: 'the bundled sample', by: 'cli', who: author.who, now, created })
  return { loaded: rows.length, kept: all.length - rows.length }
}

async function existingRecords(trx: Db, rows: readonly CheckedRow[]): Promise<Map<string, SampleRecordTable>> {
  const result = new Map<string, SampleRecordTable>()
  for (const record_type of SAMPLE_TYPES) {
    const keys = rows
      .filter(({ type }) => type === record_type)
      .map(({ fields }) => keyOf(record_type, fields as never))
    for (const record of await findRecords(trx, record_type, keys)) {
      const record_key = String(keyOf(record_type, record))
      result.set(`${record_type} ${record_key}`, { record_type, record_key, revision: record.revision })
    }
  }
  return result
}

type SampleType = (typeof SAMPLE_TYPES)[number]

function readSample(today: string) {
  const days = Math.round((Date.parse(today) - Date.parse(WRITTEN_ON)) / DAY_MS)
  const newestPriceDay = today > WRITTEN_ON ? today : WRITTEN_ON
  return FILES.flatMap((file) =>
    readFileSync(new URL(`../../sample/${file}`, import.meta.url), 'utf8')
      .split('\n')
      .map((raw, i) => ({ file: `sample/${file}`, line: i + 1, raw }))
      .filter(({ raw }) => raw !== '')
      .map((origin) => {
        const row = JSON.parse(origin.raw) as Record<string, unknown>
        return checkRow(row.type === 'listing' ? shiftDates(row, days) : row, origin, { today: newestPriceDay })
      }),
  )
}

function shiftDates(listing: Record<string, unknown>, days: number): Record<string, unknown> {
  const shift = (timestamp: unknown) => new Date(Date.parse(timestamp as string) + days * DAY_MS).toISOString()
  const updates = (listing.updates ?? []) as { at: string; text: string }[]
  return {
    ...listing,
    created_at: shift(listing.created_at),
    ...(listing.sold_at ? { sold_at: shift(listing.sold_at) } : {}),
    updates: updates.map((update) => ({ ...update, at: shift(update.at) })),
  }
}

/** Removes unchanged sample records. The others, and manufacturers that own records use, become the operator's own. */
export function removeSample(db: Db, now = Date.now(), author = SERVICE) {
  return writeTransaction(db, async (trx, lock) => {
    const marks = await trx.selectFrom('sample_records').selectAll().execute()
    if (marks.length === 0) return { removed: 0, kept: 0 }
    let removed = 0
    for (const type of SAMPLE_TYPES) {
      const self = marks.filter(({ record_type }) => record_type === type)
      const revisions = new Map(self.map(({ record_key, revision }) => [record_key, revision]))
      const deleted = (await findUnchanged(trx, type, revisions)).map((before) => {
        return { type, key: String(keyOf(type, before)), before, after: undefined }
      })
      await makeChanges(trx, lock, deleted, { author, now })
      removed += deleted.length
    }
    await makeChanges(trx, lock, await unmarked(trx, marks), { author, now })
    await trx.deleteFrom('sample_records').execute()
    return { removed, kept: marks.length - removed }
  })
}

/** Takes the mark from machines that stay; an older release left it on those that an import had changed. */
async function unmarked(trx: Db, marks: readonly SampleRecordTable[]): Promise<Change[]> {
  const keys = marks.filter(({ record_type }) => record_type === 'machine').map(({ record_key }) => record_key)
  return (await findRecords(trx, 'machine', keys)).flatMap((before) => {
    const { is_sample, ...facts } = JSON.parse(before.facts)
    const after = { ...before, facts: JSON.stringify(facts) }
    return is_sample ? [{ type: 'machine' as const, key: before.slug, before, after }] : []
  })
}

async function findUnchanged(trx: Db, type: SampleType, marks: ReadonlyMap<string, number>) {
  const records = await findRecords(trx, type, [...marks.keys()])
  const used = type === 'manufacturer' && records.length > 0 ? await usedManufacturers(trx) : new Set<number>()
  return records.filter((record) => marks.get(String(keyOf(type, record))) === record.revision && !used.has(record.id))
}

async function usedManufacturers(trx: Db): Promise<Set<number>> {
  const machines = await trx.selectFrom('machines').select('manufacturer_id').distinct().execute()
  const implementsOf = await trx.selectFrom('implements').select('manufacturer_id').distinct().execute()
  return new Set([...machines, ...implementsOf].map(({ manufacturer_id }) => manufacturer_id))
}
