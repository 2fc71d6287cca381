import { CLASSES, MAKERS } from '../catalogue/catalogue-rows.ts'
import type { Maker } from '../catalogue/records.ts'
import type { MarketListing } from '../contract/listing.ts'
import { ListingParameters, ListingSummary } from '../contract/market.ts'
import { shape } from '../contract/shape.ts'
import { INSPECTION_MODES, MAX_LIMIT, SELLERS, STATE_CODES } from '../contract/values.ts'
import { among } from '../database/bulk.ts'
import type { Db } from '../database/schema.ts'
import { type Follower, feed, type Projection, type Table } from '../following/follower.ts'
import { kept } from '../running/kept.ts'
import { readingHeaders } from '../search/search-headers.ts'
import { createListingIndex, type ListingFacets } from './listing-index.ts'
import { createListingModels } from './listing-models.ts'
import type { ListingFacet, ListingFacts } from './listing-rows.ts'
import { wordsOf } from './places.ts'
import { asListingRead, type ListingReading, listingReadBack, readListingQuery } from './read-listing-query.ts'

export const ANY_LISTING: ListingParameters = shape(ListingParameters, {})
export type UsedQuery = Partial<ListingParameters>

export interface UsedAnswer {
  /** The parameters in force: what was sent and what the text says. */
  query: ListingParameters
  total: number
  hits: ListingSummary[]
  facets: ListingFacets
  reading: ListingReading
  headers: Record<string, string>
}

export interface UsedMarket {
  /** The name of a maker that listings have: the catalogue's, else as one of them gives it. */
  makerName(slug: string): Promise<string>
  search(query: UsedQuery): Promise<UsedAnswer>
  /** The answer of `GET /v1/market/listings` as JSON. */
  searchJson(query: UsedQuery): Promise<{ page: Buffer; headers: Record<string, string> }>
  /** The newest first. */
  ids(offset: number, limit: number): Promise<number[]>
  /** Loads the listings, which otherwise happens with the first search. */
  load(): Promise<void>
}

/** The guard is loaded with the listings, so that a start is faster. */
type Guard = typeof import('../guard/guard.ts')
/** The lowest price of a machine of the catalogue when new. */
type NewPrice = (machineSlug: string) => number | null

/** The largest sum of the finished hits that are kept, in characters. A hit has about 700. */
const MAX_KEPT = 72 * 1024 * 1024
/** A step is read while requests wait, so it is short. */
const STEP_ROWS = 200
const MAX_READINGS = 256

interface ListingRow {
  id: number
  status: string
  sold_at: number | null
  doc: string
  revision: number
}

const LISTINGS = {
  async changed(db, revision) {
    const query = db.selectFrom('listings').select(['id', 'status', 'sold_at', 'doc', 'revision'])
    const rows = await query.where('revision', '>', revision).orderBy('revision').limit(STEP_ROWS).execute()
    return { rows, last: rows.length < STEP_ROWS ? undefined : rows.at(-1)!.revision }
  },
} satisfies Table<ListingRow[]>

/**
 * The listings as buyers search them, from the first search on. What they filter by is in memory; what they see is read
 * from the database and guarded again.
 */
export function createUsedMarket(db: Db, follower: Follower, newPrice: NewPrice = () => null): UsedMarket {
  let market: Promise<ReturnType<typeof openMarket>> | undefined
  const opened = () => {
    market ??= import('../guard/guard.ts')
      .then(async (guard) => {
        const opening = openMarket(db, follower, guard, newPrice)
        await follower.follow(opening.projection)
        return opening
      })
      .catch((error: unknown) => {
        market = undefined
        throw error
      })
    return market
  }
  return {
    async search(query) {
      const { hits, ...answer } = await (await opened()).search(query)
      return { ...answer, hits: hits.map((hit) => JSON.parse(hit)) }
    },
    async searchJson(given) {
      const { query, hits, total, facets, headers } = await (await opened()).search(given)
      const { offset, limit, sort } = query
      const rest = JSON.stringify({ total, offset, limit, facets, sort: sort || null }).slice(1)
      return { page: Buffer.from(`{"query":${JSON.stringify(query.q)},"hits":[${hits.join()}],${rest}`), headers }
    },
    makerName: async (slug) => (await opened()).makerName(slug),
    ids: async (offset, limit) => (await opened()).ids(offset, limit),
    async load() {
      await opened()
    },
  }
}

