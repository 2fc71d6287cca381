import type { ListingTable } from '../database/tables/market.ts'
import { clearBit, setBit, wordCount } from '../lib/collections/bitset.ts'
import { ensureCapacity } from '../lib/collections/growable.ts'
import { createRowOrder, type RowOrder } from '../lib/collections/row-order.ts'
import type { MarketListing } from '../schema/api/listing.ts'
import type { ListingFacet } from '../schema/records/listing-search-fields.ts'
import { createRangeBits } from '../search/index/orders.ts'
import { createProfiles, createValueList, type ValueList } from '../search/index/profiles.ts'
import type { FacetGroup } from '../search/query/faceted-rows.ts'
import { pointOfDistrict, pointOfPin } from './points.ts'

/** A figure that is unknown, or of a row that nothing has. */
export const GONE = Number.POSITIVE_INFINITY

/** What the market reads of a listing. */
export type ListingRow = Pick<ListingTable, 'id' | 'status' | 'sold_at' | 'doc' | 'revision'> & { is_sample: boolean }

const orNull = (text: string | undefined) => text || null

/**
 * What a listing is filtered, counted, sorted and found by, and its model: maker, name and class. Unknown figures are
 * infinite, moments are milliseconds.
 */
export function toFacts(
  { id, status, sold_at }: ListingRow,
  listing: Partial<MarketListing>,
  guardText: (text: string) => string,
) {
  const manufacturer = listing.maker_slug ?? ''
  const machine_class = orNull(listing.machine_class || listing.vehicle_class)
  const { maker_name = '', variant_name = '' } = listing
  const { pin = '', district = '', state_code = '' } = listing
  const [x, y, z] = pointOfPin(pin) ?? pointOfDistrict(district, state_code) ?? [GONE, 0, 0]
  const facts = {
    x,
    y,
    z,
    id,
    isSold: status === 'sold',
    soldAt: sold_at ?? 0,
    soldFor: listing.sold_price_inr ?? GONE,
    maker: orNull(manufacturer),
    machine_class,
    state: orNull(listing.state_code),
    district: orNull(listing.district && guardText(listing.district)),
    seller: listing.seller ?? 'owner',
    inspection_mode: listing.inspection_mode ?? 'declared',
    machine_slug: listing.machine_slug ?? '',
    year: listing.year ?? 0,
    price: listing.price_inr ?? 0,
    // Where hours are counted instead, the kilometres are 0.
    hours: listing.hours ?? GONE,
    km: listing.km || GONE,
    owners: listing.owners ?? 0,
    created: Date.parse(listing.created_at ?? ''),
  }
  return { model: { maker_slug: manufacturer, maker_name, machine_class, variant_name }, facts }
}

/** Facets that are kept together: one number for each combination of their values, so that one step counts them all. */
export const GROUPS: readonly (readonly ListingFacet[])[] = [
  ['machine_class', 'seller', 'inspection_mode'],
  ['state', 'district'],
  ['maker', 'year'],
]
export const FIGURES = ['price', 'hours', 'km', 'owners', 'year'] as const
type ListingNumber = (typeof FIGURES)[number]
const POINT = ['x', 'y', 'z'] as const
const NUMBERS = [...FIGURES, ...POINT, 'id', 'newer', 'newest', 'soldAt'] as const
export type ListingFacts = ReturnType<typeof toFacts>['facts']

