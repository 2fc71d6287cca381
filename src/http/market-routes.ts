import type { FastifyInstance } from 'fastify'
import { kolkataDate } from '../calendar.ts'
import { readNewPrice } from '../catalogue/catalogue-rows.ts'
import type { MarketListing } from '../contract/listing.ts'
import type { ListingParameters } from '../contract/market.ts'
import { getListing, searchListings } from '../contract/operations.ts'
import type { Db } from '../database/schema.ts'
import { notFound } from '../errors.ts'
import { findListing } from '../market/listings.ts'
import type { UsedMarket } from '../market/used.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { kept } from '../running/kept.ts'
import { MISSING } from '../search/index/figures.ts'
import { createAnswer } from './answers.ts'
import { type AccessParts, mount } from './mount.ts'
import { picturesUnder } from './own-pictures.ts'
import { positiveInteger } from './parameters.ts'
import type { Shelf } from './shelf.ts'

/** At most 64 MB, with 256 kB for a listing. */
const MAX_READ = 256

/** Search, and one listing: its row is read for each request, so a sale shows at once; the answer is kept until the row changes. */
export function addMarketRoutes(
  app: FastifyInstance,
  access: AccessParts,
  { db, used, shelf, baseUrl }: { db: Db; used: UsedMarket; shelf: Shelf; baseUrl: string },
): void {
  mount<ListingParameters>(app, searchListings, access, ({ query, url, route }) =>
    shelf.untilAnyChange(`listings ${JSON.stringify(Object.values(query))}`, url, async () => {
      const { page, headers } = await used.searchJson(query)
      // A sold listing leaves with its day, which is no change.
      return {
        answer: createAnswer(route, picturesUnder(baseUrl, page), { headers }),
        mayKeep: query.status === 'live',
      }
    }),
  )

  mount(app, getListing, access, async ({ params, route }) => {
    const listing = await findNow(db, positiveInteger('listing_id', params.listing_id!))
    if (!listing) throw notFound('such listing')
    return shelf.ofState(`listing ${listing.state}`, () =>
      createAnswer(route, picturesUnder(baseUrl, Buffer.from(JSON.stringify(listing.read())))),
    )
  })
}

/** The lowest price of a machine that the catalogue shows. */
export function newPriceIn(catalogue: Catalogue): (slug: string) => number | null {
  return (slug) => {
    const { model } = catalogue
    const row = model.published(slug)
    const price = row < 0 ? MISSING : model.index.columns.price_from_inr[row]!
    return price === MISSING ? null : price
  }
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
