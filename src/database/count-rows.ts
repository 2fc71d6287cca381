import { type Expression, sql } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** How many rows of a table meet a condition, by default all. */
export async function countRows(db: Db, table: keyof Schema & string, where?: Expression<unknown>): Promise<number> {
  const condition = where ? sql`where ${where}` : sql``
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} ${condition}`.execute(
    db,
  )
  return Number(rows[0]!.count)
}