/** What is kept in memory of all listings. */
function createHeld(guardText: Guard['guardText']) {
  const index = createListingIndex()
  const models = createListingModels()
  const modelOf = new Map<number, number>()
  const makerNames = new Map<string, string>()
  const sellersNames = new Map<string, string>()
  const readings = new Map<string, ListingReading>()
  let districts: Map<string, string> | undefined

  function drop(id: number): void {
    const model = modelOf.get(id)
    if (model === undefined) return
    models.release(model)
    modelOf.delete(id)
    index.remove(id)
  }

  function put(row: ListingRow): void {
    drop(row.id)
    if (row.status !== 'live' && row.status !== 'sold') return
    const { model, facts } = toFacts(row, guardText)
    const number = models.hold(model)
    modelOf.set(row.id, number)
    sellersNames.set(model.maker_slug, model.maker_name)
    index.put({ ...facts, model: number })
  }

  const changing =
    <A>(change: (given: A) => void) =>
    (given: A) => {
      change(given)
      readings.clear()
      districts = undefined
    }

  return {
    index,
    models,
    put: changing((rows: readonly ListingRow[]) => rows.forEach(put)),
    drop: changing(drop),
    nameMakers: changing((makers: readonly Maker[]) => {
      models.nameMakers(makers)
      for (const { slug, name } of makers) makerNames.set(slug, name)
    }),
    makerName: (slug: string) => makerNames.get(slug) ?? guardText(sellersNames.get(slug) ?? slug),
    nameClasses: changing(models.nameClasses),
    read(q: string): ListingReading {
      districts ??= new Map(index.valuesOf('district').map((district) => [wordsOf(district), district]))
      if (readings.size >= MAX_READINGS) readings.clear()
      return readings.getOrInsertComputed(q, () => readListingQuery(q, models.index, (words) => districts!.get(words)))
    },
  }
}

/** A listing as it is shown in a list, in JSON; the price of a new one is put between when it is shown. */
interface Hit {
  revision: number
  before: string
  after: string
  /** The machine whose price when new is shown; undefined when the listing tells one, or names no machine. */
  slug: string | undefined
}

function openMarket(db: Db, follower: Follower, { guardText, guardListing }: Guard, newPrice: NewPrice) {
  let held = createHeld(guardText)
  /** Takes the place of what is held when it is full. */
  let filling: ReturnType<typeof createHeld> | undefined
  /** A listing is guarded once for each revision. */
  const kepts = kept<number, Hit>(MAX_KEPT, ({ before, after }) => before.length + after.length)

  const projection: Projection = {
    tables: [
      feed(MAKERS, (makers) => (filling ?? held).nameMakers(makers)),
      feed(CLASSES, (classes) => (filling ?? held).nameClasses(classes)),
      feed(LISTINGS, (rows) => (filling ?? held).put(rows)),
    ],
    reset() {
      filling = createHeld(guardText)
    },
    reached() {
      held = filling ?? held
      filling = undefined
    },
  }

  /** The listings in JSON, as they are at the revision of the index; undefined when one has changed since. */
  async function hitsOf(ids: readonly number[]): Promise<string[] | undefined> {
    const { index } = held
    const missing = ids.filter((id) => kepts.get(id)?.revision !== index.revisionOf(id))
    for (const row of await readRows(db, missing)) kepts.set(row.id, toHit(row, guardListing))
    const hits: string[] = []
    for (const id of ids) {
      const hit = kepts.get(id)
      if (hit === undefined || hit.revision !== held.index.revisionOf(id)) return undefined
      const price = hit.slug === undefined ? null : newPrice(hit.slug)
      hits.push(hit.before + (price === null ? '' : `"comparable_new_inr":${price},`) + hit.after)
    }
    return hits
  }

  return {
    projection,
    makerName: (slug: string) => held.makerName(slug),
    async search(given: UsedQuery) {
      const sent: ListingParameters = { ...ANY_LISTING, ...given }
      sent.limit = Math.min(sent.limit, MAX_LIMIT)
      for (;;) {
        const reading = held.read(sent.q)
        const query = asListingRead(sent, reading)
        const { sides } = reading
        const text = sides.map((words) => words.join(' ')).join(' or ')
        const models = sides.length === 0 ? undefined : { text, costs: held.models.match(sides) }
        const { ids, total, facets } = held.index.search(query, models, Date.now())
        const filters = FILTERS.map((name) => ({ name, sent: query[name], closed: CLOSED[name] }))
        const headers = readingHeaders(query.sort, listingReadBack(sent, reading), filters, held.index.valuesOf)
        const hits = await hitsOf(ids)
        if (hits) return { query, total, hits, facets, reading, headers }
        await follower.catchUp()
        const present = new Set((await readRows(db, ids)).map(({ id }) => id))
        // A row that was deleted by hand is in no change.
        for (const id of ids) if (!present.has(id)) held.drop(id)
      }
    },
    ids: (offset: number, limit: number) =>
      held.index.search({ ...ANY_LISTING, offset, limit }, undefined, Date.now()).ids,
  }
}

