import { type RawBuilder, sql } from 'kysely'
import { countRows, type Db, jsonMember, whereIn } from '../../database/schema.ts'
import type { ListingDecisionTable } from '../../database/tables/market.ts'
import type { MarketListing } from '../../schema/api/listing.ts'
import { LISTING_STATUSES } from '../../schema/api/values.ts'
import { readListingId } from '../../schema/records/listing-id.ts'
import type { ListingStatus } from '../states.ts'
import type { SentText } from './sent-texts.ts'

interface DeskQuery {
  status?: ListingStatus | undefined
  /** An id (`#12` is only an id), or words of manufacturer, model and district. */
  q?: string | undefined
  /** Listings whose sender's own number is `q`. */
  ids?: readonly number[]
  state?: string | undefined
  removed?: boolean | undefined
  limit: number
  offset?: number
}

export interface DeskListing {
  id: number
  status: ListingStatus
  listing: Partial<MarketListing>
  removed: Record<string, number>
  /** Empty once the listing is live. */
  sent: SentText[]
  /** Reason for review. */
  doubt: string | undefined
  decision: Pick<ListingDecisionTable, 'reason' | 'at' | 'by'> | undefined
}

/** Waiting listings come oldest first, the others newest first. */
export async function searchListings(db: Db, query: DeskQuery): Promise<{ total: number; listings: DeskListing[] }> {
  const listings = await findListings(db, query)
  const { limit, offset = 0 } = query
  const isLast = listings.length < limit && (listings.length > 0 || offset === 0)
  return { total: isLast ? offset + listings.length : await countRows(db, 'listings', matching(db, query)), listings }
}

/** Without the count, which reads every listing. */
export async function findListings(db: Db, query: DeskQuery): Promise<DeskListing[]> {
  const order = query.status === 'review' || query.status === 'draft' ? 'asc' : 'desc'
  const { limit, offset = 0 } = query
  const ids = idsIn(query)
  const result = await db
    .selectFrom('listings')
    .select('id')
    .where(matching(db, query))
    .$if(ids.length > 0, (some) => some.orderBy(whereIn(db, 'id', ids), 'desc'))
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
    .execute()
  return readListings(
    db,
    result.map(({ id }) => id),
  )
}

export async function readDeskListing(db: Db, id: number): Promise<DeskListing | undefined> {
  return (await readListings(db, [id]))[0]
}

export async function countStatuses(db: Db): Promise<Partial<Record<ListingStatus, number>>> {
  const rows = await db
    .selectFrom('listings')
    .select((eb) => ['status', eb.fn.countAll().as('count')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}

export async function countRemovals(db: Db): Promise<{ listings: number; fields: Record<string, number> }> {
  const rows = await db
    .selectFrom('listings')
    .select((eb) => ['removed', eb.fn.countAll().as('count')])
    .where('removed', '<>', sql.lit(''))
    .groupBy('removed')
    .orderBy('removed')
    .execute()
  const fields: Record<string, number> = {}
  let listings = 0
  for (const { removed, count } of rows) {
    listings += Number(count)
    for (const [field, each] of Object.entries(JSON.parse(removed) as Record<string, number>)) {
      fields[field] = (fields[field] ?? 0) + each * Number(count)
    }
  }
  return { listings, fields }
}

function matching(db: Db, query: DeskQuery) {
  const { status, q = '', state, removed } = query
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const ids = idsIn(query)
  const texts = words.map((word) => wordIn(db, word))
  // Naming every status lets the query use the index that begins with it.
  const statuses = status ? [status] : words.length > 0 || state ? LISTING_STATUSES : []
  const conditions = [
    ...(statuses.length > 0 ? [sql`status in (${sql.join(statuses)})`] : []),
    ...(state ? [sql`state_code = ${state.toUpperCase()}`] : []),
    ...(removed ? [sql`removed <> ''`] : []),
    ...(ids.length === 0
      ? texts
      : q.includes('#')
        ? [whereIn(db, 'id', ids)]
        : [sql`(${whereIn(db, 'id', ids)} or (${sql.join(texts, sql` and `)}))`]),
  ]
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`1 = 1`
}

function idsIn({ q = '', ids = [] }: DeskQuery): number[] {
  const id = readListingId(q.trim().replace(/^#/, ''))
  return id === undefined ? [...ids] : [id, ...ids]
}

/** Listings without a machine are searched by the seller's model name. */
function wordIn(db: Db, word: string) {
  const has = (text: RawBuilder<unknown>, part = word) => sql`${text} like ${within(part)} escape '\\'`
  const inSlug = word.replace(/[^\p{L}\p{N}]+/gu, '')
  const model = sql`lower(${jsonMember(db, 'doc', 'variant_name')})`
  return sql`(${has(sql`maker`)} or ${has(sql`district`)} or ${inSlug ? has(sql`machine_slug`, inSlug) : sql`1 = 0`}
    or (machine_slug = '' and ${has(model)}))`
}

export function within(word: string): string {
  return `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

async function readListings(db: Db, ids: readonly number[]): Promise<DeskListing[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('listings as l')
    .leftJoin('listing_contacts as c', 'c.listing_id', 'l.id')
    .leftJoin('listing_decisions as d', (join) =>
      join.onRef('d.listing_id', '=', 'l.id').onRef('d.status', '=', 'l.status'),
    )
    .select(['l.id', 'l.status', 'l.doc', 'l.removed', 'c.doc as contact', 'c.texts', 'd.reason', 'd.at', 'd.by'])
    .where(whereIn(db, 'l.id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const [{ sentTexts }, { doubtOfListing: reviewReasonOfListing }] = await Promise.all([
    import('./sent-texts.ts'),
    import('../../redaction/redaction.ts'),
  ])
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const listing: DeskListing['listing'] = JSON.parse(row.doc)
    const contact: unknown = row.contact ? JSON.parse(row.contact) : undefined
    return {
      id,
      status: row.status as ListingStatus,
      listing,
      removed: row.removed === '' ? {} : JSON.parse(row.removed),
      sent: row.texts ? sentTexts(JSON.parse(row.texts), contact) : [],
      doubt: row.status === 'review' ? reviewReasonOfListing(listing) : undefined,
      decision: row.at === null ? undefined : { reason: row.reason!, at: row.at, by: row.by! },
    }
  })
}
