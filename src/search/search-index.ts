import { type CatalogueStore, createCatalogueStore } from './catalogue-store.ts'
import { dateNumber, MISSING, VISIBLE } from './columns.ts'
import { NO_MATCH } from './costs.ts'
import { createFacetCounts, type FacetCounts, readFacets } from './facet-counts.ts'
import { compileFilters, type Filters } from './filters.ts'
import { tokenize } from './fold.ts'
import { orderingOf, pageByWalking, pageOfList } from './page.ts'
import { createTextMatcher, type TextMatch } from './text-match.ts'
import type { SearchAnswer, SearchIndex, SearchQuery } from './types.ts'

interface Bounds {
  weightMin: number
  weightMax: number
  priceMax: number
  launchedSince: number
  hpMin: number
  hpMax: number
  /** Whether any bound but that on power is given. */
  isBound: boolean
  isHpBound: boolean
}

/** A bound that is not given lets everything pass, missing figures too; they are infinite. */
function boundsOf(query: SearchQuery): Bounds {
  const hasWeight = query.weight_min !== null || query.weight_max !== null
  const isHpBound = query.hp_min !== null || query.hp_max !== null
  return {
    weightMin: query.weight_min ?? -MISSING,
    weightMax: query.weight_max ?? (hasWeight ? Number.MAX_VALUE : MISSING),
    priceMax: query.price_max ?? MISSING,
    launchedSince: dateNumber(query.launched_since),
    hpMin: query.hp_min ?? -MISSING,
    hpMax: query.hp_max ?? (isHpBound ? Number.MAX_VALUE : MISSING),
    isBound: hasWeight || query.price_max !== null || query.launched_since !== null,
    isHpBound,
  }
}

