import { createRowOrder, type RowOrder } from '../../memory/row-order.ts'
import { type Columns, MISSING } from './columns.ts'
import { createRangeBits, type RangeBits } from './range-bits.ts'

export const ORDERS = ['id', 'hp', 'weight', 'lift', 'price', 'launched', 'published', 'relevance'] as const
export type OrderName = (typeof ORDERS)[number]
/** Orders that bounds are looked up in. */
export const RANGES = ['hp', 'weight', 'price', 'launched'] as const

export const LATEST = 99999999

export type Orders = Record<OrderName, RowOrder>
export type Ranges = Record<(typeof RANGES)[number], RangeBits>
/** By what each order is sorted. */
export type OrderKeys = Record<OrderName, (row: number) => number>

export function createOrders(columns: Columns): { keys: OrderKeys; orders: Orders; ranges: Ranges } {
  const idOf = (row: number) => columns.id[row]!
  const keys: OrderKeys = {
    id: idOf,
    hp: (row) => columns.hp[row]!,
    weight: (row) => columns.weight[row]!,
    lift: (row) => columns.lift[row]!,
    price: (row) => columns.price[row]!,
    launched: (row) => (columns.launched[row] === 0 ? MISSING : LATEST - columns.launched[row]!),
    published: (row) => (columns.published[row] === 0 ? MISSING : LATEST - columns.published[row]!),
    relevance: (row) => columns.length[row]! * 1e8 + LATEST - columns.published[row]!,
  }
  const columnOf = (name: OrderName) => (name in columns ? columns[name as 'hp'] : columns.id)
  const orders = Object.fromEntries(
    ORDERS.map((name) => [name, createRowOrder(keys[name], idOf, () => columnOf(name))]),
  ) as Orders
  const ranges = Object.fromEntries(RANGES.map((name) => [name, createRangeBits(orders[name])])) as Ranges
  return { keys, orders, ranges }
}
