import { sql } from 'kysely'
import { keyOf, type RecordType, STORED } from '../database/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import type { Log } from '../lib/log.ts'
import { every } from '../lib/timers.ts'
import { EVENTS_OF, type Kept } from './enqueue-events.ts'
import { SERVICE } from './entries.ts'
import { type Change, makeChanges, momentOf } from './make-changes.ts'

/** Other writers get a turn after each batch. */
const BATCH = 500

/**
 * Makes the changes that are due: the day of publication has come, or a sold listing was shown long enough. Each is made
 * once, even when several processes do this. Returns how many.
 */
export async function turnDue(db: Db, now: number, newId?: () => string): Promise<number> {
  let turned = 0
  for (const type of Object.keys(EVENTS_OF) as RecordType[]) {
    // Nearly always none is due; then no write lock is taken.
    while ((await dueRecords(db, type, now)).length > 0) {
      turned += await writeTransaction(db, async (trx, lock) => {
        const due = await dueRecords(trx, type, now)
        const changes = due.map((row): Change => {
          return { type, key: String(keyOf(type, row)), before: row, after: { ...row } }
        })
        await makeChanges(trx, lock, changes, { author: SERVICE, now, newId, isDue: true })
        return due.length
      })
    }
  }
  return turned
}

async function dueRecords(db: Db, type: RecordType, now: number): Promise<Kept[]> {
  const { due, isVisible } = EVENTS_OF[type]!
  const moment = momentOf(now)
  const query = sql<Kept>`select * from ${sql.table(STORED[type].table)} where ${due(moment)} limit ${BATCH}`
  // If the query and `isVisible` ever disagree on a record, it would stay due for ever.
  return (await query.execute(db)).rows.filter((row) => isVisible(row, moment) !== (row.announced === 1))
}

const LOOK_EVERY_MS = 15_000

/** Looks every few seconds for what is due. Returns the function that stops it. */
export function startDueDates(db: Db, log: Log): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'what is due could not be told; trying again')
  return every(LOOK_EVERY_MS, async () => void (await turnDue(db, Date.now())), { atOnce: true, onError }).stop
}