export function createSearchIndex(today: string): SearchIndex {
  const store = createCatalogueStore()
  store.setToday(today)
  const matcher = createTextMatcher(store)
  let found = new Uint32Array(0)
  let costs = new Uint32Array(0)
  let flags = new Uint8Array(0)

  function makeRoom(): void {
    const room = store.columns.state.length
    if (found.length >= room) return
    found = new Uint32Array(room)
    costs = new Uint32Array(room)
    flags = new Uint8Array(room)
  }

  /** Visible rows within the bounds (that on power aside) from the shortest list that holds them all. */
  function gather(bounds: Bounds, text: TextMatch | undefined): number {
    const { state, weight, price, launched } = store.columns
    const { weightMin, weightMax, priceMax, launchedSince } = bounds
    let count = 0
    const consider = (row: number) => {
      if (
        state[row] === VISIBLE &&
        weight[row]! >= weightMin &&
        weight[row]! <= weightMax &&
        price[row]! <= priceMax &&
        launched[row]! >= launchedSince
      ) {
        found[count++] = row
      }
    }
    if (text?.driver !== undefined && text.driver.postings < store.rows() / 2) {
      const { postings } = store.machineText
      const rows = postings.rows()
      for (const token of text.driver.tokens) {
        const start = postings.start(token)
        const end = start + postings.length(token)
        for (let at = start; at < end; at++) {
          const row = rows[at]!
          if (flags[row] === 1) continue
          flags[row] = 1
          consider(row)
        }
      }
      for (const token of text.driver.tokens) {
        const start = postings.start(token)
        const end = start + postings.length(token)
        for (let at = start; at < end; at++) flags[rows[at]!] = 0
      }
      return count
    }
    for (let row = 0; row < store.rows(); row++) consider(row)
    return count
  }

  function keepMatching(text: TextMatch, count: number): number {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const row = found[at]!
      const cost = text.costOf(row)
      if (cost === NO_MATCH) continue
      found[kept] = row
      costs[kept++] = cost
    }
    return kept
  }

  /** Counts all facets and keeps the rows that pass every filter. */
  function countRows(counts: FacetCounts, filters: Filters, bounds: Bounds, count: number): number {
    const { hp, maker, profile } = store.columns
    const { byProfile, byMaker, outOfPower } = counts
    const { profileFails, makerPasses } = filters
    const { hpMin, hpMax } = bounds
    let kept = 0
    for (let at = 0; at < count; at++) {
      const row = found[at]!
      const itsProfile = profile[row]!
      const itsMaker = maker[row]!
      const profileOk = profileFails === undefined || profileFails[itsProfile] === 0
      const makerOk = makerPasses === undefined || makerPasses[itsMaker] === 1
      if (hp[row]! >= hpMin && hp[row]! <= hpMax) {
        if (makerOk) byProfile[itsProfile]!++
        if (profileOk) {
          byMaker[itsMaker]!++
          if (makerOk) {
            found[kept] = row
            costs[kept++] = costs[at]!
          }
        }
      } else if (profileOk && makerOk) outOfPower[itsProfile]!++
    }
    return kept
  }

  function countCells(counts: FacetCounts, filters: Filters): number {
    const { cells } = store
    const makers = cells.makers()
    const profiles = cells.profiles()
    const held = cells.counts()
    const { profileFails, makerPasses } = filters
    let total = 0
    for (let at = 0; at < cells.size; at++) {
      const profileOk = profileFails === undefined || profileFails[profiles[at]!] === 0
      const makerOk = makerPasses === undefined || makerPasses[makers[at]!] === 1
      if (makerOk) counts.byProfile[profiles[at]!]! += held[at]!
      if (profileOk) {
        counts.byMaker[makers[at]!]! += held[at]!
        if (makerOk) total += held[at]!
      }
    }
    return total
  }

  function search(query: SearchQuery): SearchAnswer {
    makeRoom()
    const filters = compileFilters(query, store)
    const bounds = boundsOf(query)
    const counts = createFacetCounts(store)
    const words = tokenize(query.q)
    const ordering = orderingOf(query.sort)
    const idsOf = (rows: number[]) => rows.map((row) => store.columns.id[row]!)
    if (words.length === 0 && !bounds.isBound && !bounds.isHpBound) {
      const total = countCells(counts, filters)
      const rows =
        query.offset >= total
          ? []
          : pageByWalking(
              store,
              ordering,
              passing(store, filters),
              query.offset,
              Math.min(query.limit, total - query.offset),
            )
      return { ids: idsOf(rows), total, facets: readFacets(counts, filters, store) }
    }
    const text = words.length === 0 ? undefined : matcher.match(words)
    if (words.length > 0 && text === undefined) return { ids: [], total: 0, facets: readFacets(counts, filters, store) }
    let count = gather(bounds, text)
    if (text !== undefined) {
      count = keepMatching(text, count)
      text.finish()
    }
    const total = countRows(counts, filters, bounds, count)
    const facets = readFacets(counts, filters, store)
    const rows =
      text === undefined || query.sort !== null
        ? pageOfList(store, ordering, found.subarray(0, total), query.offset, query.limit, flags)
        : pageByRelevance(total, query.offset, query.limit)
    return { ids: idsOf(rows), total, facets }
  }

  /** By cost, then in the order of relevance; only the costs that reach into the page are put in order. */
  function pageByRelevance(total: number, offset: number, limit: number): number[] {
    const page: number[] = []
    const sizes = new Map<number, number>()
    for (let at = 0; at < total; at++) sizes.set(costs[at]!, (sizes.get(costs[at]!) ?? 0) + 1)
    let skip = offset
    for (const cost of [...sizes.keys()].sort((a, b) => a - b)) {
      if (page.length >= limit) break
      const size = sizes.get(cost)!
      if (skip >= size) {
        skip -= size
        continue
      }
      const list = new Uint32Array(size)
      let next = 0
      for (let at = 0; at < total; at++) if (costs[at] === cost) list[next++] = found[at]!
      const ordering = { order: 'relevance', descending: false } as const
      page.push(...pageOfList(store, ordering, list, skip, limit - page.length, flags))
      skip = 0
    }
    return page
  }

  return {
    apply: store.apply,
    setToday: store.setToday,
    search,
    get size() {
      return store.machines()
    },
    stats: () => ({
      machines: store.machines(),
      visible: store.visible(),
      tokens: store.dictionary.size,
      profiles: store.profiles.size,
      bytes: store.bytes() + found.byteLength + costs.byteLength + flags.byteLength,
    }),
  }
}

function passing(store: CatalogueStore, filters: Filters): (row: number) => boolean {
  const { state, profile, maker } = store.columns
  const { profileFails, makerPasses } = filters
  return (row) =>
    state[row] === VISIBLE &&
    (profileFails === undefined || profileFails[profile[row]!] === 0) &&
    (makerPasses === undefined || makerPasses[maker[row]!] === 1)
}
