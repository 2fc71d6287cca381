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
  const count = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number | string | bigint }> }) =>
    Number((await query.executeTakeFirstOrThrow()).count)
  const rows = (table: 'machines' | 'implements' | 'listings') =>
    db.selectFrom(table).select((eb) => eb.fn.countAll().as('count'))
  const [machines, implementCount, listings] = await Promise.all([
    count(rows('machines')),
    count(rows('implements')),
    count(rows('listings').where('status', '=', 'live')),
  ])
  const isSample =
    (await db.selectFrom('sample_records').select('record_key').limit(1).executeTakeFirst()) !== undefined
  return { machines, implements: implementCount, listings, isSample }
}
