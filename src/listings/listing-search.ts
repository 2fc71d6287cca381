import { CLASSES, MANUFACTURERS } from '../catalog/catalogue-rows.ts'
import type { Manufacturer } from '../catalog/records.ts'
import { type ChangeFeedReader, type FeedTable, feed, type Projection } from '../database/change-feed-reader.ts'
import { badInput, type InputError } from '../errors.ts'
import { createCache, memoizeAsync } from '../lib/cache.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { ensureCapacity } from '../lib/collections/growable.ts'
import { isIndic } from '../lib/text/normalize.ts'
import { namePhoneticKey } from '../lib/text/phonetic-key.ts'
import type { MarketListing } from '../schema/api/listing.ts'
import { ListingParameters, type ListingSummary } from '../schema/api/market.ts'
import { serialize, underBase } from '../schema/api/serialize.ts'
import { MAX_LIMIT, NO_FACETS } from '../schema/api/values.ts'
import {
  LISTING_FILTERS,
  LISTING_MINS,
  type ListingSort,
  listingField,
} from '../schema/records/listing-search-fields.ts'
import { MISSING } from '../search/index/table.ts'
import { applyFilters } from '../search/parser/fields.ts'
import { type ParsedQuery, parseListingQuery } from '../search/parser/parse-query.ts'
import type { PlaceLookup } from '../search/parser/term-lookup.ts'
import { emptyRanges, readingHeaders } from '../search/search-headers.ts'
import { formatReadBack } from '../search/search-request.ts'
import { createListingIndex } from './listing-index.ts'
import { createListingModels } from './listing-models.ts'
import { type ListingRow, toFacts } from './listing-rows.ts'
import { type Guard, listingSummary } from './listing-summary.ts'
import { IS_SAMPLE } from './listings.ts'
import { stateNamed, wordsOf } from './places.ts'
import { isExistingPin, nearNamed, type Point, pointOf } from './points.ts'
import { createValues, type ValuationRequest, type ValuedMachine } from './valuation.ts'

export const ANY_LISTING: ListingParameters = serialize(ListingParameters, {})
export type UsedQuery = Partial<ListingParameters>

export type UsedMarket = ReturnType<typeof createUsedMarket>

/** What the catalogue knows of the machines that listings name. */
export interface Machines {
  /** The lowest price when new. */
  newPrice(slug: string): number | null
  machineOf(slug: string): ValuedMachine | undefined
  /** Changes whenever the data of machines changes. */
  version(): number
}

const NO_MACHINES: Machines = { newPrice: () => null, machineOf: () => undefined, version: () => 0 }

/** A step is read while requests wait, so it is short. */
const STEP_ROWS = 200
const MAX_PARSES = 256
/** How many of the nearest listings are compared with one. */
const LOOKED_AT = 50
/** Stands for the distance of a listing whose place is not known. */
const FAR_KM = 2_000

const LISTINGS = {
  async changed(db, revision) {
    const query = db.selectFrom('listings').select(['id', 'status', 'sold_at', 'doc', 'revision', IS_SAMPLE])
    const rows = await query.where('revision', '>', revision).orderBy('revision').limit(STEP_ROWS).execute()
    return { rows, last: rows.length < STEP_ROWS ? undefined : rows.at(-1)!.revision }
  },
} satisfies FeedTable<ListingRow[]>

/**
 * The listings as buyers search them, in memory from the first search on. What they see is guarded again, as it is read.
 */
