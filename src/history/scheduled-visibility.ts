import { sql } from 'kysely'
import { keyOf, type RecordType, STORED } from '../database/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import type { Log } from '../lib/log.ts'
import { schedule } from '../lib/timers.ts'
import { EVENTS_OF, type StoredRecord } from './enqueue-events.ts'
import { SERVICE } from './entries.ts'
import { type Change, createTimeContext, makeChanges } from './make-changes.ts'

const BATCH = 500
const CHECK_MS = 15_000

/** Applies publication dates and the end of sold listings, each once even with several processes. Returns how many. */
export async function applyScheduledVisibility(db: Db, now: number, newId?: () => string): Promise<number> {
  let count = 0
  for (const type of Object.keys(EVENTS_OF) as RecordType[]) {
    // Usually none is due; then no write lock is taken.
    while ((await dueRecords(db, type, now)).length > 0) {
      count += await writeTransaction(db, async (trx, lock) => {
        const due = await dueRecords(trx, type, now)
        const changes = due.map((before): Change => {
          return { type, key: String(keyOf(type, before)), before, after: { ...before } }
        })
        await makeChanges(trx, lock, changes, { author: SERVICE, now, newId, isDue: true })
        return due.length
      })
    }
  }
  return count
}

async function dueRecords(db: Db, type: RecordType, now: number): Promise<StoredRecord[]> {
  const { due, isVisible } = EVENTS_OF[type]!
  const time = createTimeContext(now)
  const query = sql<StoredRecord>`select * from ${sql.table(STORED[type].table)} where ${due(time)} limit ${BATCH}`
  // A record on which the query and `isVisible` disagree would stay due for ever.
  return (await query.execute(db)).rows.filter((row) => isVisible(row, time) !== (row.announced === 1))
}

export function startScheduledVisibility(db: Db, log: Log): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'publishing due records failed; retrying')
  const apply = async () => void (await applyScheduledVisibility(db, Date.now()))
  return schedule(CHECK_MS, apply, { atOnce: true, onError }).stop
}
