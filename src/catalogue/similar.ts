import type { MachineColumns } from './machine-store.ts'
import { createPowerOrder, type PowerOrder } from './power-order.ts'

/** The machines of each class in order of power, to find the nearest ones without looking at all of them. */
export interface Neighbours {
  /** To be told before a known machine is replaced, and after any was put. */
  leave(slot: number): void
  enter(slot: number): void
  /** Puts what has changed in its place; a search for neighbours may follow. */
  settle(): void
  /** The nearest of the same class that are shown: by power, then by price, unknown last, then by id. */
  nearest(slot: number, most: number, isShown: (slot: number) => boolean): number[]
}

interface Candidate {
  slot: number
  byPower: number
  byPrice: number
}

export function createNeighbours(columns: MachineColumns): Neighbours {
  const orders = new Map<number, PowerOrder>()
  const changed = new Map<number, Set<number>>()

  function note(slot: number): void {
    const classNumber = columns.classNumber[slot]!
    const slots = changed.get(classNumber)
    if (slots) slots.add(slot)
    else changed.set(classNumber, new Set([slot]))
  }

  function orderOf(classNumber: number): PowerOrder {
    let order = orders.get(classNumber)
    if (!order) {
      order = createPowerOrder((slot) => columns.hp[slot]!)
      orders.set(classNumber, order)
    }
    return order
  }

  function nearest(slot: number, most: number, isShown: (slot: number) => boolean): number[] {
    const order = orders.get(columns.classNumber[slot]!)
    if (!order) return []
    const slots = order.slots()
    const power = columns.hp[slot]!
    const best: Candidate[] = []

    const consider = (other: number, byPower: number) => {
      if (other === slot || !isShown(other)) return
      const byPrice = apart(columns.price[slot]!, columns.price[other]!)
      const last = best.length === most ? best[most - 1]! : undefined
      if (last && byPower === last.byPower && byPrice > last.byPrice) return
      const candidate = { slot: other, byPower, byPrice }
      let at = best.length
      while (at > 0 && isNearer(candidate, best[at - 1]!)) at--
      if (at === most) return
      best.splice(at, 0, candidate)
      if (best.length > most) best.pop()
    }

    // Outwards on both sides: the farther away in power, the less can come after.
    let left = order.lowerBound(power) - 1
    let right = left + 1
    while (left >= 0 || right < order.length) {
      const below = left >= 0 ? apart(power, columns.hp[slots[left]!]!) : Number.POSITIVE_INFINITY
      const above = right < order.length ? apart(power, columns.hp[slots[right]!]!) : Number.POSITIVE_INFINITY
      const isLeft = right >= order.length || (left >= 0 && below <= above)
      const next = isLeft ? below : above
      if (best.length === most && next > best[most - 1]!.byPower) break
      consider(slots[isLeft ? left-- : right++]!, next)
    }
    return best.map((candidate) => candidate.slot)
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
  return a === Number.POSITIVE_INFINITY || b === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : Math.abs(a - b)
}
