import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import type { DatabaseTarget } from './target.ts'

const HOLDING = 'history_blocks, listings, listing_contacts, listing_decisions, enquiries, events'
const WAIT_MS = 10_000

/** Writes the database anew, so that its files hold no bytes of what was deleted. False while a reader keeps the old log. */
export async function scrub(db: Db, target: DatabaseTarget): Promise<boolean> {
  if (target.kind !== 'sqlite') {
    await sql.raw(`vacuum full ${HOLDING}`).execute(db)
    return true
  }
  // On a connection of its own: no transaction may be open around it.
  const handle = new DatabaseSync(target.path, { timeout: WAIT_MS })
  try {
    handle.exec('vacuum')
    const { busy } = handle.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number }
    return busy === 0
  } finally {
    handle.close()
  }
}
