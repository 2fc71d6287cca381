import { readFileSync } from 'node:fs'
import { kolkataDate } from '../calendar.ts'
import { writeTransaction } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { checkRow } from './check-row.ts'
import { ensureBuiltinClasses } from './ensure-classes.ts'
import { importBatch } from './import-batch.ts'
import { faultLines } from './rejects.ts'

/** The day the sample was written on. */
const WRITTEN_ON = '2026-11-15'
const DAY_MS = 86_400_000
const FILES = ['catalogue.ndjson', 'listings.ndjson']

/**
 * Loads the bundled catalogue into a database that holds no manufacturer, machine, implement or listing; the dates of
 * its listings move with the day of loading, so that it never goes stale. Says whether it did.
 */
export async function loadSampleWhenEmpty(db: Db, now = Date.now()): Promise<boolean> {
  await ensureBuiltinClasses(db, now)
  if (!(await isEmpty(db))) return false
  return writeTransaction(db, async (trx, lock) => {
    // Another process may have loaded it while this one waited for its turn.
    if (!(await isEmpty(trx))) return false
    const today = kolkataDate(now)
    const { rejected } = await importBatch(trx, lock, readSample(today), { today, now })
    if (rejected.length > 0) throw new Error(`the sample is damaged: ${rejected.map(faultLines).join('')}`)
    return true
  })
}

async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['manufacturers', 'machines', 'implements', 'listings'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}

function readSample(today: string) {
  const days = Math.round((Date.parse(today) - Date.parse(WRITTEN_ON)) / DAY_MS)
  // With a clock that lags behind, the sample's prices are still not from the future.
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
