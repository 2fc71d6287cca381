import type { Db } from './schema.ts'

/** Runs work in the transaction at hand, or in one of its own: what is called inside another change commits with it. */
export function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
