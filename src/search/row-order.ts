import { grow } from './growable.ts'
import { sortRowsByKey } from './sort-rows.ts'

/** All rows in ascending order of a key, equal ones by id; rows without the figure come last. */
export interface RowOrder {
  rows(): Uint32Array
  readonly length: number
  /** Takes out the changed rows and puts those that still live back where their new key belongs. `isChanged` has their bits set and is cleared. */
  update(changed: Uint32Array, isChanged: Uint8Array, lives: (row: number) => boolean): void
  /** The first position whose key is not less than this one. */
  lowerBound(key: number): number
  /** The first position whose key is greater. */
  upperBound(key: number): number
  keyOf(row: number): number
  bytes(): number
}

export function createRowOrder(keyOf: (row: number) => number, idOf: (row: number) => number): RowOrder {
  let rows = new Uint32Array(64)
  let length = 0

  function update(changed: Uint32Array, isChanged: Uint8Array, lives: (row: number) => boolean): void {
    for (const row of changed) isChanged[row] = 1
    let kept = 0
    for (let at = 0; at < length; at++) {
      const row = rows[at]!
      if (isChanged[row] === 0) rows[kept++] = row
    }
    const unique: number[] = []
    for (const row of changed) {
      if (isChanged[row] === 1 && lives(row)) unique.push(row)
      isChanged[row] = 0
    }
    const arriving = sortRowsByKey(sortRowsByKey(Uint32Array.from(unique), idOf), keyOf)
    length = kept + arriving.length
    rows = grow(rows, length)
    let from = kept - 1
    let next = arriving.length - 1
    for (let at = length - 1; next >= 0; at--) {
      const row = arriving[next]!
      if (from >= 0 && comesAfter(rows[from]!, row)) rows[at] = rows[from--]!
      else {
        rows[at] = row
        next--
      }
    }
  }

  function comesAfter(a: number, b: number): boolean {
    const keyA = keyOf(a)
    const keyB = keyOf(b)
    return keyA > keyB || (keyA === keyB && idOf(a) > idOf(b))
  }

  function bound(isBefore: (key: number) => boolean): number {
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(keyOf(rows[middle]!))) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    rows: () => rows,
    get length() {
      return length
    },
    update,
    lowerBound: (key) => bound((other) => other < key),
    upperBound: (key) => bound((other) => other <= key),
    keyOf,
    bytes: () => rows.byteLength,
  }
}
