import { hasBit } from './bits.ts'
import type { BoundRows } from './bounds.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { NO_MATCH } from './costs.ts'
import { createFacetCounts, type FacetCounts } from './facet-counts.ts'
import { countsSomewhere, type Filters } from './filters.ts'
import { orderingOf, pageOfList } from './page.ts'
import { pageByCost } from './relevance.ts'
import type { TextMatch } from './text-match.ts'
import type { SearchQuery } from './types.ts'

export interface Found {
  page: number[]
  total: number
  counts: FacetCounts
}

type Driver = NonNullable<TextMatch['driver']>

/** Search from the postings of one word: every row that can match is looked at by itself. */
export function createListSearch(store: CatalogueStore) {
  let flags = new Uint8Array(0)

  function gather(driver: Driver, within: Uint32Array): number[] {
    const { postings } = store.machineText
    const rows = postings.rows()
    const seen: number[] = []
    for (const token of driver.tokens) {
      const start = postings.start(token)
      const end = start + postings.length(token)
      for (let at = start; at < end; at++) {
        const row = rows[at]!
        if (flags[row] === 1 || !hasBit(within, row)) continue
        flags[row] = 1
        seen.push(row)
      }
    }
    for (let at = 0; at < seen.length; at++) flags[seen[at]!] = 0
    return seen
  }

  return (query: SearchQuery, filters: Filters, bounds: BoundRows, text: TextMatch, driver: Driver): Found => {
    if (flags.length < store.columns.state.length) flags = new Uint8Array(store.columns.state.length)
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
}
