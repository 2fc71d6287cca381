import { MarketListing } from '../contract/listing.ts'
import { shape } from '../contract/shape.ts'
import { among } from '../database/bulk.ts'
import { readRevision } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { createUsedIndex, type UsedFacets, type UsedFilters, type UsedSort } from './used-index.ts'

/** What a card of a used machine shows: fields of the listing, and its first photo. */
const CARD = [
  ...(['id', 'maker_name', 'maker_slug', 'variant_name', 'machine_class', 'machine_slug', 'vehicle_class'] as const),
  ...(['year', 'hours', 'km', 'price_inr', 'district', 'state_code', 'created_at'] as const),
  ...(['seller', 'dealer_name', 'dealer_verified', 'inspection_mode'] as const),
]
type Card = Pick<MarketListing, (typeof CARD)[number]>
export type UsedSummary = Card & { photo: string | null }

export interface UsedQuery extends UsedFilters {
  sort?: UsedSort
  offset?: number
  limit?: number
}

export interface UsedAnswer {
  total: number
  offset: number
  limit: number
  hits: UsedSummary[]
  facets: UsedFacets
}

export interface UsedMarket {
  search(query: UsedQuery): Promise<UsedAnswer>
  /** The newest first. */
  ids(offset: number, limit: number): Promise<number[]>
}

/** The guard is loaded with the first search, so that a start is faster. */
type GuardListing = typeof import('../guard/guard.ts').guardListing

const PAGE_ROWS = 1_000
const HITS = 20
/** How many finished cards are kept, about 1 kB each. */
const MOST_CARDS = 5_000
/** How old the index may be: changes must show within two seconds. */
const FRESH_MS = 1_000

/**
 * The live listings as buyers search them. What they filter by is in memory and follows the revision; what they see is
 * read from the database and guarded again.
 */
export function createUsedMarket(db: Db, clock: () => number = Date.now): UsedMarket {
  const index = createUsedIndex()
  let seen = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  let following: Promise<void> | undefined
  const cards = new Map<number, { revision: number; summary: UsedSummary }>()

  async function follow(): Promise<void> {
    const { guardText } = await import('../guard/guard.ts')
    const newest = await readRevision(db)
    while (seen < newest) {
      const rows = await db
        .selectFrom('listings')
        .select(['id', 'status', 'doc', 'revision'])
        .where('revision', '>', seen)
        .orderBy('revision')
        .limit(PAGE_ROWS)
        .execute()
      for (const { id, status, doc } of rows) {
        if (status === 'live') index.put(id, JSON.parse(doc), guardText)
        else index.drop(id)
      }
      seen = rows.length < PAGE_ROWS ? newest : rows.at(-1)!.revision
      await new Promise(setImmediate)
    }
    checkedAt = clock()
  }

  /** The cards of these listings; a listing is guarded once for each revision. */
  async function summariesOf(ids: readonly number[]): Promise<Map<number, UsedSummary>> {
    const live = await readRevisions(db, ids)
    const missing = ids.filter((id) => live.has(id) && cards.get(id)?.revision !== live.get(id))
    const { guardListing } = await import('../guard/guard.ts')
    for (const { id, revision, doc } of await readDocs(db, missing)) {
      cards.delete(id)
      cards.set(id, { revision, summary: toSummary(id, JSON.parse(doc), guardListing) })
    }
    const found = ids.flatMap((id) => (live.has(id) ? [[id, cards.get(id)?.summary] as const] : []))
    for (const id of cards.keys()) {
      if (cards.size <= MOST_CARDS) break
      cards.delete(id)
    }
    return new Map(found.filter((its): its is [number, UsedSummary] => its[1] !== undefined))
  }

  async function current(): Promise<void> {
    if (Math.abs(clock() - checkedAt) < FRESH_MS) return
    following ??= follow().finally(() => {
      following = undefined
    })
    await following
  }

  return {
    async search({ sort = 'newest', offset = 0, limit = HITS, ...filters }) {
      await current()
      const { total, ids, facets } = index.search(filters, sort, offset, limit)
      const hits = await summariesOf(ids)
      // A removed listing leaves no revision.
      for (const id of ids) if (!hits.has(id)) index.drop(id)
      return { total, offset, limit, facets, hits: ids.flatMap((id) => hits.get(id) ?? []) }
    },
    async ids(offset, limit) {
      await current()
      return index.search({}, 'newest', offset, limit).ids
    },
  }
}

/** The live ones among these listings, with their revisions. */
async function readRevisions(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await liveListings(db, ids).select(['id', 'revision']).execute()
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

async function readDocs(db: Db, ids: readonly number[]): Promise<{ id: number; revision: number; doc: string }[]> {
  if (ids.length === 0) return []
  return liveListings(db, ids).select(['id', 'revision', 'doc']).execute()
}

function liveListings(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('listings')
    .where(among(db, 'id', ids))
    .where('status', '=', 'live')
}

function toSummary(id: number, stored: Partial<MarketListing>, guardListing: GuardListing): UsedSummary {
  const listing = shape(MarketListing, { ...stored, id })
  const card = Object.fromEntries(CARD.flatMap((name) => (name in listing ? [[name, listing[name]]] : []))) as Card
  const photos = listing.photos?.length ? listing.photos : (listing.photo_rows ?? []).map(({ url }) => url)
  const { photos: first, ...shown } = guardListing({ ...card, photos: photos.slice(0, 1) })
  return { ...shown, photo: first[0] ?? null }
}