export function createUsedMarket(follower: ChangeFeedReader, machines = NO_MACHINES) {
  /** Loads the listings, which otherwise happens with the first search. */
  const load = memoizeAsync(async () => {
    const opening = openMarket(await import('../redaction/redaction.ts'), machines)
    await follower.follow(opening.projection)
    return opening
  })
  return {
    load,
    async search(query: UsedQuery) {
      const { rows, readHit, hitJson: _, distanceOf, facets, facetsJson: __, ...answer } = (await load()).search(query)
      const hits = rows.map((row) => readHit(row, distanceOf(row)))
      return { ...answer, facets: facets(), hits }
    },
    /** The listings of these ids that are for sale or were sold, as a list shows them. */
    listed: async (ids: readonly number[]) => (await load()).listed(ids),
    similar: async (listing: MarketListing, limit: number) => (await load()).similar(listing, limit),
    /** The answer of `GET /v1/market/listings` as JSON, with own pictures under a base. */
    async searchJson(input: UsedQuery, base: string) {
      const { query, rows, hitJson, distanceOf, total, facetsJson, headers } = (await load()).search(input)
      const { offset, limit, sort } = query
      const hits = rows.map((row) => hitJson(row, base, distanceOf(row)))
      const page = `{"query":${JSON.stringify(query.q)},"hits":[${hits}],"total":${total},"offset":${offset},"limit":${limit},"facets":${facetsJson()},"sort":${JSON.stringify(sort || null)}}`
      return { page: Buffer.from(page), headers }
    },
    /** The name of a maker that listings have: the catalogue's, else as one of them gives it. */
    makerName: async (slug: string) => (await load()).makerName(slug),
    /** Those for sale without the sample's, the newest first. */
    ids: async () => (await load()).ids(),
    /** Asking and selling prices of comparable listings; undefined for an unknown machine. */
    values: async (request: ValuationRequest, asOf: number) => (await load()).values().of(request, asOf),
    /** Whether a listing names this machine. */
    isNamed: async (slug: string) => (await load()).values().isNamed(slug),
  }
}

/** What is kept in memory of all listings. */
function createHeld(guard: Guard, { newPrice, machineOf, version }: Machines) {
  const index = createListingIndex((slug) => machineOf(slug)?.power ?? null)
  const values = createValues(machineOf, version)
  const models = createListingModels()
  /** A listing by its row as a list shows it, guarded, in JSON. */
  const hits: string[] = []
  /** Where the price of a new one is put in. */
  let priceAt = new Uint32Array(64)
  /** Offset of the path of the listing's image; 0 for none. */
  let pathAt = new Uint32Array(64)
  /** The machine whose price when new is shown; undefined when the listing tells one, or names no machine. */
  const pricedAs: (string | undefined)[] = []
  /** Listings of the sample, which are not real offers. */
  const samples = new Set<number>()
  const manufacturerNames = new Map<string, string>()
  const sellersNames = new Map<string, string>()
  const guarded = new Map<string, string>()
  const guardOnce = (text: string) => guarded.getOrInsertComputed(text, guard.guardText)
  const parses = createCache<string, ParsedQuery<ListingSort>>(MAX_PARSES)
  let places: PlaceLookup | undefined

  function drop(id: number): void {
    const model = index.remove(id)
    if (model === undefined) return
    models.release(model)
    samples.delete(id)
  }

  function put(row: ListingRow): void {
    drop(row.id)
    const listing = JSON.parse(row.doc) as Partial<MarketListing>
    const { model, facts } = toFacts(row, listing, guardOnce)
    const name = guardOnce(`${model.maker_name} ${model.variant_name}`)
    values.put({ ...facts, name, status: row.status, dealer: dealerOf(listing) })
    if (row.status !== 'live' && row.status !== 'sold') return
    if (row.is_sample) samples.add(row.id)
    sellersNames.set(model.maker_slug, model.maker_name)
    const place = index.put(facts, models.hold(model))
    const visible = listingSummary(guard, row, listing)
    const { photo } = visible
    const json = JSON.stringify(visible)
    hits[place] = json
    priceAt = ensureCapacity(priceAt, place + 1)
    pathAt = ensureCapacity(pathAt, place + 1)
    priceAt[place] = json.indexOf('"state_code":')
    const isOwn = photo !== undefined && underBase('.', photo) !== photo
    pathAt[place] = isOwn ? json.lastIndexOf('"photo":"') + '"photo":"'.length : 0
    const isReported = visible.comparable_new_inr !== undefined || !visible.machine_slug
    pricedAs[place] = isReported ? undefined : visible.machine_slug
  }

  /** A hit as JSON, with the price when new, its own photo under the base, and the distance. */
  function hitJson(row: number, base: string, distance?: number): string {
    const slug = pricedAs[row]
    const price = slug === undefined ? null : newPrice(slug)
    const [json, photo] = [hits[row]!, pathAt[row]!]
    const start = price === null ? 0 : priceAt[row]!
    const beforePrice = price === null ? '' : `${json.slice(0, start)}"comparable_new_inr":${price},`
    const hit = beforePrice + (photo === 0 ? json.slice(start) : json.slice(start, photo) + base + json.slice(photo))
    return distance === undefined ? hit : `${hit.slice(0, -1)},"distance_km":${distance}}`
  }

  const changing =
    <A>(change: (input: A) => void) =>
    (input: A) => {
      change(input)
      parses.clear()
      places = undefined
    }

  return {
    index,
    models,
    samples,
    values,
    put: changing((rows: readonly ListingRow[]) => rows.forEach(put)),
    hitJson,
    readHit: (row: number, distance?: number): ListingSummary => JSON.parse(hitJson(row, '', distance)),
    nameMakers: changing((manufacturers: readonly Manufacturer[]) => {
      models.nameMakers(manufacturers)
      for (const { slug, name } of manufacturers) manufacturerNames.set(slug, name)
    }),
    makerName: (slug: string) => manufacturerNames.get(slug) ?? guardOnce(sellersNames.get(slug) ?? slug),
    nameClasses: changing(models.nameClasses),
    parse(q: string): ParsedQuery<ListingSort> {
      places ??= createPlaceLookup(index.valuesOf('district'))
      return parses.getOrCompute(q, () => parseListingQuery(q, models.lookup, places!))
    },
  }
}

