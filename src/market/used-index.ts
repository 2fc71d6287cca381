import type { MarketListing } from '../contract/listing.ts'

/** A value of a facet as listings write it. Entries share it, so counting is adding one. */
interface Value {
  value: string
  label: string
  /** The same for all ways to write it. */
  key: string
  count: number
}

/** A live listing in memory: what buyers filter and sort by. */
interface Entry extends Record<UsedFacet, Value> {
  id: number
  revision: number
  machine_slug: string
  price_inr: number
  year: number
  hours: number
  created: number
}

export interface UsedFilters {
  state?: string
  district?: string
  machine_class?: string
  maker?: string
  machine_slug?: string
  price_max?: number
  year_min?: number
  hours_max?: number
}

export const USED_SORTS = ['newest', 'price_asc', 'price_desc', 'year_desc', 'hours_asc'] as const
export type UsedSort = (typeof USED_SORTS)[number]

const USED_FACETS = ['state', 'district', 'machine_class', 'maker'] as const
type UsedFacet = (typeof USED_FACETS)[number]

/** How many live listings each value would leave, ignoring its own filter; the most frequent first. */
export type UsedFacets = Record<UsedFacet, { value: string; label: string; count: number }[]>

/** A stored listing. */
export interface ListingRow {
  id: number
  status: string
  doc: string
  revision: number
}

interface UsedMatch {
  total: number
  ids: number[]
  facets: UsedFacets
}

/** A listing without hours comes last and matches no bound on them. */
const NO_HOURS = Number.POSITIVE_INFINITY

const BEFORE: Record<UsedSort, (a: Entry, b: Entry) => number> = {
  newest: (a, b) => b.created - a.created,
  price_asc: (a, b) => a.price_inr - b.price_inr,
  price_desc: (a, b) => b.price_inr - a.price_inr,
  year_desc: (a, b) => b.year - a.year,
  hours_asc: (a, b) => (a.hours === b.hours ? 0 : a.hours - b.hours),
}

export type UsedIndex = ReturnType<typeof createUsedIndex>

/** The live listings in memory, for buyers' filters: a pass over a hundred thousand takes a few milliseconds. */
export function createUsedIndex(guardText: (text: string) => string) {
  const entries = new Map<number, Entry>()
  const orders = new Map<UsedSort, Entry[]>()
  const values = Object.fromEntries(USED_FACETS.map((facet) => [facet, new Map()])) as Values
  /** Makers of the catalogue by slug. */
  const makerNames = new Map<string, string>()

  /** All entries in this order, kept until anything changes; of equal ones the newer id comes first. */
  function inOrder(sort: UsedSort): Entry[] {
    const known = orders.get(sort)
    if (known) return known
    const order = [...entries.values()].sort((a, b) => BEFORE[sort](a, b) || b.id - a.id)
    orders.set(sort, order)
    return order
  }

  return {
    put({ id, status, doc, revision }: ListingRow): void {
      if (status === 'live') entries.set(id, { id, revision, ...toEntry(JSON.parse(doc), values, guardText) })
      else entries.delete(id)
      orders.clear()
    },

    drop(id: number): void {
      if (entries.delete(id)) orders.clear()
    },

    nameMaker({ slug, name }: { slug: string; name: string }): void {
      makerNames.set(slug, name)
    },

    /** The revision of a live listing. */
    revisionOf: (id: number) => entries.get(id)?.revision,

    search(filters: UsedFilters, sort: UsedSort, offset: number, limit: number): UsedMatch {
      const wanted = USED_FACETS.flatMap((facet) => {
        const key = filters[facet]?.toLowerCase()
        return key ? [{ facet, key }] : []
      })
      const { machine_slug, price_max = Infinity, year_min = 0, hours_max } = filters
      for (const facet of USED_FACETS) for (const value of values[facet].values()) value.count = 0
      const ids: number[] = []
      let total = 0
      for (const entry of inOrder(sort)) {
        if (entry.price_inr > price_max || entry.year < year_min) continue
        if (hours_max !== undefined && entry.hours > hours_max) continue
        if (machine_slug && entry.machine_slug !== machine_slug) continue
        let missed: UsedFacet | undefined
        let misses = 0
        for (const { facet, key } of wanted) {
          if (entry[facet].key === key) continue
          missed = facet
          misses++
        }
        // A listing that fails only one facet still counts there, so the alternatives to the chosen value stay visible.
        if (misses === 1) entry[missed!].count++
        if (misses > 0) continue
        if (total >= offset && ids.length < limit) ids.push(entry.id)
        total++
        for (const facet of USED_FACETS) entry[facet].count++
      }
      const facets = Object.fromEntries(USED_FACETS.map((facet) => [facet, ranked(values[facet])])) as UsedFacets
      for (const maker of facets.maker) maker.label = makerNames.get(maker.value) ?? maker.label
      return { total, ids, facets }
    },
  }
}

/** Values by how they are written. */
type Values = Record<UsedFacet, Map<string, Value>>

function toEntry(listing: Partial<MarketListing>, values: Values, guardText: (text: string) => string) {
  const shared = (facet: UsedFacet, value: string, label = value) => {
    const written = `${value}\n${label}`
    const known = values[facet].get(written) ?? { value, label: guardText(label), key: value.toLowerCase(), count: 0 }
    values[facet].set(written, known)
    return known
  }
  return {
    state: shared('state', listing.state_code ?? ''),
    district: shared('district', listing.district ?? ''),
    machine_class: shared('machine_class', listing.machine_class || listing.vehicle_class || ''),
    maker: shared('maker', listing.maker_slug ?? '', listing.maker_name),
    machine_slug: listing.machine_slug ?? '',
    price_inr: listing.price_inr ?? 0,
    year: listing.year ?? 0,
    hours: listing.hours ?? NO_HOURS,
    created: Date.parse(listing.created_at ?? ''),
  }
}

/** The counted values, each as most listings write it. */
function ranked(values: ReadonlyMap<string, Value>) {
  const counted = [...values.values()].filter(({ value, count }) => value !== '' && count > 0)
  counted.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
  const byKey = new Map<string, UsedFacets[UsedFacet][number]>()
  for (const { key, value, label, count } of counted) {
    const known = byKey.get(key)
    if (known) known.count += count
    else byKey.set(key, { value, label, count })
  }
  return [...byKey.values()].sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
}
