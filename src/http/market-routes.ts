import type { FastifyInstance } from 'fastify'
import { kolkataDate } from '../calendar.ts'
import { readNewPrice } from '../catalogue/catalogue-rows.ts'
import type { MarketListing } from '../contract/listing.ts'
import { getListing } from '../contract/operations.ts'
import type { Db } from '../database/schema.ts'
import { notFound } from '../errors.ts'
import { findListing } from '../market/listings.ts'
import { kept } from '../running/kept.ts'
import { createAnswer } from './answers.ts'
import { type AccessParts, mount } from './mount.ts'
import { picturesUnder } from './own-pictures.ts'
import { positiveInteger } from './parameters.ts'
import type { Shelf } from './shelf.ts'

/** At most 64 MB, with 256 kB for a listing. */
const MAX_READ = 256

/** One listing. Its row is read for each request, so a sale shows at once; the answer is kept until the row changes. */
export function addMarketRoutes(
  app: FastifyInstance,
  access: AccessParts,
  { db, shelf, baseUrl }: { db: Db; shelf: Shelf; baseUrl: string },
): void {
  mount(app, getListing, access, async ({ params, route }) => {
    const listing = await findNow(db, positiveInteger('listing_id', params.listing_id!))
    if (!listing) throw notFound('such listing')
    return shelf.ofState(`listing ${listing.state}`, () =>
      createAnswer(route, picturesUnder(baseUrl, Buffer.from(JSON.stringify(listing.read())))),
    )
  })
}

function findNow(db: Db, id: number) {
  const now = Date.now()
  return findListing(db, id, now, (slug) => readNewPrice(db, slug, kolkataDate(now)))
}

/** A visible listing with the price of a new machine. Its texts are guarded once, until it changes. */
export function createShownListings(db: Db): (id: number) => Promise<MarketListing | undefined> {
  const read = kept<string, MarketListing>(MAX_READ)
  return async (id) => {
    const found = await findNow(db, id)
    return found && read.getOrMake(found.state, found.read)
  }
}
