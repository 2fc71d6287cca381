import { readNewPrice } from '../catalog/catalogue-rows.ts'
import type { Db } from '../database/schema.ts'
import { badInput, type InputError, notFound } from '../errors.ts'
import { readFeed } from '../history/feed.ts'
import { listingAsOf } from '../history/listing-as-of.ts'
import { newPriceAsOf, retractedKeys, wasVisible } from '../history/states.ts'
import { createCache } from '../lib/cache.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { oneOf, ParseError, type Parser, parsePastTimestamp } from '../lib/parsing.ts'
import { LISTING_FEED } from '../listings/listing-feed.ts'
import type { Machines, UsedMarket } from '../listings/listing-search.ts'
import { findListing, type ShownListing, wasOffered } from '../listings/listings.ts'
import { stateNamed } from '../listings/places.ts'
import type { ValuationRequest, ValuedMachine } from '../listings/valuation.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import type { ListingChangesParameters } from '../schema/api/changes.ts'
import type { MarketListing } from '../schema/api/listing.ts'
import type { ListingParameters, MarketValues, ValueParameters } from '../schema/api/market.ts'
import {
  getListing,
  getValues,
  type ListingAsOfParameters,
  listListingChanges,
  searchListings,
} from '../schema/api/operations.ts'
import { STATE_CODES } from '../schema/api/values.ts'
import { MISSING } from '../search/index/table.ts'
import { createResponse, jsonResponse, uncachedJson } from './cached-response.ts'
import { renderAsOf, unknownMachine } from './catalogue-routes.ts'
import { listingIdIn } from './parameters.ts'
import type { RegisterOperation } from './register-route.ts'
import type { ResponseCache } from './response-cache.ts'

/** At most 64 MB, with 256 kB for a listing. */
const MAX_READ = 256

interface MarketRouteDeps {
  baseUrl: string
  cache: ResponseCache
  catalogue: Catalogue
  db: Db
  used: UsedMarket
}

/**
 * Registers the used market. The row of a listing is read for each request, so that a sale shows at once; the response
 * is cached until the row changes.
 */
export function addMarketRoutes(register: RegisterOperation, deps: MarketRouteDeps): void {
  const { baseUrl, cache, catalogue, db, used } = deps
  register<ListingParameters>(searchListings, ({ query, url }) => {
    const key = `listings ${JSON.stringify(Object.values(query))}`
    return cache.getByRevision(key, url, async () => {
      const { page, headers } = await used.searchJson(query, baseUrl)
      // A sold listing leaves with its day, which is no change.
      const mayCache = query.status === 'live'
      return { response: createResponse(page, { headers }), mayCache }
    })
  })

  register<ValueParameters>(
    getValues,
    ({ query, url }) =>
      cache.getByRevision(`values ${JSON.stringify(Object.values(query))}`, url, async () => {
        const values = await findValues(deps, query)
        if (!values) throw unknownMachine(catalogue, query.machine_slug)
        // Listings leave the last 24 months with their day, which is no change.
        return { response: jsonResponse(values), mayCache: false }
      }),
    { state: readState },
  )

  register<ListingChangesParameters>(listListingChanges, async ({ query }) =>
    uncachedJson(await readFeed(db, LISTING_FEED, query, baseUrl)),
  )

  register<ListingAsOfParameters>(getListing, async ({ params, query: { as_of } }) => {
    const id = listingIdIn(params.listing_id!)
    if (as_of !== '') {
      return renderAsOf(as_of, `No listing ${id} was visible at that time.`, (at) => listingAsOf(db, id, at, baseUrl))
    }
    const listing = await findNow(db, id)
    if (!listing) throw notFound('such listing')
    return cache.getByState(`listing ${listing.state}`, () => jsonResponse(listing.read(baseUrl)))
  })
}

const [FIRST_YEAR, MAX_HOURS] = [1950, 300_000]
const readCode = oneOf(STATE_CODES, (code) => code.toUpperCase())

const readState: Parser<string> = (input) => {
  const code = readCode(input)
  const suggestion = code instanceof ParseError ? stateNamed(String(input)) : undefined
  return code instanceof ParseError && suggestion ? new ParseError(code.message, { ...code.hints, suggestion }) : code
}

