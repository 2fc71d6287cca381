import type { ListingParameters } from '../contract/market.ts'
import { LISTING_FACETS, type ListingSort } from '../contract/values.ts'
import { clearBit, drainBits, hasBit, intersect, setBit, subtract } from '../memory/bits.ts'
import { kept } from '../running/kept.ts'
import type { ValueList } from '../search/index/cells.ts'
import {
  type OrderedRows,
  type Ordering,
  pageByCost,
  pageByWalking,
  pageOfList,
  walkingLimit,
} from '../search/query/page.ts'
import { filterValues } from '../search/search-request.ts'
import { createFacetCounter, type ListingFacets } from './listing-facets.ts'
import { createListingRows, GONE, type ListingFacet, PLACES } from './listing-rows.ts'

/** The models that a text matches, with their costs. */
export interface MatchedModels {
  text: string
  costs: ReadonlyMap<number, number>
}

interface FoundListings {
  ids: number[]
  total: number
  facets: ListingFacets
}

const ORDERINGS: Record<ListingSort, Ordering> = {
  newest: { order: 'newest', descending: false },
  price_asc: { order: 'price', descending: false },
  price_desc: { order: 'price', descending: true },
  year_desc: { order: 'year', descending: true },
  hours_asc: { order: 'hours', descending: false },
}
const SOLD_SHOWN_MS = 90 * 86_400_000
/** Sets of rows that are kept until something changes: about 12 kB each for a hundred thousand listings. */
const MAX_SETS = 512
const MAX_TEXTS = 64

