import { grow } from '../memory/growable.ts'
import { createRowOrder, type RowOrder } from '../memory/row-order.ts'
import type { SearchIndex } from '../search/search-index.ts'

const FAR = Number.POSITIVE_INFINITY

interface Candidate {
  row: number
  byPower: number
  byPrice: number
}

/** Keeps each class in order of power, so that the nearest machines are found without visiting all. */
export function createNeighbours(index: SearchIndex) {
  const { columns } = index
  const orders = new Map<number, RowOrder>()
  /** Rows of each class that came, left or changed. */
  const changed = new Map<number, number[]>()
  /** The class whose order holds each row; 0 for none. */
  let placedIn = new Uint32Array(64)
  let scratch = new Uint8Array(64)

  function note(classNumber: number, row: number): void {
    const rows = changed.get(classNumber)
    if (rows) rows.push(row)
    else changed.set(classNumber, [row])
  }

  /** Notes a row that was taken in. */
  function enter(row: number): void {
    placedIn = grow(placedIn, row + 1)
    const before = placedIn[row]!
    const classNumber = index.classOf(row)
    if (before !== classNumber && before !== 0) note(before, row)
    note(classNumber, row)
    placedIn[row] = classNumber
  }

  function orderOf(classNumber: number): RowOrder {
    let order = orders.get(classNumber)
    if (!order) {
      order = createRowOrder(
        (row) => columns.engine_hp[row]!,
        (row) => columns.id[row]!,
        () => columns.engine_hp,
      )
      orders.set(classNumber, order)
    }
    return order
  }

  /** The nearest published machines of the same class: by power, then price, unknown ones last, then id. */
  function nearest(row: number, most: number): number[] {
    const { engine_hp: hp, price_from_inr: price, id } = columns
    const ownClass = placedIn[row]!
    const power = hp[row]!
    const ownPrice = price[row]!
    const best: Candidate[] = []
    let worst: Candidate | undefined

    function consider(other: number, byPower: number): void {
      if (!index.isShown(other) || other === row) return
      const byPrice = apart(ownPrice, price[other]!)
      // Thousands may be equally far in power: this drops most of them cheaply.
      if (worst && byPower === worst.byPower) {
        if (byPrice > worst.byPrice || (byPrice === worst.byPrice && id[other]! > id[worst.row]!)) return
      }
      place({ row: other, byPower, byPrice }, best)
      if (best.length > most) best.pop()
      if (best.length === most) worst = best[most - 1]
    }

    /** All are equally far in power. Reading rows in order of memory is many times faster than in any other. */
    function byPriceAlone(): void {
      for (let other = 0; other < placedIn.length; other++) if (placedIn[other] === ownClass) consider(other, FAR)
    }

    /** Walks outwards on both sides and stops where all others are too far in power. */
    function byPowerFirst(order: RowOrder): void {
      const rows = order.rows()
      const { length } = order
      let left = order.lowerBound(power) - 1
      let right = left + 1
      while (left >= 0 || right < length) {
        const below = left >= 0 ? apart(power, hp[rows[left]!]!) : FAR
        const above = right < length ? apart(power, hp[rows[right]!]!) : FAR
        const isLeft: boolean = right >= length || (left >= 0 && below <= above)
        const byPower = isLeft ? below : above
        if (worst && byPower > worst.byPower) return
        consider(rows[isLeft ? left-- : right++]!, byPower)
      }
    }

    const order = orders.get(ownClass)
    if (power === FAR) byPriceAlone()
    else if (order) byPowerFirst(order)
    return best.map((candidate) => candidate.row)
  }

  function place(candidate: Candidate, best: Candidate[]): void {
    let at = best.length
    while (at > 0 && isNearer(candidate, best[at - 1]!)) at--
    best.splice(at, 0, candidate)
  }

  function isNearer(a: Candidate, b: Candidate): boolean {
    if (a.byPower !== b.byPower) return a.byPower < b.byPower
    if (a.byPrice !== b.byPrice) return a.byPrice < b.byPrice
    return columns.id[a.row]! < columns.id[b.row]!
  }

  return {
    enter,
    /** Puts the noted rows in order; must precede `nearest`. */
    settle() {
      scratch = grow(scratch, placedIn.length)
      for (const [classNumber, rows] of changed) {
        orderOf(classNumber).update(Uint32Array.from(rows), scratch, (row) => placedIn[row] === classNumber)
      }
      changed.clear()
    },
    nearest,
  }
}

/** An unknown value is infinitely far. */
function apart(a: number, b: number): number {
  return a === FAR || b === FAR ? FAR : Math.abs(a - b)
}
