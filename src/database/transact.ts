import type { Db } from './schema.ts'

/** Works in the given transaction, or in a new one: a nested change commits with the outer one. */
export function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
