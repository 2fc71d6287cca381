import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db } from './schema.ts'

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
