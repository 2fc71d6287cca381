import { sql } from 'kysely'
import type { RecordEvents } from '../catalog/record-events.ts'
import { type Db, findRows } from '../database/schema.ts'
import type { ListingTable } from '../database/tables/market.ts'
import { type Guard, listingSummary } from './listing-summary.ts'
import { isSeen, SOLD_SHOWN_MS } from './listings.ts'

interface Parties {
  guard: Guard
  newPrice: number | undefined
}

export const listingEvents: RecordEvents<ListingTable, Parties> = {
  isVisible: (listing, { now }) => isSeen(listing, now),
  due: ({ now }) => sql<boolean>`announced = 1 and sold_at < ${now - SOLD_SHOWN_MS}`,
  readParties: readListingParties,
  published: {
    'listing.published': ({ after, version, parties }) => ({ listing: summaryOf(after, parties), version }),
  },
  updated: {
    'listing.updated': ({ before, after, version, parties }) =>
      // A sale changes the document, too: its date.
      before.doc === after.doc ? undefined : { listing: summaryOf(after, parties), version },
  },
  withdrawn: {
    'listing.withdrawn': ({ before: { id }, version }) => ({ listing: { id }, version }),
  },
}

export async function readListingParties(trx: Db, listings: readonly ListingTable[]) {
  const guard = await import('../redaction/redaction.ts')
  const slugs = [...new Set(listings.map(({ machine_slug }) => machine_slug).filter(Boolean))]
  const machines = (await findRows(trx, 'machines', 'slug', slugs)).filter(({ announced }) => announced === 1)
  const prices = new Map(machines.map(({ slug, price_from_inr }) => [slug, price_from_inr ?? undefined]))
  return ({ machine_slug }: ListingTable): Parties => ({ guard, newPrice: prices.get(machine_slug) })
}

export function summaryOf(row: ListingTable, { guard, newPrice }: Parties) {
  const stored = JSON.parse(row.doc)
  return listingSummary(guard, row, { ...stored, comparable_new_inr: stored.comparable_new_inr ?? newPrice })
}
