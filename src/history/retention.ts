import { type Db, writeTransaction } from '../database/schema.ts'
import { DAY_MS } from '../lib/calendar.ts'
import type { Log } from '../lib/log.ts'
import { schedule } from '../lib/timers.ts'
import { appendEntries, readHead, SERVICE, wasAhead } from './entries.ts'

const FIRST_AFTER_MS = 60_000

/** Prunes daily and logs the head, so that external logs can prove it. Returns the function that stops it. */
export function startRetention(db: Db, log: Log, days: number): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'pruning the history failed; retrying')
  const prune = async () => {
    const pruned = await pruneHistory(db, days, Date.now())
    const { revision, hash } = await readHead(db)
    log.info({ revision, head: hash, pruned }, 'the head of the history')
    return DAY_MS
  }
  return schedule(FIRST_AFTER_MS, prune, { onError }).stop
}

/** Prunes entries older than `days` (0 keeps all). Returns how many. */
export async function pruneHistory(db: Db, days: number, now: number): Promise<number> {
  const isNeeded = (await newestOldEntry(db, days, now)) || wasAhead(await readHead(db), now)
  if (!isNeeded) return 0
  return writeTransaction(db, async (trx, lock) => {
    const pruned = await deleteEntries(trx, days, now)
    await appendEntries(trx, lock, SERVICE, now, [])
    return pruned
  })
}

async function newestOldEntry(db: Db, days: number, now: number) {
  if (days === 0) return undefined
  const { start_revision } = await readHead(db)
  const query = db.selectFrom('history').select(['revision', 'at', 'hash']).where('revision', '>', start_revision)
  const old = query.where('at', '<', now - days * DAY_MS)
  return old.orderBy('revision', 'desc').limit(1).executeTakeFirst()
}

async function deleteEntries(trx: Db, days: number, now: number): Promise<number> {
  const cut = await newestOldEntry(trx, days, now)
  if (!cut) return 0
  const start = { start_revision: cut.revision, start_at: cut.at, start_hash: cut.hash }
  await trx.updateTable('history_head').set(start).execute()
  const deleted = await trx.deleteFrom('history').where('revision', '<=', cut.revision).executeTakeFirst()
  await trx.deleteFrom('withheld').where('revision', '<=', cut.revision).execute()
  // A block has the revision of the last entry that needs it.
  await trx.deleteFrom('history_blocks').where('id', '<=', cut.revision).execute()
  const undoable = trx.selectFrom('history').select('import_id')
  await trx.deleteFrom('import_undo').where('import_id', 'not in', undoable).execute()
  return Number(deleted.numDeletedRows)
}
