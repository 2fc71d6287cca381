import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** Asked in this room only; others ask one of the functions below. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** How many transactions may write at the same time with profit: SQLite has one writer. */
export function usefulWriters(db: Db): number {
  return isPostgres(db) ? 2 : 1
}

/** Ends a select of rows that are to be changed, and leaves out those that another transaction is changing. */
export function skipLocked(db: Db): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for update skip locked` : sql``
}

/** Lets one transaction at a time go on under this name. On SQLite there is only one. */
export async function lockName(trx: Db, name: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
}

/** A member of a JSON text as text. */
export function jsonMember(db: Db, column: string, name: string): RawBuilder<string> {
  const json = isPostgres(db) ? sql`${sql.ref(column)}::json` : sql.ref(column)
  return sql<string>`${json} ->> ${sql.lit(name)}`
}

/** The greatest of some figures. */
export function greatest(db: Db, ...figures: readonly RawBuilder<unknown>[]): RawBuilder<number> {
  return sql<number>`${sql.raw(isPostgres(db) ? 'greatest' : 'max')}(${sql.join(figures)})`
}

/** Whether a query can return its text as bytes. */
export function canGiveBytes(db: Db): boolean {
  return !isPostgres(db)
}

/**
 * Makes PostgreSQL use indexes in this transaction. For a table used as a queue its own choice is often wrong: its
 * statistics are always old, and it reads the whole backlog to find a few rows.
 */
export async function preferIndexes(trx: Db): Promise<void> {
  if (!isPostgres(trx)) return
  const off = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map(
    (method) => sql`set_config(${`enable_${method}`}, 'off', true)`,
  )
  await sql`select ${sql.join(off)}`.execute(trx)
}

/** The database's own clock in milliseconds; undefined where it is this machine's. */
export async function readClock(db: Db): Promise<number | undefined> {
  if (!isPostgres(db)) return undefined
  const { rows } = await sql<{
    now: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  return Number(rows[0]!.now)
}