/** The listings for sale and the sold ones in columns. A row is a listing's number in them. */
export function createListingRows() {
  const values = Object.fromEntries(GROUPS.flat().map((facet) => [facet, createValueList()])) as Record<
    ListingFacet,
    ValueList
  >
  const profiles = GROUPS.map((facets) => createProfiles(facets.map((facet) => values[facet])))
  /** For each group the number of the row's combination. */
  let profileOf = GROUPS.map(() => new Uint32Array(64))
  const columns = Object.fromEntries(NUMBERS.map((name) => [name, new Float64Array(64)])) as Record<
    (typeof NUMBERS)[number],
    Float64Array<ArrayBuffer>
  >
  let modelOf = new Uint32Array(64)
  let live = new Uint32Array(2)
  let sold = new Uint32Array(2)
  const rowsById = new Map<number, number>()
  const rowsByModel: number[][] = []
  const slugs = new Map<string, Set<number>>()
  const slugOf: string[] = []
  const reusable: number[] = []
  let bound = 0
  let changed: number[] = []

  const orderOf = (name: (typeof NUMBERS)[number], tie: 'id' | 'newer') =>
    createRowOrder(
      (row) => columns[name][row]!,
      (row) => columns[tie][row]!,
      () => columns[name],
    )
  const orders: Record<string, RowOrder> = {
    newest: orderOf('newest', 'newer'),
    price: orderOf('price', 'id'),
    year: orderOf('year', 'id'),
    hours: orderOf('hours', 'id'),
  }
  const ranges: Partial<Record<ListingNumber, ReturnType<typeof createRangeBits>>> = {
    price: createRangeBits(orders.price!),
    hours: createRangeBits(orders.hours!),
    year: createRangeBits(orders.year!),
  }
  /** Returns the model of a listing that was held. */
  function remove(id: number): number | undefined {
    const row = rowsById.get(id)
    if (row === undefined) return undefined
    rowsById.delete(id)
    profiles.forEach((held, group) => void held.release(profileOf[group]![row]!))
    const sisters = rowsByModel[modelOf[row]!]!
    sisters[sisters.indexOf(row)] = sisters.at(-1)!
    sisters.pop()
    slugs.get(slugOf[row]!)?.delete(row)
    for (const name of ['newest', ...FIGURES] as const) columns[name][row] = GONE
    clearBit(live, row)
    clearBit(sold, row)
    reusable.push(row)
    changed.push(row)
    return modelOf[row]
  }

  function makeRoom(): void {
    for (const name of NUMBERS) columns[name] = ensureCapacity(columns[name], bound)
    profileOf = profileOf.map((column) => ensureCapacity(column, bound))
    modelOf = ensureCapacity(modelOf, bound)
    live = ensureCapacity(live, wordCount(columns.id.length))
    sold = ensureCapacity(sold, wordCount(columns.id.length))
  }

  /** Returns the row. */
  function put(facts: ListingFacts, model: number): number {
    remove(facts.id)
    const row = reusable.pop() ?? bound++
    if (bound > columns.id.length) makeRoom()
    rowsById.set(facts.id, row)
    for (const name of [...FIGURES, ...POINT, 'id', 'soldAt'] as const) columns[name][row] = facts[name]
    columns.newer[row] = -facts.id
    columns.newest[row] = -facts.created
    GROUPS.forEach((facets, group) => {
      const required = facets.map((facet) => (facet === 'year' ? String(facts.year) : facts[facet]))
      profileOf[group]![row] = profiles[group]!.hold(required)
    })
    modelOf[row] = model
    rowsByModel[model] ??= []
    rowsByModel[model].push(row)
    slugOf[row] = facts.machine_slug
    slugs.getOrInsertComputed(facts.machine_slug, () => new Set()).add(row)
    setBit(facts.isSold ? sold : live, row)
    changed.push(row)
    return row
  }

  /** Brings orders and ranges up to date; whether anything had changed. */
  function commit(): boolean {
    if (changed.length === 0) return false
    const rows = Uint32Array.from(changed)
    const scratch = new Uint8Array(bound)
    for (const order of Object.values(orders)) order.update(rows, scratch, (row) => columns.newest[row] !== GONE)
    for (const range of Object.values(ranges)) range.refresh(rows, live.length * 32)
    changed = []
    return true
  }

  return {
    put,
    remove,
    settle: commit,
    columns,
    orders,
    ranges,
    rowsByModel,
    groups: profiles.map((held, group): FacetGroup => ({ profiles: held, of: () => profileOf[group]! })),
    valuesOf: (facet: ListingFacet): ValueList => values[facet],
    rowOf: (id: number): number | undefined => rowsById.get(id),
    modelOf: (): Uint32Array => modelOf,
    /** The rows that name a machine of the catalogue. */
    ofMachine: (slug: string): Iterable<number> => slugs.get(slug) ?? [],
    /** The machines that listings name. */
    machines: (): Iterable<string> => slugs.keys(),
    get live() {
      return live
    },
    get sold() {
      return sold
    },
    /** One more than the highest row. */
    get bound() {
      return bound
    },
  }
}
