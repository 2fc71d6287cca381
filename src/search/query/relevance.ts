import type { CatalogueStore } from '../index/catalogue-store.ts'
import { pageOfList } from './page.ts'

export const BY_RELEVANCE = { order: 'relevance', descending: false } as const

/** One page, cheapest rows first, equal costs by relevance. Sorts only the costs that reach into the page. */
export function pageByCost(
  store: CatalogueStore,
  rows: readonly number[],
  costs: readonly number[],
  offset: number,
  limit: number,
): number[] {
  const page: number[] = []
  if (limit === 0 || offset >= rows.length) return page
  const sizes = new Map<number, number>()
  for (let at = 0, run = 0; at < costs.length; at++) {
    run++
    if (costs[at] === costs[at + 1]) continue
    sizes.set(costs[at]!, (sizes.get(costs[at]!) ?? 0) + run)
    run = 0
  }
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
    for (let at = 0; at < rows.length; at++) if (costs[at] === cost) list[next++] = rows[at]!
    page.push(...pageOfList(store, BY_RELEVANCE, list, skip, limit - page.length))
    skip = 0
  }
  return page
}
