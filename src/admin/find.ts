import { type RawBuilder, sql } from 'kysely'
import { type Db, jsonMember, withoutIndexOrder } from '../database/schema.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { findListings, within } from '../listings/moderation/moderation.ts'
import type { Cell } from './actions.ts'
import { LISTING_STATE, listingsNumbered, titleOf } from './listings.ts'

/** Something that was found. */
export interface SearchHit {
  /** Its page in the console. */
  path: string
  name: string
  /** Slug, key, id or reference. */
  key: string
  about: string
  state: Cell
}

/** What can be looked for, in this order. */
export const SEARCH_KINDS = {
  machine: 'Machines',
  implement: 'Implements',
  manufacturer: 'Makers',
  class: 'Classes',
  listing: 'Listings',
  key: 'Keys',
  webhook: 'Webhooks',
  enquiry: 'Enquiries',
} as const
export type SearchKind = keyof typeof SEARCH_KINDS

interface Paging {
  limit: number
  offset?: number
}

type FindRow = Omit<SearchHit, 'path' | 'state'> & { state: string | null }

/** Looks for words in names and keys, published or not, in any case. */
export async function searchRecords(
  db: Db,
  kind: SearchKind,
  q: string,
  now: number,
  paging: Paging,
): Promise<SearchHit[]> {
  if (kind === 'listing') {
    const ids = await listingsNumbered(db, q)
    return (await findListings(db, { q, ids, ...paging })).map((listing) => {
      const { district = '', state_code = '' } = listing.listing
      const hit = { path: `listings/${listing.id}`, name: titleOf(listing), key: String(listing.id) }
      return { ...hit, about: `${district}, ${state_code}`, state: LISTING_STATE.value(listing, now)! }
    })
  }
  const { rows } = await searchQuery(db, kind, q, paging).execute(db)
  const place = { key: 'keys', webhook: 'webhooks', enquiry: 'enquiries' }[kind as string] ?? `records/${kind}`
  return rows.map((row) => ({ ...row, path: `${place}/${row.key}`, state: stateOf(kind, row.state, now) }))
}

/** Exported for its test. */
export function searchQuery(
  db: Db,
  kind: Exclude<SearchKind, 'listing'>,
  q: string,
  paging: Paging,
): RawBuilder<FindRow> {
  const { limit, offset = 0 } = paging
  const name = (column: string, member: string) => sql`(${jsonMember(db, column, member)})`
  const select = {
    machine:
      () => sql`select ${withoutIndexOrder(db, 'm.slug')} as key, ${name('m.facts', 'name')} as name, k.name as about,
        m.published_at as state from machines m join manufacturers k on k.id = m.manufacturer_id
      where ${having(q, sql`m.slug`, sql`k.name`, sql`m.aliases`, name('m.facts', 'name'))}`,
    implement:
      () => sql`select i.slug as key, ${name('i.doc', 'name')} as name, k.name as about, i.published_at as state
      from implements i join manufacturers k on k.id = i.manufacturer_id
      where ${having(q, sql`i.slug`, sql`k.name`, name('i.doc', 'name'))}`,
    manufacturer: () => sql`select slug as key, name, '' as about, null as state from manufacturers
      where ${having(q, sql`slug`, sql`name`, sql`aliases`)}`,
    class: () => sql`select key, ${name('doc', 'label')} as name, '' as about, null as state from classes
      where ${having(q, sql`key`, sql`doc`)}`,
    key: () => sql`select id as key, name, tier as about, case when revoked_at is null then null else 'revoked' end as state
      from api_keys where ${having(q, sql`id`, sql`name`)}`,
    webhook: () => sql`select s.id as key, s.url as name, k.name as about,
        case when s.disabled_at is null then null else 'disabled' end as state
      from subscriptions s join api_keys k on k.id = s.key_id where ${having(q, sql`s.id`, sql`s.url`, sql`k.name`)}`,
    enquiry: () => sql`select reference as key, name, 'listing ' || listing_id as about, status as state from enquiries
      where ${having(q, sql`reference`, sql`name`, sql`phone`, sql`email`, sql`message`)}`,
  }
  return sql<FindRow>`select * from (${select[kind]()}) found order by key limit ${limit} offset ${offset}`
}

/** Each word stands in one of the columns, which are looked through as one text. */
function having(q: string, ...columns: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const texts = columns.map((column) => sql`coalesce(${column}, '')`)
  const text = sql`lower(${sql.join(texts, sql` || ' ' || `)})`
  const inOne = (word: string) => sql`${text} like ${anyCase(within(word))} escape '\\'`
  return words.length > 0 ? sql.join(words.map(inOne), sql` and `) : sql`1 = 1`
}

/** SQLite knows the cases of ASCII alone: another letter that has two may be any. */
function anyCase(pattern: string): string {
  return pattern.replace(/[^\x00-\x7f]/gu, (letter) => (letter.toLowerCase() === letter.toUpperCase() ? letter : '_'))
}

function stateOf(kind: SearchKind, state: string | null, now: number): Cell {
  if (kind === 'machine' || kind === 'implement') {
    if (state === null) return { text: 'not published', severity: 'warn' }
    return state <= kolkataDate(now)
      ? { text: 'published', severity: 'good' }
      : { text: `from ${state}`, severity: 'warn' }
  }
  return state && { text: state, severity: state === 'open' ? 'warn' : 'calm' }
}
