import type { Sort } from '../contract/values.ts'
import type { CatalogueStore, OrderName } from './catalogue-store.ts'
import { MISSING } from './columns.ts'
import type { RowOrder } from './row-order.ts'

export interface Ordering {
  order: OrderName
  descending: boolean
}

const ORDERINGS: Record<Sort, Ordering> = {
  price_asc: { order: 'price', descending: false },
  price_desc: { order: 'price', descending: true },
  weight_asc: { order: 'weight', descending: false },
  weight_desc: { order: 'weight', descending: true },
  power_desc: { order: 'hp', descending: true },
  hp_asc: { order: 'hp', descending: false },
  hp_desc: { order: 'hp', descending: true },
  lift_desc: { order: 'lift', descending: true },
  newest: { order: 'published', descending: false },
  launched: { order: 'launched', descending: false },
}

export function orderingOf(sort: Sort | null): Ordering {
  return ORDERINGS[sort ?? 'newest']
}

/** Visits rows in order until told to stop by `true`. Equal figures stay by id and missing ones last in both directions. */
export function walk(order: RowOrder, descending: boolean, visit: (row: number) => boolean): void {
  const rows = order.rows()
  let from = 0
  if (descending) {
    let end = order.lowerBound(MISSING)
    from = end
    while (end > 0) {
      const key = order.keyOf(rows[end - 1]!)
      let start = end - 1
      while (start > 0 && order.keyOf(rows[start - 1]!) === key) start--
      for (let at = start; at < end; at++) if (visit(rows[at]!)) return
      end = start
    }
  }
  for (let at = from; at < order.length; at++) if (visit(rows[at]!)) return
}

/** The rows of one page among those that pass, without a list of them. */
export function pageByWalking(
  store: CatalogueStore,
  ordering: Ordering,
  passes: (row: number) => boolean,
  skip: number,
  take: number,
): number[] {
  const page: number[] = []
  if (take <= 0) return page
  let left = skip
  walk(store.orders[ordering.order], ordering.descending, (row) => {
    if (!passes(row)) return false
    if (left > 0) left--
    else page.push(row)
    return page.length === take
  })
  return page
}

/** The rows of one page of a list. `flags` is all zero and is left so. */
export function pageOfList(
  store: CatalogueStore,
  ordering: Ordering,
  list: Uint32Array,
  skip: number,
  take: number,
  flags: Uint8Array,
): number[] {
  if (take <= 0 || skip >= list.length) return []
  const wanted = Math.min(skip + take, list.length)
  const order = store.orders[ordering.order]
  const walking = Math.min(order.length, (wanted * order.length) / list.length) + 2 * list.length
  const sorting = list.length * Math.log2(list.length + 1) * 6
  if (sorting < walking) {
    const sorted = Array.from(list).sort(comparison(store, order, ordering.descending))
    return sorted.slice(skip, wanted)
  }
  for (let at = 0; at < list.length; at++) flags[list[at]!] = 1
  const page = pageByWalking(store, ordering, (row) => flags[row] === 1, skip, wanted - skip)
  for (let at = 0; at < list.length; at++) flags[list[at]!] = 0
  return page
}

function comparison(store: CatalogueStore, order: RowOrder, descending: boolean): (a: number, b: number) => number {
  const { id } = store.columns
  return (a, b) => {
    const keyA = order.keyOf(a)
    const keyB = order.keyOf(b)
    if (keyA === keyB) return id[a]! - id[b]!
    if (keyA === MISSING || keyB === MISSING) return keyA === MISSING ? 1 : -1
    return descending ? keyB - keyA : keyA - keyB
  }
}
