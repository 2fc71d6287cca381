import { sql } from 'kysely'
import { countRows } from './bulk.ts'
import type { Db } from './schema.ts'

interface Contents {
  machines: number
  implements: number
  /** Listings that buyers see. */
  listings: number
  /** Whether sample records are among them. */
  isSample: boolean
}

/** Counts the contents, for the operator. */
export async function countContents(db: Db): Promise<Contents> {
  const [machines, implementCount, listings] = await Promise.all([
    countRows(db, 'machines'),
    countRows(db, 'implements'),
    countRows(db, 'listings', sql`status = 'live'`),
  ])
  const isSample =
    (await db.selectFrom('sample_records').select('record_key').limit(1).executeTakeFirst()) !== undefined
  return { machines, implements: implementCount, listings, isSample }
}

/** Whether a database holds no manufacturer, machine, implement or listing. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['manufacturers', 'machines', 'implements', 'listings'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}
