import type { Db } from '../src/database/schema.ts'

/** A row of one may name a row of a table before it. */
const TABLES = [
  ...([
    'manufacturers',
    'classes',
    'machines',
    'implements',
    'listings',
    'sample_records',
    'removals',
    'revision',
  ] as const),
  ...(['history', 'history_blocks', 'history_head', 'removed_records'] as const),
]

/** All rows of catalogue and market, and their revision. */
export type Copy = ReadonlyMap<(typeof TABLES)[number], object[]>

export async function copyOf(db: Db): Promise<Copy> {
  const rows = new Map<(typeof TABLES)[number], object[]>()
  for (const table of TABLES) rows.set(table, await db.selectFrom(table).selectAll().execute())
  return rows
}

/** Puts a copy in place of what is there, as an operator does who restores a database beside running processes. */
export async function restore(db: Db, copy: Copy): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of TABLES.toReversed()) await trx.deleteFrom(table).execute()
    for (const table of TABLES) {
      for (const row of copy.get(table)!) {
        await trx
          .insertInto(table)
          .values(row as never)
          .execute()
      }
    }
  })
}
