import type { Db } from '../database/schema.ts'

/** The lowest price of a machine when new; null when it is not published or has none. */
export async function readNewPrice(db: Db, slug: string, today: string): Promise<number | null> {
  const row = await db
    .selectFrom('machines')
    .select('price_from_inr')
    .where('slug', '=', slug)
    .where('published_at', '<=', today)
    .executeTakeFirst()
  return row?.price_from_inr ?? null
}