/** Values a machine or implement as `GET /v1/market/values` does. Undefined for one that was never visible. */
export async function findValues(
  deps: Pick<MarketRouteDeps, 'db' | 'used' | 'baseUrl'>,
  query: Partial<ValueParameters>,
): Promise<MarketValues | undefined> {
  const { machine_slug = '', year = null, hours = null, without = null } = query
  const state = query.state ? readState(query.state) : null
  const now = Date.now()
  const lastYear = Number(kolkataDate(now).slice(0, 4)) + 1
  const errors: InputError[] = []
  const refuse = (parameter: string, message: string) => errors.push({ parameter, message })
  if (machine_slug === '') refuse('machine_slug', 'is required')
  if (year !== null && (year < FIRST_YEAR || year > lastYear))
    refuse('year', `must be from ${FIRST_YEAR} to ${lastYear}`)
  if (hours !== null && hours > MAX_HOURS) refuse('hours', `must be at most ${MAX_HOURS}`)
  if (state instanceof ParseError) errors.push({ parameter: 'state', message: state.message, ...state.hints })
  const asOf = query.as_of ? parsePastTimestamp(query.as_of, now) : undefined
  if (asOf instanceof ParseError) refuse('as_of', asOf.message)
  if (errors.length > 0 || asOf instanceof ParseError || state instanceof ParseError) throw badInput(errors)
  if (without !== null && !(await wasOffered(deps.db, without)))
    throw notFound(`listing ${without} that is or was for sale`)
  return valueMachine(deps, { machine_slug, year, hours, state, excluded: without === null ? [] : [without] }, asOf)
}

/** Values a machine for a checked request; `asOf` is undefined for now. */
export async function valueMachine(
  { db, used, baseUrl }: Pick<MarketRouteDeps, 'db' | 'used' | 'baseUrl'>,
  request: ValuationRequest,
  asOf?: number,
): Promise<MarketValues | undefined> {
  const { machine_slug: slug, excluded = [] } = request
  const retracted = await retractedKeys(db, 'listing')
  const newPrice =
    asOf === undefined
      ? undefined
      : ((await newPriceAsOf(db, 'machine', slug, asOf)) ?? (await newPriceAsOf(db, 'implement', slug, asOf)))
  const values = await used.values(
    { ...request, excluded: [...excluded, ...retracted.map(Number)], newPrice },
    asOf ?? Date.now(),
  )
  const exists =
    !values?.withdrawn ||
    (await used.isNamed(slug)) ||
    (await wasVisible(db, 'machine', slug)) ||
    (await wasVisible(db, 'implement', slug))
  return values && exists ? { ...values, method: `${baseUrl}${METHOD}` } : undefined
}

/** The page of the method; its fragment is the version of the rule. */
const METHOD = '/docs/values#rule-2'

/** Returns what the used market reads of the catalogue, cached until the catalogue changes. */
export function machinesOf(catalogue: Catalogue): Machines {
  const machines = new Map<string, ValuedMachine>()
  const prices = new Map<string, number | null>()
  let version = 0
  catalogue.onChange(() => {
    machines.clear()
    prices.clear()
    version++
  })
  const newPrice = (slug: string) =>
    prices.getOrInsertComputed(slug, () => {
      const { model } = catalogue
      const row = model.published(slug)
      const price = row < 0 ? MISSING : model.index.columns.price_from_inr[row]!
      return price === MISSING ? null : price
    })

  function readMachine(slug: string): ValuedMachine | undefined {
    const { model } = catalogue
    const row = model.rowOf(slug)
    if (row < 0) return readImplement(slug)
    const { manufacturer, machine_class, engine_hp: power = null, wheel_drive, ...figures } = model.summaryOf(row)
    const [first] = model.classOf(machine_class).plate
    const size = first ? (figures as Record<string, unknown>)[first.key] : undefined
    return {
      ...{ manufacturer: manufacturer.slug, class: machine_class, power, wheelDrive: wheel_drive ?? null },
      ...{ size: typeof size === 'number' ? size : null, newPrice: newPrice(slug) },
      isPublished: model.published(slug) >= 0,
    }
  }

  function readImplement(slug: string): ValuedMachine | undefined {
    const { summary, isPublished = false } = catalogue.model.findImplement(slug) ?? {}
    if (!summary) return undefined
    const { manufacturer, kind, width_mm: size = null, price_inr = null } = summary
    const newPrice = isPublished ? price_inr : null
    // A kind is not compared with a class of the same name.
    const comparedBy = { manufacturer: manufacturer.slug, class: `implement ${kind}`, power: null, size }
    return { ...comparedBy, wheelDrive: null, newPrice, isPublished }
  }

  return {
    version: () => version,
    newPrice,
    machineOf(slug) {
      const machine = machines.get(slug) ?? readMachine(slug)
      // Unknown slugs are not cached: there is no limit to what clients may send.
      if (machine) machines.set(slug, machine)
      return machine
    },
  }
}

function findNow(db: Db, id: number) {
  const now = Date.now()
  return findListing(db, id, now, (slug) => readNewPrice(db, slug, kolkataDate(now)))
}

/** A visible listing with the price of a new machine. Its texts are guarded once, until it changes. */
export function createShownListings(db: Db, base = ''): (id: number) => Promise<ShownListing | undefined> {
  const read = createCache<string, MarketListing>(MAX_READ)
  return async (id) => {
    const result = await findNow(db, id)
    return result && { listing: read.getOrCompute(result.state, () => result.read(base)), isSample: result.isSample }
  }
}
