import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Db } from '../../database/schema.ts'
import { type CheckedRow, checkRow } from '../check-row.ts'
import { warning } from '../issue.ts'
import type { SheetRow } from '../sheet-row.ts'
import { type Mapping, OPEN, type StoredMapping } from './mapping.ts'

/** Withdrawing more than this share of a sender's live listings needs their number. */
const MAX_WITHDRAWN_SHARE = 0.2
/** Release 1.7 made ids of lines; a sheet may have had more lines than rows. */
const LINES_BEYOND_ROWS = 200
const MAX_SHOWN_ABSENT = 100

export interface ImportPlan {
  ids: Map<string, number>
  live: number
  absent: AbsentListing[]
  /** Listings imported before release 2.0 that no row matches. */
  unmatched: AbsentListing[]
}

interface AbsentListing {
  id: number
  name: string
}

type Content = Record<string, unknown>
interface EarlierListing extends AbsentListing {
  content: Content
  isLive: boolean
}

export const EMPTY_PLAN: ImportPlan = { ids: new Map(), live: 0, absent: [], unmatched: [] }

export async function planListings(
  db: Db,
  mapping: Mapping,
  stored: StoredMapping | undefined,
  rows: AsyncIterable<readonly SheetRow[]>,
): Promise<ImportPlan> {
  const { sender } = mapping
  const senders = await db
    .selectFrom('listing_senders')
    .select(['listing_id', 'identity'])
    .where('sender', '=', sender)
    .execute()
  const ids = new Map(senders.map(({ identity, listing_id }) => [identity, listing_id]))
  const isLegacy = stored !== undefined && stored.mapping.identity === OPEN
  const isChanged = stored !== undefined && JSON.stringify(stored.mapping.identity) !== JSON.stringify(mapping.identity)
  const unknown: { identity: string; content: Content }[] = []
  const inSheet = new Set<number>()
  for await (const batch of rows)
    for (const { row } of batch) {
      const { identity, number } = (row.sender ?? {}) as { identity?: string; number?: string }
      if (identity === undefined) continue
      const id = ids.get(identity)
      if (id !== undefined) inSheet.add(id)
      else if (isChanged) unknown.push({ identity, content: { ...row, number } })
    }
  const lost = senders.flatMap(({ listing_id }) => (inSheet.has(listing_id) ? [] : [listing_id]))
  const earlier = isLegacy ? await legacyIds(db, sender, unknown) : []
  const candidates = isChanged ? await readListings(db, [...lost, ...earlier]) : []
  for (const [identity, id] of matchByContent(unknown, candidates)) {
    ids.set(identity, id)
    inSheet.add(id)
  }
  const self = await readListings(db, [...new Set([...senders.map(({ listing_id }) => listing_id), ...earlier])])
  const live = self.filter(({ isLive }) => isLive)
  const absent = live.filter(({ id }) => !inSheet.has(id)).map(({ id, name }) => ({ id, name }))
  const unmatched = isLegacy ? absent.filter(({ id }) => earlier.includes(id)) : []
  return { ids, live: live.length, absent, unmatched }
}

/** Why the listings that the sheet lacks may not be withdrawn; undefined if they may. */
export function whyNotWithdrawn(
  { absent, live }: ImportPlan,
  mapping: Mapping,
  confirmed: number | undefined,
): string | undefined {
  if (mapping.absent !== 'withdraw' || absent.length <= live * MAX_WITHDRAWN_SHARE || confirmed === absent.length)
    return undefined
  return `${absent.length} of ${live} live listings of ${mapping.sender} are not in the sheet; withdrawing more than 20% needs their number: --withdraw ${absent.length}`
}

export function toPlanView(plan: ImportPlan, mapping: Mapping) {
  const { absent, unmatched, live } = plan
  const needsNumber = whyNotWithdrawn(plan, mapping, undefined) !== undefined
  return {
    live,
    absent: absent.slice(0, MAX_SHOWN_ABSENT),
    count: absent.length,
    unmatched: unmatched.length,
    isWithdrawn: mapping.absent === 'withdraw',
    needsNumber,
  }
}