const FILTERS = ['maker', 'machine_class', 'state', 'district', 'seller', 'inspection_mode'] as const
const CLOSED: Partial<Record<ListingFacet, readonly string[]>> = {
  state: STATE_CODES.map((code) => code.toLowerCase()),
  seller: SELLERS,
  inspection_mode: INSPECTION_MODES,
}

async function readRows(db: Db, ids: readonly number[]): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('listings')
    .select(['id', 'status', 'sold_at', 'revision', 'doc'])
    .where(among(db, 'id', ids))
    .where('status', 'in', ['live', 'sold'])
    .execute()
}

const orNull = (text: string | undefined) => text || null

function toFacts({ id, status, sold_at, doc, revision }: ListingRow, guardText: Guard['guardText']) {
  const listing = JSON.parse(doc) as Partial<MarketListing>
  const district = listing.district && guardText(listing.district)
  const maker = listing.maker_slug ?? ''
  const machine_class = orNull(listing.machine_class || listing.vehicle_class)
  const model = {
    ...{ maker_slug: maker, maker_name: listing.maker_name ?? '', machine_class },
    variant_name: listing.variant_name ?? '',
  }
  const facts: Omit<ListingFacts, 'model'> = {
    ...{ id, revision, isSold: status === 'sold', soldAt: sold_at ?? 0 },
    ...{ maker: orNull(maker), machine_class, state: orNull(listing.state_code), district: orNull(district) },
    seller: listing.seller ?? 'owner',
    inspection_mode: listing.inspection_mode ?? 'declared',
    machine_slug: listing.machine_slug ?? '',
    year: listing.year ?? 0,
    price: listing.price_inr ?? 0,
    hours: listing.hours ?? Number.POSITIVE_INFINITY,
    km: listing.km ?? 0,
    owners: listing.owners ?? 0,
    created: Date.parse(listing.created_at ?? ''),
  }
  return { model, facts }
}

function toHit({ id, status, doc, revision }: ListingRow, guardListing: Guard['guardListing']): Hit {
  const stored = JSON.parse(doc) as Partial<MarketListing>
  const photos = stored.photos?.length ? stored.photos : (stored.photo_rows ?? []).map(({ url }) => url)
  const { photos: first, ...shown } = guardListing({
    ...shape(ListingSummary, { ...stored, id, status }),
    photos: photos.slice(0, 1),
  })
  const json = JSON.stringify({ ...shown, ...(first[0] && { photo: first[0] }) })
  const at = json.indexOf('"state_code":')
  const isTold = shown.comparable_new_inr !== undefined || !shown.machine_slug
  return { revision, before: json.slice(0, at), after: json.slice(at), slug: isTold ? undefined : shown.machine_slug }
}