/** Finds and counts listings. */
export function createListingIndex() {
  const rows = createListingRows()
  const { groups, columns, ranges, rowsByModel } = rows
  const counter = createFacetCounter(rows)
  const store: OrderedRows = { orders: rows.orders, rows: () => rows.bound, columns }
  const newestFirst: OrderedRows = {
    ...store,
    orders: { newest: rows.orders.newest!, relevance: rows.orders.newest! },
    columns: {
      get id() {
        return columns.newer
      },
    },
  }

  const sets = kept<string, Uint32Array>(MAX_SETS)
  const texts = kept<string, Uint32Array>(MAX_TEXTS)
  const values = new Map<ListingFacet, readonly string[]>()

  /** Forgets what was kept of the state before a change. */
  function settle(): void {
    if (!rows.settle()) return
    sets.clear()
    texts.clear()
    values.clear()
    counter.forget()
  }

  function setOfRows(list: Iterable<number>): Uint32Array {
    const set = new Uint32Array(rows.live.length)
    for (const row of list) setBit(set, row)
    return set
  }

  /** The rows whose value of a facet passes. */
  function setOf(facet: ListingFacet, key: string, passing: (list: ValueList) => Iterable<number>): Uint32Array {
    return sets.getOrMake(`${facet} ${key}`, () => {
      const { group, at } = PLACES.get(facet)!
      const profiles = groups[group]!
      const isWanted = new Uint8Array(profiles.values[at]!.bound)
      for (const number of passing(profiles.values[at]!)) isWanted[number] = 1
      const numberOf = profiles.columns()[at]!
      const numbers = rows.profilesOf(group)
      const set = new Uint32Array(rows.live.length)
      const end = rows.bound
      for (let at = 0, row = 0; row < end; at++) {
        let word = 0
        for (let bit = 0; bit < 32 && row < end; bit++, row++) word |= isWanted[numberOf[numbers[row]!]!]! << bit
        set[at] = word
      }
      return set
    })
  }

  /** The set of each facet that is filtered by. */
  function filterSets(query: ListingParameters): Map<ListingFacet, Uint32Array> {
    const filters = new Map<ListingFacet, Uint32Array>()
    for (const facet of LISTING_FACETS) {
      if (facet === 'year') continue
      const wanted = filterValues(query[facet])
      if (wanted.length > 0)
        filters.set(
          facet,
          setOf(facet, wanted.join(), (list) => list.named(wanted)),
        )
    }
    const { year_min: low, year_max: high } = query
    if (low !== null || high !== null) {
      const isIn = (year: number) => year >= (low ?? 0) && year <= (high ?? GONE)
      const years = (list: ValueList) => list.ordered().filter((number) => isIn(Number(list.textOf(number))))
      filters.set('year', setOf('year', `${low} ${high}`, years))
    }
    return filters
  }

  /** The shown rows of the asked status within all that is no facet. */
  function within(query: ListingParameters, models: MatchedModels | undefined, now: number): Uint32Array {
    const set = rows.live.slice()
    if (query.status === 'sold') {
      set.set(rows.sold)
      for (let row = 0; row < rows.bound; row++)
        if (hasBit(rows.sold, row) && columns.soldAt[row]! + SOLD_SHOWN_MS < now) clearBit(set, row)
    }
    if (models) intersect(set, textSet(models))
    const wanted = filterValues(query.machine_slug)
    if (wanted.length > 0) intersect(set, setOfRows(wanted.flatMap((slug) => [...rows.ofMachine(slug)])))
    const spare = new Uint32Array(rows.live.length)
    const upTo = (figure: keyof typeof ranges, most: number, isInclusive: boolean) => {
      ranges[figure].upTo(most, isInclusive, spare)
      return spare
    }
    if (query.price_max !== null) intersect(set, upTo('price', query.price_max, true))
    if (query.price_min !== null) subtract(set, upTo('price', query.price_min, false))
    if (query.hours_max !== null) intersect(set, upTo('hours', query.hours_max, true))
    for (const [figure, most] of [['km', query.km_max] as const, ['owners', query.owners_max] as const]) {
      if (most === null) continue
      for (let row = 0; row < rows.bound; row++) if (columns[figure][row]! > most) clearBit(set, row)
    }
    return set
  }

  function textSet({ text, costs }: MatchedModels): Uint32Array {
    return texts.getOrMake(text, () => setOfRows([...costs.keys()].flatMap((model) => rowsByModel[model] ?? [])))
  }

  function page(
    set: Uint32Array,
    total: number,
    { offset, limit, sort }: ListingParameters,
    models: MatchedModels | undefined,
  ): number[] {
    const wanted = Math.min(limit, total - offset)
    if (wanted <= 0) return []
    if (sort === '' && models) {
      const list = [...listed(set, total)]
      const costs = list.map((row) => models.costs.get(rows.modelOf(row))!)
      return pageByCost(newestFirst, list, costs, offset, wanted)
    }
    const ordering = ORDERINGS[sort || 'newest']
    const among = ordering === ORDERINGS.newest ? newestFirst : store
    const most = walkingLimit(rows.bound, total, offset + wanted)
    const early = pageByWalking(among, ordering, (row) => hasBit(set, row), offset, wanted, most)
    return early ?? pageOfList(among, ordering, listed(set, total), offset, wanted)
  }

  return {
    rows,
    put: rows.put,
    remove: rows.remove,
    /** The revision of a listing that is held. */
    revisionOf: (id: number) => columns.revision[rows.rowsById.get(id) ?? -1],
    search(query: ListingParameters, models: MatchedModels | undefined, now: number): FoundListings {
      settle()
      const filters = filterSets(query)
      const { found, total, facets } = counter.count(within(query, models, now), filters, query.status === 'live')
      return { ids: page(found, total, query, models).map((row) => columns.id[row]!), total, facets }
    },
    /** The values of a facet that listings have, in lower case. */
    valuesOf(facet: ListingFacet): readonly string[] {
      settle()
      return values.getOrInsertComputed(facet, () => counter.valuesOf(facet).map((value) => value.toLowerCase()))
    },
  }
}

/** The rows of a set, ascending. */
function listed(set: Uint32Array, size: number): Uint32Array {
  const list = new Uint32Array(size)
  drainBits(set.slice(), set, set.length, list)
  return list
}