export type PlanView = ReturnType<typeof toPlanView>

export function withdrawals({ absent }: ImportPlan, { absent: action, sender }: Mapping, today: string): CheckedRow[] {
  if (action !== 'withdraw') return []
  return absent.map(({ id }) => {
    const input = { type: 'listing', patch: true, id, status: 'withdrawn' }
    const row = checkRow(input, { file: 'absent', line: 1, raw: undefined }, { today })
    const issue = warning('status', `becomes withdrawn: ${sender} no longer lists it`)
    return { ...row, issues: [...row.issues, issue] }
  })
}

/** Ids that release 1.7 gave to this sender's listings, from stock numbers or from files and lines. */
async function legacyIds(db: Db, sender: string, rows: readonly { content: Content }[]): Promise<number[]> {
  const stored = await db
    .selectFrom('listings as l')
    .leftJoin('listing_senders as s', 's.listing_id', 'l.id')
    .select('l.id')
    .where('s.listing_id', 'is', null)
    .execute()
  const free = new Set(stored.map(({ id }) => id))
  const hash = (...parts: readonly (string | number)[]) =>
    Number.parseInt(createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 13), 16) || 1
  const senders = [sender, `${sender}.yaml`, `${sender}.yml`, `${sender}.json`, '']
  const result = new Set<number>()
  const add = (id: number) => free.has(id) && result.add(id)
  const imports = await db.selectFrom('imports').select(['file', 'read']).execute()
  const files = new Map<string, number>()
  for (const { file, read } of imports)
    for (const path of file.split(', ')) files.set(basename(path), Math.max(files.get(basename(path)) ?? 0, read))
  for (const name of senders) {
    for (const { content } of rows) if (content.number !== undefined) add(hash(name, 'number', String(content.number)))
    for (const [file, read] of files)
      for (let line = 1; line <= read + LINES_BEYOND_ROWS; line++) add(hash(name, file, line))
  }
  return [...result]
}

async function readListings(db: Db, ids: readonly number[]): Promise<EarlierListing[]> {
  const listings: EarlierListing[] = []
  for (let from = 0; from < ids.length; from += 1_000) {
    const rows = await db
      .selectFrom('listings')
      .select(['id', 'status', 'doc'])
      .where('id', 'in', ids.slice(from, from + 1_000))
      .execute()
    for (const { id, status, doc } of rows) {
      const content = JSON.parse(doc) as Content
      listings.push({
        id,
        content,
        isLive: status === 'live',
        name: `${content.maker_name} ${content.variant_name}, ${content.year}`,
      })
    }
  }
  return listings
}

/** From the strictest: a row and a listing belong together if both are the only ones with these contents. */
const MATCHED_BY = [
  ['maker_slug', 'variant_slug', 'year', 'hours', 'km', 'price_inr', 'district', 'pin'],
  ['maker_slug', 'variant_slug', 'year', 'hours', 'pin'],
  ['maker_slug', 'variant_slug', 'year', 'price_inr'],
  ['maker_slug', 'variant_slug', 'year', 'pin'],
  ['maker_slug', 'variant_slug', 'year'],
]

function matchByContent(
  rows: readonly { identity: string; content: Content }[],
  listings: readonly { id: number; content: Content }[],
): Map<string, number> {
  const matched = new Map<string, number>()
  const taken = new Set<number>()
  for (const fields of MATCHED_BY) {
    const keyOf = ({ content }: { content: Content }) => JSON.stringify(fields.map((field) => content[field] ?? null))
    const byKey = Map.groupBy(
      listings.filter(({ id }) => !taken.has(id)),
      keyOf,
    )
    const open = Map.groupBy(
      rows.filter(({ identity }) => !matched.has(identity)),
      keyOf,
    )
    for (const [key, [row, ...others]] of open) {
      const [listing, ...more] = byKey.get(key) ?? []
      if (!listing || others.length > 0 || more.length > 0) continue
      matched.set(row!.identity, listing.id)
      taken.add(listing.id)
    }
  }
  return matched
}
