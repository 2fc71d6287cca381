import type { ClassRecord } from '../catalogue/records.ts'
import type { EventName } from '../contract/webhook.ts'
import { among, rowsAmong } from '../database/bulk.ts'
import type { Db, Schema } from '../database/schema.ts'
import type { ImplementTable, MachineTable, ManufacturerTable, SourceTable } from '../database/tables/catalogue.ts'
import type { ListingContactTable, ListingDecisionTable, ListingTable } from '../database/tables/market.ts'
import type { CheckedRow } from './check-row.ts'
import type { RecordType } from './row-shapes.ts'

interface Named {
  id: number
  slug: string
}

/** The records of one table that a batch may touch: as stored, then as the rows change them. */
export interface Pile<Row extends Named> {
  bySlug: Map<string, Row>
  slugById: Map<number, string>
  changed: Set<string>
  /** The highest id in use. */
  lastId: number
}

export interface ClassEntry {
  record: ClassRecord
  doc: string
}

export interface WorkingSet {
  makers: Pile<ManufacturerTable>
  machines: Pile<MachineTable>
  implements: Pile<ImplementTable>
  classes: Map<string, ClassEntry>
  changedClasses: Set<string>
  listings: Map<number, ListingTable>
  changedListings: Set<number>
  /** JSON texts by `recordKey`; an empty text means none. */
  sources: Map<string, string>
  changedSources: Set<string>
  contacts: Map<number, ListingContactTable>
  changedContacts: Set<number>
  /** What operators decided about listings. */
  decisions: ReadonlyMap<number, ListingDecisionTable>
  wanted: ReadonlySet<EventName>
}

type NamedTable = 'manufacturers' | 'machines' | 'implements'

export function recordKey(type: RecordType, key: string | number): string {
  return `${type} ${key}`
}

/** Loads everything that the rows of a batch name, in a few queries. */
export async function loadWorkingSet(
  trx: Db,
  rows: readonly CheckedRow[],
  wanted: ReadonlySet<EventName>,
): Promise<WorkingSet> {
  const named = gatherNames(rows)
  const makers = await loadPile<ManufacturerTable>(trx, 'manufacturers', named.manufacturer)
  const machines = await loadPile<MachineTable>(trx, 'machines', named.machine)
  await loadMakersOf(trx, makers, machines)
  const listings = await loadListings(trx, [...named.listing])
  const set: WorkingSet = {
    makers,
    machines,
    implements: await loadPile<ImplementTable>(trx, 'implements', named.implement),
    classes: await loadClasses(trx),
    changedClasses: new Set(),
    listings,
    changedListings: new Set(),
    sources: new Map(),
    changedSources: new Set(),
    contacts: await loadOf(trx, 'listing_contacts', [...listings.keys()]),
    changedContacts: new Set(),
    decisions: await loadOf(trx, 'listing_decisions', [...listings.keys()]),
    wanted,
  }
  await loadSources(trx, set, named)
  return set
}

interface NamedRecords {
  slugs: Set<string>
  ids: Set<number>
}

interface Names {
  manufacturer: NamedRecords
  machine: NamedRecords
  implement: NamedRecords
  class: Set<string>
  listing: Set<number>
}

function gatherNames(rows: readonly CheckedRow[]): Names {
  const names: Names = {
    manufacturer: { slugs: new Set(), ids: new Set() },
    machine: { slugs: new Set(), ids: new Set() },
    implement: { slugs: new Set(), ids: new Set() },
    class: new Set(),
    listing: new Set(),
  }
  for (const { type, fields } of rows) {
    const { id, slug, key, manufacturer } = fields
    if (type === 'listing') {
      if (typeof id === 'number') names.listing.add(id)
      continue
    }
    if (type === 'class') {
      if (typeof key === 'string') names.class.add(key)
      continue
    }
    if (type === undefined) continue
    const records = names[type]
    if (typeof slug === 'string') records.slugs.add(slug)
    if (typeof id === 'number') records.ids.add(id)
    if (manufacturer) names.manufacturer.slugs.add(makerSlug(manufacturer))
  }
  return names
}

