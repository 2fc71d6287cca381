import { sql } from 'kysely'
import { type Db, isPostgres } from './schema.ts'

const HOLDING = 'history_blocks, listings, listing_contacts, listing_decisions, enquiries, events'

/** Writes the database anew, so that its files hold no bytes of what was deleted. False while a reader keeps the old log. */
export async function scrub(db: Db): Promise<boolean> {
  if (isPostgres(db)) {
    await sql.raw(`vacuum full ${HOLDING}`).execute(db)
    return true
  }
  await sql`vacuum`.execute(db)
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows[0]?.busy === 0
}
