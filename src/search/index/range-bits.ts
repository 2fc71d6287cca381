import { clearBit, setBit, wordsFor } from '../../memory/bits.ts'
import type { RowOrder } from '../../memory/row-order.ts'
import { MISSING } from './figures.ts'

const STEPS = 32

/**
 * Ready-made sets of the rows up to each of a few keys. Any other set is the nearest of these, plus the rows up to the
 * bound, read from the order.
 */
export interface RangeBits {
  /** Sets `into` to the rows with a lower key, and with this one if inclusive. */
  upTo(key: number, inclusive: boolean, into: Uint32Array): void
  /** Comes after an update of the order. */
  refresh(changed: Uint32Array, room: number): void
}

export function createRangeBits(order: RowOrder): RangeBits {
  let limits: number[] = []
  let sets: Uint32Array[] = []
  let words = 0
  let drift = 0

  function rebuild(room: number): void {
    words = wordsFor(room)
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
      for (let at = from; at < end; at++) setBit(set, rows[at]!)
      limits.push(limit)
      sets.push(set)
      from = end
    }
  }

  return {
    upTo(key, inclusive, into) {
      let step = limits.length - 1
      while (step >= 0 && (inclusive ? limits[step]! > key : limits[step]! >= key)) step--
      if (step < 0) into.fill(0)
      else into.set(sets[step]!)
      const rows = order.rows()
      const end = inclusive ? order.upperBound(key) : order.lowerBound(key)
      for (let at = step < 0 ? 0 : order.upperBound(limits[step]!); at < end; at++) setBit(into, rows[at]!)
    },
    refresh(changed, room) {
      drift += changed.length
      if (wordsFor(room) !== words || drift > 256 + order.length / 4) {
        rebuild(room)
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