/** Where `near` lies. */
function placeRequested({ near, within_km, sort }: ListingParameters): Point | undefined {
  const point = near === '' ? undefined : pointOf(near)
  const errors: InputError[] = []
  if (near !== '' && !point) {
    const suggestion = nearNamed(near)
    const message = 'must be a PIN that is known, or a district with its state: Jaipur,RJ'
    errors.push({ parameter: 'near', message, ...(suggestion && { suggestion }) })
  }
  if (near === '' && within_km !== null) errors.push({ parameter: 'within_km', message: 'needs near' })
  if (near === '' && sort === 'distance_asc') errors.push({ parameter: 'sort', message: 'distance_asc needs near' })
  if (errors.length > 0) throw badInput(errors)
  return point
}

const dealerOf = ({ dealer_slug, dealer_name }: Partial<MarketListing>) =>
  dealer_slug || dealer_name?.toLowerCase() || ''

/** Finds the districts of listings by name, or in an Indic script by sound. */
function createPlaceLookup(districts: readonly string[]): PlaceLookup {
  const byName = new Map(districts.map((district) => [wordsOf(district), district]))
  const bySound = new Map(districts.map((district) => [namePhoneticKey(wordsOf(district).split(' ')), district]))
  bySound.delete('')
  return {
    districtNamed: (words) =>
      byName.get(words) ?? (isIndic(words) ? bySound.get(namePhoneticKey(words.split(' '))) : undefined),
    nearNamed,
    isKnownPin: isExistingPin,
    thisYear: () => Number(kolkataDate(Date.now()).slice(0, 4)),
  }
}

