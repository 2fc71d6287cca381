import type { MachineColumns } from './machine-store.ts'
import { createPowerOrder, type PowerOrder } from './power-order.ts'

/** The machines of each class in order of power, to find the nearest ones without looking at all of them. */
export interface Neighbours {
  /** To be told before a known machine is replaced, and after any was put. */
  leave(slot: number): void
  enter(slot: number): void
  /** Puts what has changed in its place; a search for neighbours may follow. */
  settle(): void
  /** The nearest of the same class that are published by a day: by power, then by price, unknown last, then by id. */
  nearest(slot: number, most: number, today: number): number[]
}

const FAR = Number.POSITIVE_INFINITY

interface Candidate {
  slot: number
  byPower: number
  byPrice: number
}

export function createNeighbours(columns: MachineColumns): Neighbours {
  const orders = new Map<number, PowerOrder>()
  const changed = new Map<number, number[]>()

  function note(slot: number): void {
    const classNumber = columns.classNumber[slot]!
    const slots = changed.get(classNumber)
    if (slots) slots.push(slot)
    else changed.set(classNumber, [slot])
  }

  function orderOf(classNumber: number): PowerOrder {
    let order = orders.get(classNumber)
    if (!order) {
      order = createPowerOrder((slot) => columns.hp[slot]!)
      orders.set(classNumber, order)
    }
    return order
  }

  function nearest(slot: number, most: number, today: number): number[] {
    const { hp, price, published, id, classNumber } = columns
    const ownClass = classNumber[slot]!
    const power = hp[slot]!
    const ownPrice = price[slot]!
    const best: Candidate[] = []
    let worst: Candidate | undefined

    function consider(other: number, byPower: number): void {
      if (published[other] === 0 || published[other]! > today || other === slot) return
      const byPrice = apart(ownPrice, price[other]!)
      // Thousands may be equally far in power: most are turned away here.
      if (worst && byPower === worst.byPower) {
        if (byPrice > worst.byPrice || (byPrice === worst.byPrice && id[other]! > id[worst.slot]!)) return
      }
      place({ slot: other, byPower, byPrice }, best)
      if (best.length > most) best.pop()
      if (best.length === most) worst = best[most - 1]
    }

    /** All of the class are equally far; memory is read in its order, which is many times quicker than in any other. */
    function byPriceAlone(): void {
      for (let other = 0; other < published.length; other++) if (classNumber[other] === ownClass) consider(other, FAR)
    }

    /** Outwards on both sides: the farther away in power, the less can come after. */
    function byPowerFirst(order: PowerOrder): void {
      const slots = order.slots()
      const { length } = order
      let left = order.lowerBound(power) - 1
      let right = left + 1
      while (left >= 0 || right < length) {
        const below = left >= 0 ? apart(power, hp[slots[left]!]!) : FAR
        const above = right < length ? apart(power, hp[slots[right]!]!) : FAR
        const isLeft: boolean = right >= length || (left >= 0 && below <= above)
        const byPower = isLeft ? below : above
        if (worst && byPower > worst.byPower) return
        consider(slots[isLeft ? left-- : right++]!, byPower)
      }
    }

    const order = orders.get(ownClass)
    if (power === FAR) byPriceAlone()
    else if (order) byPowerFirst(order)
    return best.map((candidate) => candidate.slot)
  }

  function place(candidate: Candidate, best: Candidate[]): void {
    let at = best.length
    while (at > 0 && isNearer(candidate, best[at - 1]!)) at--
    best.splice(at, 0, candidate)
  }

  function isNearer(a: Candidate, b: Candidate): boolean {
    if (a.byPower !== b.byPower) return a.byPower < b.byPower
    if (a.byPrice !== b.byPrice) return a.byPrice < b.byPrice
    return columns.id[a.slot]! < columns.id[b.slot]!
  }

  return {
    leave: note,
    enter: note,
    settle() {
      for (const [classNumber, slots] of changed) {
        orderOf(classNumber).update(slots, (slot) => columns.classNumber[slot] === classNumber)
      }
      changed.clear()
    },
    nearest,
  }
}

/** Unknown on either side is as far as can be. */
function apart(a: number, b: number): number {
  return a === FAR || b === FAR ? FAR : Math.abs(a - b)
}
