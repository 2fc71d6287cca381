import type { FastifyInstance } from 'fastify'
import { kolkataDate } from '../calendar.ts'
import { readNewPrice } from '../catalogue/catalogue-rows.ts'
import type { MarketListing } from '../contract/listing.ts'
import { getListing } from '../contract/operations.ts'
import type { Db } from '../database/schema.ts'
import { notFound } from '../errors.ts'
import { findListing } from '../market/listings.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createAnswer } from './answers.ts'
import { type Doors, mount } from './mount.ts'
import { picturesUnder } from './own-pictures.ts'
import { positiveInteger } from './parameters.ts'

/** At most 64 MB, with 256 kB for a listing. */
const MOST_READ = 256
const KEPT_BYTES = 16 * 1024 * 1024

/** One listing. Its row is read for each request, so a sale shows at once; the answer is kept until the row changes. */
export function addMarketRoutes(app: FastifyInstance, doors: Doors, db: Db, baseUrl: string): void {
  const kept = createAnswerCache(KEPT_BYTES)
  mount(app, getListing, doors, async ({ params, route }) => {
    const listing = await findNow(db, positiveInteger('listing_id', params.listing_id!))
    if (!listing) throw notFound('such listing')
    const known = kept.get(listing.state)
    if (known) return known
    const answer = createAnswer(route, picturesUnder(baseUrl, Buffer.from(JSON.stringify(listing.read()))))
    kept.keep(listing.state, answer)
    return answer
  })
}

function findNow(db: Db, id: number) {
  const now = Date.now()
  return findListing(db, id, now, (slug) => readNewPrice(db, slug, kolkataDate(now)))
}

/** A visible listing with the price of a new machine. Its texts are guarded once, until it changes. */
export function createShownListings(db: Db): (id: number) => Promise<MarketListing | undefined> {
  const read = new Map<string, MarketListing>()
  return async (id) => {
    const found = await findNow(db, id)
    if (!found) return undefined
    const listing = read.get(found.state) ?? found.read()
    // The last one read moves to the end; the first is dropped.
    read.delete(found.state)
    read.set(found.state, listing)
    if (read.size > MOST_READ) read.delete(read.keys().next().value!)
    return listing
  }
}
