import { createRowOrder, type RowOrder } from '../../memory/row-order.ts'
import type { Columns } from './columns.ts'
import { FIGURES, MISSING, type OrderedName, type RangeName } from './figures.ts'
import { createRangeBits, type RangeBits } from './range-bits.ts'

export type OrderName = OrderedName | 'relevance'
export type Orders = Record<OrderName, RowOrder>
export type Ranges = Record<RangeName, RangeBits>
/** The key that each order is sorted by. */
type OrderKeys = Record<OrderName, (row: number) => number>

const LATEST = 99999999
/** Orders of dates have the newest first. */
const dateKey = (date: number) => (date === 0 ? MISSING : LATEST - date)

const ORDERED = FIGURES.filter((figure) => figure.order)
const RANGED = FIGURES.filter((figure) => figure.range).map(({ name }) => name)
const DATES: ReadonlySet<OrderName> = new Set(ORDERED.filter(({ kind }) => kind === 'date').map(({ name }) => name))
export const ORDERS: readonly OrderName[] = [...ORDERED.map(({ name }) => name), 'relevance']

export const hasNewestFirst = (name: OrderName) => DATES.has(name)

export function createOrders(columns: Columns): { keys: OrderKeys; orders: Orders; ranges: Ranges } {
  const idOf = (row: number) => columns.id[row]!
  const keyOf = (name: OrderName): ((row: number) => number) => {
    if (name === 'relevance') return (row) => columns.length[row]!
    return DATES.has(name) ? (row) => dateKey(columns[name][row]!) : (row) => columns[name][row]!
  }
  const columnOf = (name: OrderName) => (name === 'relevance' ? columns.id : columns[name]) as Float64Array
  const keys = Object.fromEntries(ORDERS.map((name) => [name, keyOf(name)])) as OrderKeys
  const orders = Object.fromEntries(
    ORDERS.map((name) => [name, createRowOrder(keys[name], idOf, () => columnOf(name))]),
  ) as Orders
  const ranges = Object.fromEntries(RANGED.map((name) => [name, createRangeBits(orders[name])])) as Ranges
  return { keys, orders, ranges }
}

/** The keys for two bounds, either of which may be open. */
export function keyBounds(name: RangeName, low: number | null, high: number | null): [number | null, number | null] {
  if (!DATES.has(name)) return [low, high]
  return [high === null ? null : dateKey(high), low === null ? null : dateKey(low)]
}
