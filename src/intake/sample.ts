import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { kolkataDate } from '../calendar.ts'
import { among, upsertRows } from '../database/bulk.ts'
import { type RevisionLock, writeTransaction } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { SAMPLE_RECORDS } from '../database/tables/bulk-tables.ts'
import type { SampleRecordTable } from '../database/tables/sample.ts'
import { type CheckedRow, checkRow } from './check-row.ts'
import { ensureBuiltinClasses } from './ensure-classes.ts'
import { importBatch } from './import-batch.ts'
import { noteImport } from './import-store.ts'
import { isEmpty } from './is-empty.ts'
import { faultLines } from './rejects.ts'

/** The day the sample was written. */
const WRITTEN_ON = '2026-11-15'
const DAY_MS = 86_400_000
const FILES = ['catalogue.ndjson', 'listings.ndjson']

/** The types of the sample, with their tables and key columns. */
export const SAMPLE_TABLES = [
  ['listing', 'listings', 'id'],
  ['machine', 'machines', 'slug'],
  ['implement', 'implements', 'slug'],
  ['manufacturer', 'manufacturers', 'slug'],
] as const

/**
 * Loads the bundled catalogue into a database without manufacturers, machines, implements and listings. The dates of
 * its listings move with the day, so it never goes stale. Tells whether it did.
 */
export async function loadSampleWhenEmpty(db: Db, now = Date.now()): Promise<boolean> {
  await ensureBuiltinClasses(db, now)
  if (!(await isEmpty(db))) return false
  return writeTransaction(db, async (trx, lock) => {
    // Another process may have loaded it meanwhile.
    if (!(await isEmpty(trx))) return false
    await takeSample(trx, lock, now)
    return true
  })
}

/** Loads the missing records of the sample; those with the same slug or id stay unchanged. */
export async function loadSample(db: Db, now = Date.now()): Promise<{ loaded: number; kept: number }> {
  await ensureBuiltinClasses(db, now)
  return writeTransaction(db, (trx, lock) => takeSample(trx, lock, now))
}

async function takeSample(trx: Db, lock: RevisionLock, now: number): Promise<{ loaded: number; kept: number }> {
  const today = kolkataDate(now)
  const all = readSample(today)
  const there = await knownRecords(trx, all)
  const rows = all.filter((row) => !there.has(nameOf(row)))
  const { created, rejected } = await importBatch(trx, lock, rows, { today, now })
  if (rejected.length > 0) throw new Error(`the sample is damaged: ${rejected.map(faultLines).join('')}`)
  const marks = [...(await knownRecords(trx, rows)).values()]
  await upsertRows(trx, SAMPLE_RECORDS, marks)
  await noteImport(trx, { file: 'the bundled sample', by: 'cli', now, created })
  return { loaded: rows.length, kept: all.length - rows.length }
}

/** The stored records of these rows, by type and key. */
async function knownRecords(trx: Db, rows: readonly CheckedRow[]): Promise<Map<string, SampleRecordTable>> {
  const found = new Map<string, SampleRecordTable>()
  for (const [record_type, table, column] of SAMPLE_TABLES) {
    const keys = rows.filter(({ type }) => type === record_type).map(({ fields }) => fields[column] as string | number)
    if (keys.length === 0) continue
    const records = await trx
      .selectFrom(table)
      .select([sql<string | number>`${sql.ref(column)}`.as('key'), 'revision'])
      .where(among(trx, column, keys))
      .execute()
    for (const { key, revision } of records) {
      found.set(`${record_type} ${key}`, { record_type, record_key: String(key), revision })
    }
  }
  return found
}

function nameOf({ type, fields }: CheckedRow): string {
  return `${type} ${type === 'listing' ? fields.id : fields.slug}`
}

function readSample(today: string) {
  const days = Math.round((Date.parse(today) - Date.parse(WRITTEN_ON)) / DAY_MS)
  // Even if the clock is slow, the sample's prices are not from the future.
  const newestPriceDay = today > WRITTEN_ON ? today : WRITTEN_ON
  return FILES.flatMap((file) =>
    readFileSync(new URL(`../../sample/${file}`, import.meta.url), 'utf8')
      .split('\n')
      .map((raw, at) => ({ file: `sample/${file}`, line: at + 1, raw }))
      .filter(({ raw }) => raw !== '')
      .map((origin) => {
        const row = JSON.parse(origin.raw) as Record<string, unknown>
        return checkRow(row.type === 'listing' ? shiftDates(row, days) : row, origin, { today: newestPriceDay })
      }),
  )
}

function shiftDates(listing: Record<string, unknown>, days: number): Record<string, unknown> {
  const shift = (moment: unknown) => new Date(Date.parse(moment as string) + days * DAY_MS).toISOString()
  const updates = (listing.updates ?? []) as { at: string; text: string }[]
  return {
    ...listing,
    created_at: shift(listing.created_at),
    ...(listing.sold_at ? { sold_at: shift(listing.sold_at) } : {}),
    updates: updates.map((update) => ({ ...update, at: shift(update.at) })),
  }
}
