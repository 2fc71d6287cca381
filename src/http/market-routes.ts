import type { FastifyInstance } from 'fastify'
import { kolkataDate } from '../calendar.ts'
import { readNewPrice } from '../catalogue/catalogue-rows.ts'
import type { MarketListing } from '../contract/listing.ts'
import type { ListingParameters, ValueParameters } from '../contract/market.ts'
import { getListing, getValues, searchListings } from '../contract/operations.ts'
import { HP_BANDS } from '../contract/values.ts'
import type { Db } from '../database/schema.ts'
import { badInput, notFound } from '../errors.ts'
import { findListing, type ShownListing } from '../market/listings.ts'
import type { Machines } from '../market/used.ts'
import type { Kin } from '../market/values.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { kept } from '../running/kept.ts'
import { bandNumber } from '../search/index/attributes.ts'
import { MISSING } from '../search/index/figures.ts'
import { createAnswer, jsonAnswer } from './answers.ts'
import { mount } from './mount.ts'
import { positiveInteger } from './parameters.ts'
import type { RouteParts } from './parts.ts'

/** At most 64 MB, with 256 kB for a listing. */
const MAX_READ = 256

/** Search, and one listing: its row is read for each request, so a sale shows at once; the answer is kept until the row changes. */
export function addMarketRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { db, used, shelf } = parts
  const { baseUrl } = parts.config
  mount<ListingParameters>(app, searchListings, parts, ({ query, url, route }) => {
    const key = `listings ${JSON.stringify(Object.values(query))}`
    return shelf.untilAnyChange(key, url, async () => {
      const { page, headers } = await used.searchJson(query, baseUrl)
      // A sold listing leaves with its day, which is no change.
      const mayKeep = query.status === 'live' && shelf.isWorthKeeping(key)
      return { answer: createAnswer(route, page, { headers }), mayKeep }
    })
  })

  mount<ValueParameters>(app, getValues, parts, ({ query, url, route }) =>
    shelf.untilAnyChange(`values ${JSON.stringify(Object.values(query))}`, url, async () => {
      if (query.machine_slug === '') throw badInput([{ parameter: 'machine_slug', message: 'is required' }])
      const values = await used.values(query)
      if (!values) throw notFound('machine with this slug')
      // Listings leave the last 24 months with their day, which is no change.
      return { answer: jsonAnswer(route, { ...values, method: methodUnder(baseUrl) }), mayKeep: false }
    }),
  )

  mount(app, getListing, parts, async ({ params, route }) => {
    const listing = await findNow(db, positiveInteger('listing_id', params.listing_id!))
    if (!listing) throw notFound('such listing')
    return shelf.ofState(`listing ${listing.state}`, () => jsonAnswer(route, listing.read(baseUrl)))
  })
}

/** The page that tells how values are found. */
export const methodUnder = (baseUrl: string) => `${baseUrl}/docs/values`

/** What the catalogue tells the used market of its published machines. It is kept until it changes. */
export function machinesOf(catalogue: Catalogue): Machines {
  const kin = new Map<string, Kin>()
  const prices = new Map<string, number | null>()
  catalogue.onChange(() => {
    kin.clear()
    prices.clear()
  })
  return {
    newPrice: (slug) =>
      prices.getOrInsertComputed(slug, () => {
        const { model } = catalogue
        const row = model.published(slug)
        const price = row < 0 ? MISSING : model.index.columns.price_from_inr[row]!
        return price === MISSING ? null : price
      }),
    kinOf(slug) {
      // Anybody may ask for machines that nobody knows; they are not kept.
      const row = kin.has(slug) ? -1 : catalogue.model.published(slug)
      if (row < 0) return kin.get(slug)
      const { family, manufacturer, machine_class, engine_hp } = catalogue.model.summaryOf(row)
      const band = typeof engine_hp === 'number' ? HP_BANDS[bandNumber(HP_BANDS, engine_hp)]!.name : undefined
      const found = {
        family: family ? `${manufacturer.slug} ${family} ${machine_class} ${band}` : null,
        class: band === undefined ? null : `${machine_class} ${band}`,
      }
      kin.set(slug, found)
      return found
    },
  }
}

function findNow(db: Db, id: number) {
  const now = Date.now()
  return findListing(db, id, now, (slug) => readNewPrice(db, slug, kolkataDate(now)))
}

/** A visible listing with the price of a new machine. Its texts are guarded once, until it changes. */
export function createShownListings(db: Db, base = ''): (id: number) => Promise<ShownListing | undefined> {
  const read = kept<string, MarketListing>(MAX_READ)
  return async (id) => {
    const found = await findNow(db, id)
    return found && { listing: read.getOrMake(found.state, () => found.read(base)), isSample: found.isSample }
  }
}
