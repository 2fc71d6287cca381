import { hasBit, setBit, wordCount } from '../../lib/collections/bitset.ts'
import { ensureCapacity } from '../../lib/collections/growable.ts'
import type { RowOrder } from '../../lib/collections/row-order.ts'
import { selectSmallest } from '../../lib/collections/select-smallest.ts'
import type { Sort } from '../../schema/api/values.ts'
import { MISSING, SORT_ORDERS } from '../index/figures.ts'
import { hasNewestFirst } from '../index/orders.ts'
import type { Hits } from './faceted-rows.ts'

/** Rows with an id each, in several orders. */
export interface OrderedRows {
  orders: Readonly<Record<string, RowOrder>>
  rows(): number
  columns: { readonly id: Float64Array }
}

export function costsOf(rows: Uint32Array, costOf: (row: number) => number): Int32Array {
  const costs = new Int32Array(rows.length)
  for (let i = 0; i < rows.length; i++) costs[i] = costOf(rows[i]!)
  return costs
}

const BY_RELEVANCE = { order: 'relevance', descending: false } as const

/** One page, cheapest rows first, equal costs by relevance; `costs` are those of the list. Sorts only the costs that reach into the page. */
export function pageByCost(
  store: OrderedRows,
  hits: Pick<Hits, 'total' | 'set' | 'list'>,
  costs: Int32Array,
  offset: number,
  limit: number,
): number[] {
  const page: number[] = []
  if (limit === 0 || offset >= hits.total) return page
  const rows = hits.list()
  const sizes = new Map<number, number>()
  for (let i = 0, run = 1; i < rows.length; i++, run++) {
    if (i + 1 < rows.length && costs[i] === costs[i + 1]) continue
    sizes.set(costs[i]!, (sizes.get(costs[i]!) ?? 0) + run)
    run = 0
  }
  let skip = offset
  for (const [cost, size] of [...sizes].sort(([a], [b]) => a - b)) {
    if (page.length >= limit) break
    const take = Math.min(limit - page.length, size - skip)
    if (take > 0) {
      const equal = size === rows.length ? hits : costing(cost, size, rows, costs, store)
      page.push(...pageOfHits(store, BY_RELEVANCE, equal, skip, take))
    }
    skip = Math.max(0, skip - size)
  }
  return page
}

/** Fewer rows are sorted faster than found in the order of all. */
const MIN_SET = 1_024

function costing(cost: number, total: number, rows: Uint32Array, costs: Int32Array, store: OrderedRows) {
  const list = new Uint32Array(total)
  for (let i = 0, end = 0; end < total; i++) if (costs[i] === cost) list[end++] = rows[i]!
  return { total, set: total < MIN_SET ? undefined : setOf(list, store), list: () => list }
}

function setOf(list: Uint32Array, store: OrderedRows): Uint32Array {
  const set = new Uint32Array(wordCount(store.rows()))
  for (let i = 0; i < list.length; i++) setBit(set, list[i]!)
  return set
}

/** One page of the hits. */
export function pageOfHits(
  store: OrderedRows,
  ordering: Ordering,
  { total, set, list }: Pick<Hits, 'total' | 'set' | 'list'>,
  offset: number,
  limit: number,
): number[] {
  const take = Math.min(limit, total - offset)
  if (take <= 0) return []
  if (set !== undefined) {
    const max = walkingLimit(store.rows(), total, offset + take)
    const early = pageByWalking(store, ordering, (row) => hasBit(set, row), offset, take, max)
    if (early !== undefined) return early
  }
  return pageOfList(store, ordering, list(), offset, take)
}

export interface Ordering {
  order: string
  descending: boolean
  /** No row with a lower or higher key passes. */
  low?: number | null
  high?: number | null
}

export function orderingOf(sort: Sort | null): Ordering {
  const { figure, descending } = SORT_ORDERS[sort ?? 'newest']
  return { order: figure, descending: descending !== hasNewestFirst(figure) }
}

/**
 * Visits rows in order until `visit` returns true. Returns true when it stopped at the limit instead. In both
 * directions equal figures are ordered by id and missing ones come last.
 */
function walk(
  order: RowOrder,
  { descending, low, high }: Ordering,
  limit: number,
  visit: (row: number) => boolean,
): boolean {
  const rows = order.rows()
  const first = low == null ? 0 : order.lowerBound(low)
  const last = high == null ? order.length : order.upperBound(high)
  let left = limit
  let from = first
  if (descending) {
    const keys = order.keys!()
    let end = Math.min(last, order.lowerBound(MISSING))
    from = Math.max(first, end)
    while (end > first) {
      const key = keys[rows[end - 1]!]!
      let start = end - 1
      while (start > first && keys[rows[start - 1]!]! === key) start--
      for (let i = start; i < end; i++) if (visit(rows[i]!)) return false
      left -= end - start
      if (left < 0) return true
      end = start
    }
  }
  const to = Math.min(last, from + left)
  for (let i = from; i < to; i++) if (visit(rows[i]!)) return false
  return to < last
}

/** Whether walking the whole order is cheaper than sorting the rows that pass, as it is for far pages. */
const isSortingCostlier = (rows: number, passing: number, required: number) =>
  required * 8 > passing && passing * Math.log2(passing + 1) * 4 > rows

/** How many rows to visit before listing all passing rows is cheaper; none where more visits are to be expected. */
function walkingLimit(rows: number, passing: number, required: number): number {
  if (isSortingCostlier(rows, passing, required)) return rows
  const max = passing * 1.25
  return (required * rows) / passing > max ? 0 : Math.max(max, 1024)
}

/** One page of the passing rows, found by walking; undefined when the limit was reached. */
function pageByWalking(
  store: OrderedRows,
  ordering: Ordering,
  passes: (row: number) => boolean,
  skip: number,
  take: number,
  limit: number,
): number[] | undefined {
  if (limit === 0) return undefined
  const page: number[] = []
  let left = skip
  const isUnfinished = walk(store.orders[ordering.order]!, ordering, limit, (row) => {
    if (!passes(row)) return false
    if (left > 0) left--
    else page.push(row)
    return page.length === take
  })
  return isUnfinished ? undefined : page
}

let keys = new Float64Array(0)

function pageOfList(store: OrderedRows, ordering: Ordering, list: Uint32Array, skip: number, take: number): number[] {
  if (take <= 0 || skip >= list.length) return []
  const order = store.orders[ordering.order]!
  const required = Math.min(skip + take, list.length)
  if (isSortingCostlier(order.length, list.length, required)) {
    const set = setOf(list, store)
    return pageByWalking(store, ordering, (row) => hasBit(set, row), skip, required - skip, order.length) ?? []
  }
  keys = ensureCapacity(keys, list.length)
  const column = order.keys?.()
  const sign = ordering.descending ? -1 : 1
  if (!column) for (let i = 0; i < list.length; i++) keys[i] = order.keyOf(list[i]!)
  else for (let i = 0; i < list.length; i++) keys[i] = column[list[i]!] === MISSING ? MISSING : sign * column[list[i]!]!
  return selectSmallest(list, keys, store.columns.id, required).slice(skip)
}