function openMarket(guard: Guard, machines: Machines) {
  let held = createHeld(guard, machines)
  /** Takes the place of what is held when it is full. */
  let filling: ReturnType<typeof createHeld> | undefined
  const projection: Projection = {
    tables: [
      feed(MANUFACTURERS, (manufacturers) => (filling ?? held).nameMakers(manufacturers)),
      feed(CLASSES, (classes) => (filling ?? held).nameClasses(classes)),
      feed(LISTINGS, (rows) => (filling ?? held).put(rows)),
    ],
    reset() {
      filling = createHeld(guard, machines)
    },
    reached() {
      held = filling ?? held
      filling = undefined
    },
  }

  return {
    projection,
    makerName: (slug: string) => held.makerName(slug),
    values: () => held.values,
    search(input: UsedQuery) {
      const sent: ListingParameters = { ...ANY_LISTING, ...input }
      sent.limit = Math.min(sent.limit, MAX_LIMIT)
      const reading = held.parse(sent.q)
      /** The parameters in force: what was sent and what the text says. */
      const query = applyFilters(sent, reading.filters)
      query.sort ||= reading.sort ?? ''
      const text = reading.clauses.length === 0 ? undefined : held.models.match(reading.clauses)
      const result = held.index.search(query, text, Date.now(), placeRequested(query))
      const filters = LISTING_FILTERS.map((name) => {
        return { name, sent: query[name], closed: CLOSED[name], meant: name === 'state' ? stateNamed : undefined }
      })
      const unmet = emptyRanges(query, BOUND_PAIRS)
      if (query.owners_max === 0)
        unmet.push('owners_max=0 leaves out every listing with an owner; 1 is the first owner')
      const reported = formatReadBack(reading, sent.sort || null, query)
      const headers = readingHeaders(query.sort, reported, unmet, filters, held.index.valuesOf)
      const { readHit, hitJson, samples } = held
      return { ...result, query, readHit, hitJson, reading, told: reported, headers, samples }
    },
    listed(ids: readonly number[]): ListingSummary[] {
      return ids.flatMap((id) => held.index.rowOf(id) ?? []).map((row) => held.readHit(row))
    },
    /** Others for sale, the same machine first, then its class: nearest in place, year and hours, a year as 100 km or 1,000 hours. */
    similar(listing: MarketListing, limit: number) {
      const { id, machine_slug, pin, district, state_code, year, hours = MISSING } = listing
      const point = pointOf(pin) ?? pointOf(`${district},${state_code}`)
      const { columns } = held.index
      const nearest = (requested: UsedQuery) => {
        const sort = point ? 'distance_asc' : 'newest'
        const query = { ...ANY_LISTING, ...requested, sort, limit: LOOKED_AT, facets: NO_FACETS } as const
        const { rows, distanceOf } = held.index.search(query, undefined, Date.now(), point)
        const difference = (row: number) => {
          const run = Math.abs(columns.hours[row]! - hours) / 1_000
          const place = (distanceOf(row) ?? FAR_KM) / 100
          return place + Math.abs(columns.year[row]! - year) + (Number.isFinite(run) ? run : 0)
        }
        const others = rows.filter((row) => columns.id[row] !== id)
        others.sort((a, b) => difference(a) - difference(b) || columns.id[b]! - columns.id[a]!)
        return others.map((row) => ({ row, distance: distanceOf(row) }))
      }
      const same = machine_slug ? nearest({ machine_slug }) : []
      const existing = new Set(same.map(({ row }) => row))
      const kin = nearest({ machine_class: listing.machine_class || listing.vehicle_class })
      const result = [...same, ...kin.filter(({ row }) => !existing.has(row))].slice(0, limit)
      return { hits: result.map(({ row, distance }) => held.readHit(row, distance)), samples: held.samples }
    },
    ids() {
      const all = { ...ANY_LISTING, limit: Infinity, facets: NO_FACETS }
      const { rows } = held.index.search(all, undefined, Date.now())
      return rows.map((row) => held.index.columns.id[row]!).filter((id) => !held.samples.has(id))
    },
  }
}

const BOUND_PAIRS = LISTING_MINS.map((min) => [min, min.replace('_min', '_max')] as const)

/** What there is of a closed list, in lower case. */
const CLOSED = Object.fromEntries(
  LISTING_FILTERS.map((name) => [name, listingField(name)?.values?.map((value) => value.toLowerCase())]),
)
