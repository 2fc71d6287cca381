import { clearBit, setBit, subtract, wordCount } from '../../lib/collections/bitset.ts'
import { createRowOrder, type RowOrder } from '../../lib/collections/row-order.ts'
import { FIGURES, type IndexColumns, MISSING, type OrderedName, type RangeName } from './figures.ts'

const STEPS = 32

/**
 * Ready-made sets of the rows up to each of a few keys. Any other set is the nearest of these, plus the rows up to the
 * bound, read from the order.
 */
export function createRangeBits(order: RowOrder) {
  let limits: number[] = []
  let sets: Uint32Array[] = []
  let words = 0
  let drift = 0

  function rebuild(capacity: number): void {
    words = wordCount(capacity)
    drift = 0
    const present = order.lowerBound(MISSING)
    const rows = order.rows()
    limits = []
    sets = []
    let from = 0
    let set = new Uint32Array(words)
    for (let step = 1; step <= STEPS && from < present; step++) {
      const last = Math.max(Math.ceil((present * step) / STEPS), from + 1)
      const limit = order.keyOf(rows[last - 1]!)
      const end = order.upperBound(limit)
      set = set.slice()
      for (let i = from; i < end; i++) setBit(set, rows[i]!)
      limits.push(limit)
      sets.push(set)
      from = end
    }
  }

  /** Sets `into` to the rows with a lower key, and with this one if inclusive. */
  function upTo(key: number, inclusive: boolean, into: Uint32Array): void {
    let step = limits.length - 1
    while (step >= 0 && (inclusive ? limits[step]! > key : limits[step]! >= key)) step--
    if (step < 0) into.fill(0)
    else into.set(sets[step]!)
    const rows = order.rows()
    const end = inclusive ? order.upperBound(key) : order.lowerBound(key)
    for (let i = step < 0 ? 0 : order.upperBound(limits[step]!); i < end; i++) setBit(into, rows[i]!)
  }

  return {
    upTo,
    /** Sets `into` to the rows whose key is known and within two bounds, either of which may be open. */
    between(low: number | null, high: number | null, into: Uint32Array, scratch: Uint32Array, words: number): void {
      upTo(high ?? Number.MAX_VALUE, true, into)
      if (low === null) return
      upTo(low, false, scratch)
      subtract(into, scratch, words, into)
    },
    /** Comes after an update of the order. */
    refresh(changed: Uint32Array, capacity: number): void {
      drift += changed.length
      if (wordCount(capacity) !== words || drift > 256 + order.length / 4) {
        rebuild(capacity)
        return
      }
      for (const row of changed) {
        const key = order.keyOf(row)
        for (let step = 0; step < limits.length; step++) {
          if (key <= limits[step]!) setBit(sets[step]!, row)
          else clearBit(sets[step]!, row)
        }
      }
    },
  }
}

export type RangeBits = ReturnType<typeof createRangeBits>

export type OrderName = OrderedName | 'relevance'
export type Orders = Record<OrderName, RowOrder>
type Ranges = Record<RangeName, RangeBits>
type OrderKeys = Record<OrderName, (row: number) => number>

const LATEST = 99999999
/** Orders of dates have the newest first. */
const dateKey = (date: number) => (date === 0 ? MISSING : LATEST - date)

const DATES: ReadonlySet<string> = new Set(FIGURES.filter(({ kind }) => kind === 'date').map(({ name }) => name))
const RANGED = FIGURES.filter(({ range }) => range).map(({ name }) => name as RangeName)
const ORDERED = FIGURES.filter(({ order }) => order).map(({ name }) => name as OrderedName)
export const ORDERS: readonly OrderName[] = [...ORDERED, 'relevance']

export const hasNewestFirst = (name: OrderName) => DATES.has(name)

export function createOrders(columns: IndexColumns): { keys: OrderKeys; orders: Orders; ranges: Ranges } {
  const idOf = (row: number) => columns.id[row]!
  const keyOf = (name: OrderName): ((row: number) => number) => {
    if (name === 'relevance') return (row) => columns.standing[row]!
    return DATES.has(name) ? (row) => dateKey(columns[name][row]!) : (row) => columns[name][row]!
  }
  const columnOf = (name: OrderName) =>
    name === 'relevance' || DATES.has(name) ? undefined : () => columns[name] as Float64Array
  const keys = Object.fromEntries(ORDERS.map((name) => [name, keyOf(name)])) as OrderKeys
  const orders = Object.fromEntries(
    ORDERS.map((name) => [name, createRowOrder(keys[name], idOf, columnOf(name))]),
  ) as Orders
  const ranges = Object.fromEntries(RANGED.map((name) => [name, createRangeBits(orders[name])])) as Ranges
  return { keys, orders, ranges }
}

/** The keys for two bounds, either of which may be open. */
export function keyBounds(name: RangeName, low: number | null, high: number | null): [number | null, number | null] {
  if (!DATES.has(name)) return [low, high]
  return [high === null ? null : dateKey(high), low === null ? null : dateKey(low)]
}
