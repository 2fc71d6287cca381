import { hash } from 'node:crypto'
import { MarketListing } from '../contract/listing.ts'
import { shape } from '../contract/shape.ts'
import type { Db } from '../database/schema.ts'

const A_DAY_MS = 86_400_000
/** How long a sold listing is still shown. */
const SOLD_SHOWN_MS = 90 * A_DAY_MS

/** The public fields of a listing as imported. */
type StoredListing = Partial<MarketListing>

/** A listing that may be seen now. */
interface VisibleListing {
  /** Differs when anything of the listing does. */
  state: string
  /** Guards every text of it, which is most of the work. */
  read(): MarketListing
}

/** Whether what is shown of a listing now is shown for a day more, unless the listing changes. */
export function isShownADay({ status, sold_at }: Pick<MarketListing, 'status' | 'sold_at'>, now: number): boolean {
  return status !== 'sold' || Date.parse(sold_at ?? '') + SOLD_SHOWN_MS > now + A_DAY_MS
}

/** Undefined is all of these: unknown, not live, sold long ago. */
export async function findListing(
  db: Db,
  id: number,
  now: number,
  newPriceOf: (machineSlug: string) => Promise<number | null>,
): Promise<VisibleListing | undefined> {
  const row = await db
    .selectFrom('listings')
    .select(['id', 'status', 'sold_at', 'doc'])
    .where('id', '=', id)
    .where('status', 'in', ['live', 'sold'])
    .executeTakeFirst()
  if (!row || (row.status === 'sold' && (row.sold_at === null || now > row.sold_at + SOLD_SHOWN_MS))) return undefined
  const stored = JSON.parse(row.doc) as StoredListing
  const comparable =
    stored.comparable_new_inr ?? (stored.machine_slug ? await newPriceOf(stored.machine_slug) : undefined)
  const known = { ...stored, id: row.id, status: row.status, comparable_new_inr: comparable }
  // Loaded with the first listing: a start is sooner over without.
  const { guardListing } = await import('../guard/guard.ts')
  return {
    state: `${row.id} ${row.status} ${comparable} ${hash('sha1', row.doc)}`,
    read: () => guardListing(shape(MarketListing, known)) as MarketListing,
  }
}
