import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db } from './schema.ts'

/**
 * For this transaction, makes PostgreSQL go through indexes row by row. For a table that is used as a queue its own
 * choice is often a wrong one: the figures it plans with are always old, and it reads the whole backlog to find a few
 * rows.
 */
export async function preferIndexes(trx: Db): Promise<void> {
  if (!isPostgres(trx)) return
  const off = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map(
    (method) => sql`set_config(${`enable_${method}`}, 'off', true)`,
  )
  await sql`select ${sql.join(off)}`.execute(trx)
}
