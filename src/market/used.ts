import { MAKERS } from '../catalogue/catalogue-rows.ts'
import { MarketListing } from '../contract/listing.ts'
import { shape } from '../contract/shape.ts'
import { among } from '../database/bulk.ts'
import type { Db } from '../database/schema.ts'
import { type Follower, feed, type Projection, type Table } from '../following/follower.ts'
import { kept } from '../running/kept.ts'
import {
  createUsedIndex,
  type ListingRow,
  type UsedFacets,
  type UsedFilters,
  type UsedIndex,
  type UsedSort,
} from './used-index.ts'

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
type Guard = typeof import('../guard/guard.ts')

const HITS = 20
/** How many finished cards are kept, about 1 kB each. */
const MAX_CARDS = 5_000
/** A step is read while requests wait, so it is short. */
const STEP_ROWS = 200

const LISTINGS = {
  async changed(db, revision) {
    const query = db.selectFrom('listings').select(['id', 'status', 'doc', 'revision']).where('revision', '>', revision)
    const rows = await query.orderBy('revision').limit(STEP_ROWS).execute()
    return { rows, last: rows.length < STEP_ROWS ? undefined : rows.at(-1)!.revision }
  },
} satisfies Table<ListingRow[]>

/**
 * The live listings as buyers search them, from the first search on. What they filter by is in memory; what they see is
 * read from the database and guarded again.
 */
export function createUsedMarket(db: Db, follower: Follower): UsedMarket {
  let market: Promise<ReturnType<typeof openMarket>> | undefined
  const opened = () => {
    market ??= import('../guard/guard.ts')
      .then(async (guard) => {
        const opening = openMarket(db, follower, guard)
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
    search: async (query) => (await opened()).search(query),
    ids: async (offset, limit) => (await opened()).ids(offset, limit),
  }
}

function openMarket(
  db: Db,
  follower: Follower,
  { guardText, guardListing }: Guard,
): UsedMarket & { projection: Projection } {
  let index = createUsedIndex(guardText)
  /** Takes the place of the index when it is full. */
  let filling: UsedIndex | undefined
  /** A listing is guarded once for each revision. */
  const cards = kept<number, { revision: number; summary: UsedSummary }>(MAX_CARDS)

  const projection: Projection = {
    tables: [
      feed(MAKERS, (makers) => makers.forEach((filling ?? index).nameMaker)),
      feed(LISTINGS, (rows) => rows.forEach((filling ?? index).put)),
    ],
    reset() {
      filling = createUsedIndex(guardText)
    },
    reached() {
      index = filling ?? index
      filling = undefined
    },
  }

  /** The cards of these listings that are still live. */
  async function cardsOf(ids: readonly number[]): Promise<UsedSummary[]> {
    const missing = ids.filter((id) => cards.get(id)?.revision !== index.revisionOf(id))
    const read = new Map((await readDocs(db, missing)).map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = read.get(id)
      if (!row) return missing.includes(id) ? [] : cards.get(id)!.summary
      const summary = toSummary(id, JSON.parse(row.doc), guardListing)
      cards.set(id, { revision: row.revision, summary })
      return summary
    })
  }

  return {
    projection,
    async search({ sort = 'newest', offset = 0, limit = HITS, ...filters }) {
      for (;;) {
        const { total, ids, facets } = index.search(filters, sort, offset, limit)
        const hits = await cardsOf(ids)
        if (hits.length === ids.length) return { total, offset, limit, facets, hits }
        await follower.catchUp()
        const live = new Set((await readDocs(db, ids)).map(({ id }) => id))
        // A row that was deleted by hand is in no change.
        for (const id of ids) if (!live.has(id)) index.drop(id)
      }
    },
    async ids(offset, limit) {
      return index.search({}, 'newest', offset, limit).ids
    },
  }
}

async function readDocs(db: Db, ids: readonly number[]): Promise<{ id: number; revision: number; doc: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('listings')
    .select(['id', 'revision', 'doc'])
    .where(among(db, 'id', ids))
    .where('status', '=', 'live')
    .execute()
}

function toSummary(id: number, stored: Partial<MarketListing>, guardListing: Guard['guardListing']): UsedSummary {
  const listing = shape(MarketListing, { ...stored, id })
  const card = Object.fromEntries(CARD.flatMap((name) => (name in listing ? [[name, listing[name]]] : []))) as Card
  const photos = listing.photos?.length ? listing.photos : (listing.photo_rows ?? []).map(({ url }) => url)
  const { photos: first, ...shown } = guardListing({ ...card, photos: photos.slice(0, 1) })
  return { ...shown, photo: first[0] ?? null }
}
