import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db } from './schema.ts'

/** The database's own clock in milliseconds; undefined where it is this machine's. */
export async function readClock(db: Db): Promise<number | undefined> {
  if (!isPostgres(db)) return undefined
  const { rows } = await sql<{
    now: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  return Number(rows[0]!.now)
}
