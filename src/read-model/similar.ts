import { ensureCapacity } from '../lib/collections/growable.ts'
import type { SearchIndex } from '../search/search-index.ts'

const FAR = Number.POSITIVE_INFINITY
/** In order of power so many rows are looked at, or this share of all; in order of memory all are read as soon. */
const MIN_STEPS = 4_096
const SHARE_OF_STEPS = 1 / 64

interface SimilarCandidate {
  row: number
  byPower: number
  byPrice: number
}

/** Finds machines near one. */
export function createSimilarMachines(index: SearchIndex) {
  /** The class of each row: asking the index for each of thousands costs more. */
  let classes = new Uint32Array(64)

  /** The nearest published machines of the same class: by power, then price, unknown ones last, then id. */
  function nearest(row: number, count: number, maxSteps = Math.max(MIN_STEPS, index.size * SHARE_OF_STEPS)): number[] {
    const { columns, isShown, size, byPower: order } = index
    const { engine_hp: hp, price_from_inr: price, id } = columns
    const ownClass = classes[row]!
    const power = hp[row]!
    const ownPrice = price[row]!
    let best: SimilarCandidate[] = []

    function isNearer(other: number, byPower: number, byPrice: number, than: SimilarCandidate): boolean {
      if (byPower !== than.byPower) return byPower < than.byPower
      if (byPrice !== than.byPrice) return byPrice < than.byPrice
      return id[other]! < id[than.row]!
    }

    function consider(other: number, byPower: number): void {
      const byPrice = apart(ownPrice, price[other]!)
      // Thousands may be equally far in power: this drops most of them cheaply.
      if (best.length === count && !isNearer(other, byPower, byPrice, best[count - 1]!)) return
      if (!isShown(other) || other === row) return
      let i = best.length
      while (i > 0 && isNearer(other, byPower, byPrice, best[i - 1]!)) i--
      best.splice(i, 0, { row: other, byPower, byPrice })
      if (best.length > count) best.pop()
    }

    /** Walks outwards on both sides and stops where all others are too far in power; false when that takes too long. */
    function walkByPower(): boolean {
      const rows = order.rows()
      const { length } = order
      let left = order.lowerBound(power) - 1
      let right = left + 1
      for (let steps = 0; left >= 0 || right < length; steps++) {
        const below = left >= 0 ? apart(power, hp[rows[left]!]!) : FAR
        const above = right < length ? apart(power, hp[rows[right]!]!) : FAR
        const isLeft: boolean = right >= length || (left >= 0 && below <= above)
        const byPower = isLeft ? below : above
        if (best.length === count && byPower > best[count - 1]!.byPower) return true
        if (steps > maxSteps) return false
        const other = rows[isLeft ? left-- : right++]!
        if (classes[other] === ownClass) consider(other, byPower)
      }
      return true
    }

    if (power === FAR || !walkByPower()) {
      best = []
      for (let other = 0; other < size; other++)
        if (classes[other] === ownClass) consider(other, apart(power, hp[other]!))
    }
    return best.map((candidate) => candidate.row)
  }

  return {
    nearest,
    /** Notes a row that was taken in. */
    enter(row: number): void {
      classes = ensureCapacity(classes, row + 1)
      classes[row] = index.classOf(row)
    },
  }
}

/** An unknown value is infinitely far. */
function apart(a: number, b: number): number {
  return a === FAR || b === FAR ? FAR : Math.abs(a - b)
}
