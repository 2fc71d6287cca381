import { grow } from '../memory/growable.ts'
import { sortRowsByKey } from '../memory/sort-rows.ts'

/** Slots in ascending order of a figure, unknown (infinite) last. */
export interface PowerOrder {
  slots(): Uint32Array
  readonly length: number
  /** Takes the changed slots out and puts those that still belong here where their figure says. */
  update(changed: readonly number[], belongs: (slot: number) => boolean): void
  /** The first place whose figure is not less than this one. */
  lowerBound(figure: number): number
}

export function createPowerOrder(figureOf: (slot: number) => number): PowerOrder {
  let slots = new Uint32Array(16)
  let length = 0

  return {
    slots: () => slots,
    get length() {
      return length
    },
    update(changed, belongs) {
      let kept = 0
      let unique = changed
      if (length > 0 || !isAscending(changed)) {
        const gone = new Set(changed)
        for (let at = 0; at < length; at++) if (!gone.has(slots[at]!)) slots[kept++] = slots[at]!
        unique = [...gone]
      }
      const arriving = sortRowsByKey(Uint32Array.from(unique.filter(belongs)), figureOf)
      length = kept + arriving.length
      slots = grow(slots, length)
      // From the end, so that nothing is written over before it has moved.
      let from = kept - 1
      let next = arriving.length - 1
      for (let at = length - 1; next >= 0; at--) {
        const slot = arriving[next]!
        if (from >= 0 && figureOf(slots[from]!) > figureOf(slot)) slots[at] = slots[from--]!
        else {
          slots[at] = slot
          next--
        }
      }
    },
    lowerBound(figure) {
      let low = 0
      let high = length
      while (low < high) {
        const middle = (low + high) >>> 1
        if (figureOf(slots[middle]!) < figure) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}

/** Then none is there twice. */
function isAscending(slots: readonly number[]): boolean {
  for (let at = 1; at < slots.length; at++) if (slots[at - 1]! >= slots[at]!) return false
  return true
}