/** The manufacturer in a checked row is a slug or `{slug, name}`. */
export function makerSlug(manufacturer: unknown): string {
  return typeof manufacturer === 'string' ? manufacturer : (manufacturer as { slug: string }).slug
}

async function loadPile<Row extends Named>(
  trx: Db,
  table: NamedTable,
  { slugs, ids }: NamedRecords,
): Promise<Pile<Row>> {
  const pile: Pile<Row> = { bySlug: new Map(), slugById: new Map(), changed: new Set(), lastId: 0 }
  if (slugs.size === 0) return pile
  for (const row of await rowsAmong(trx, table, 'slug', [...slugs])) remember(pile, row as unknown as Row)
  const last = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  pile.lastId = last?.id ?? 0
  const others = [...ids].filter((id) => !pile.slugById.has(id))
  if (others.length > 0) {
    const rows = await trx
      .selectFrom(table)
      .select(['id', 'slug'])
      .where(among(trx, 'id', others))
      .execute()
    for (const { id, slug } of rows) pile.slugById.set(id, slug)
  }
  return pile
}

/** A patch need not name its machine's maker, but events do. */
async function loadMakersOf(trx: Db, makers: Pile<ManufacturerTable>, machines: Pile<MachineTable>): Promise<void> {
  const ids = new Set([...machines.bySlug.values()].map((machine) => machine.manufacturer_id))
  const missing = [...ids].filter((id) => !makers.bySlug.has(makers.slugById.get(id) ?? ''))
  for (const row of await rowsAmong(trx, 'manufacturers', 'id', missing)) remember(makers, row)
}

function remember<Row extends Named>(pile: Pile<Row>, row: Row): void {
  pile.bySlug.set(row.slug, row)
  pile.slugById.set(row.id, row.slug)
}

/** Puts a new or changed record where later rows of the batch find it. */
export function put<Row extends Named>(pile: Pile<Row>, row: Row): void {
  remember(pile, row)
  pile.changed.add(row.slug)
  pile.lastId = Math.max(pile.lastId, row.id)
}

async function loadListings(trx: Db, ids: number[]): Promise<Map<number, ListingTable>> {
  const rows = await rowsAmong(trx, 'listings', 'id', ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The rows of another table for these listings. */
async function loadOf<T extends 'listing_contacts' | 'listing_decisions'>(
  trx: Db,
  table: T,
  ids: number[],
): Promise<Map<number, Schema[T]>> {
  const rows = await rowsAmong(trx, table, 'listing_id', ids)
  return new Map(rows.map((row) => [row.listing_id, row]))
}

async function loadClasses(trx: Db): Promise<Map<string, ClassEntry>> {
  const rows = await trx.selectFrom('classes').select(['key', 'doc']).execute()
  return new Map(rows.map(({ key, doc }) => [key, { doc, record: { key, ...JSON.parse(doc) } }]))
}

/** Only stored records can have sources. */
async function loadSources(trx: Db, set: WorkingSet, names: Names): Promise<void> {
  const keys: Record<SourceTable['record_type'], string[]> = {
    manufacturer: [...set.makers.bySlug.keys()],
    class: [...names.class],
    machine: [...set.machines.bySlug.keys()],
    implement: [...set.implements.bySlug.keys()],
    listing: [...set.listings.keys()].map(String),
  }
  for (const type of Object.keys(keys) as RecordType[]) {
    if (keys[type].length === 0) continue
    const rows = await trx
      .selectFrom('sources')
      .select(['record_key', 'doc'])
      .where('record_type', '=', type)
      .where(among(trx, 'record_key', keys[type]))
      .execute()
    for (const { record_key, doc } of rows) set.sources.set(recordKey(type, record_key), doc)
  }
}
