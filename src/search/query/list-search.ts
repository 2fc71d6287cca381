import { drainBits, hasBit, setBit, wordsFor } from '../../memory/bits.ts'
import { grow } from '../../memory/growable.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { NO_MATCH } from '../index/costs.ts'
import type { SearchQuery } from '../types.ts'
import type { BoundRows } from './bounds.ts'
import { countsSomewhere, createFacetCounts, type FacetCounts, type Filters } from './facet-counts.ts'
import { orderingOf, pageByCost, pageOfList } from './page.ts'
import { type TextMatch, visitPostings } from './text-match.ts'

export interface Found {
  page: number[]
  total: number
  counts: FacetCounts
}

type Driver = NonNullable<TextMatch['driver']>

/** Searches from the driver's postings: looks at every row that can match. */
export function createListSearch(store: CatalogueStore) {
  let set = new Uint32Array(0)
  let list = new Uint32Array(0)

  /** The driver's rows within the set, ascending: columns are then read from front to back. */
  function gather(driver: Driver, within: Uint32Array): Uint32Array {
    const words = wordsFor(store.rows())
    set = grow(set, words)
    list = grow(list, store.rows())
    visitPostings(store, driver.tokens, (row) => setBit(set, row))
    return list.subarray(0, drainBits(set, within, words, list))
  }

  function search(query: SearchQuery, filters: Filters, bounds: BoundRows, text: TextMatch, driver: Driver): Found {
    const visible = store.visibleBits()
    const within = bounds.all ?? visible
    const { cells, columns } = store
    const { profileFails, makerPasses } = filters
    const counts = createFacetCounts(store)
    const hits: number[] = []
    const costs: number[] = []
    for (const row of gather(driver, bounds.most ?? visible)) {
      if (!countsSomewhere(filters, cells, columns.cell[row]!)) continue
      const cost = text.costOf(row)
      if (cost === NO_MATCH) continue
      const profile = cells.profile[columns.cell[row]!]!
      const maker = cells.maker[columns.cell[row]!]!
      const profileOk = profileFails === undefined || profileFails[profile] === 0
      const makerOk = makerPasses === undefined || makerPasses[maker] === 1
      if (!hasBit(within, row)) {
        if (profileOk && makerOk) counts.outOfPower[profile]!++
        continue
      }
      if (makerOk) counts.byProfile[profile]!++
      if (!profileOk) continue
      counts.byMaker[maker]!++
      if (!makerOk) continue
      hits.push(row)
      costs.push(cost)
    }
    const page =
      query.sort === null
        ? pageByCost(store, hits, costs, query.offset, query.limit)
        : pageOfList(store, orderingOf(query.sort), Uint32Array.from(hits), query.offset, query.limit)
    return { page, total: hits.length, counts }
  }

  return { search }
}
