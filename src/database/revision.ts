import { isPostgres } from './dialect.ts'
import type { Db } from './schema.ts'

/** Hands out revision numbers inside one writing transaction. */
export interface RevisionLock {
  /** The number for another changed record. */
  next(): number
}

/**
 * Runs a writing transaction that holds the writer lock from its first statement to its commit. So numbers are
 * committed in order, and a reader that has seen N never meets a smaller one later. A transaction that takes no number
 * leaves the revision unchanged.
 */
export async function writeTransaction<T>(db: Db, work: (trx: Db, lock: RevisionLock) => Promise<T>): Promise<T> {
  return transact(db, async (trx) => {
    const start = await lockRevision(trx)
    let value = start
    const result = await work(trx, { next: () => ++value })
    if (value > start) await trx.updateTable('revision').set({ value }).execute()
    return result
  })
}

async function lockRevision(trx: Db): Promise<number> {
  // On SQLite the transaction began with the write lock.
  const query = trx.selectFrom('revision').select('value')
  const row = await (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirstOrThrow()
  return row.value
}

export async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('revision').select('value').executeTakeFirstOrThrow()
  return row.value
}

/** The newest revision, and the one at which records were last removed. */
export async function readState(db: Db): Promise<{ revision: number; removal: number }> {
  const query = db.selectFrom(['revision', 'removals'])
  return query.select(['revision.value as revision', 'removals.revision as removal']).executeTakeFirstOrThrow()
}

/** Runs several reads on one state of the database: that of the given transaction, or of a new one. */
export async function snapshot<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const transaction = db.transaction().setAccessMode('read only')
  return (isPostgres(db) ? transaction.setIsolationLevel('repeatable read') : transaction).execute(work)
}

/** Works in the given transaction, or in a new one: a nested change commits with the outer one. */
export function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
