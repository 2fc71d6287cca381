/** A set of rows is an array with one bit for each row; `words` are its 32-bit numbers. */
export const wordsFor = (rows: number) => (rows + 31) >>> 5

export function setBit(bits: Uint32Array, row: number): void {
  bits[row >>> 5]! |= 1 << (row & 31)
}

export function clearBit(bits: Uint32Array, row: number): void {
  bits[row >>> 5]! &= ~(1 << (row & 31))
}

export function hasBit(bits: Uint32Array, row: number): boolean {
  return (bits[row >>> 5]! & (1 << (row & 31))) !== 0
}

export function countBits(bits: Uint32Array, words: number): number {
  let count = 0
  for (let at = 0; at < words; at++) {
    let word = bits[at]!
    if (word === 0) continue
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Adds `by` to the tally of the cell of each row in the set. */
export function tallyCells(bits: Uint32Array, words: number, cellOf: Uint32Array, tally: Int32Array, by: number): void {
  for (let at = 0; at < words; at++) {
    let word = bits[at]!
    const base = at << 5
    while (word !== 0) {
      const lowest = word & -word
      tally[cellOf[base + 31 - Math.clz32(lowest)]!]! += by
      word ^= lowest
    }
  }
}

/** Lists the rows that are in both sets, ascending, empties `set` and returns their number. */
export function drainBits(set: Uint32Array, within: Uint32Array, words: number, into: Uint32Array): number {
  let count = 0
  for (let at = 0; at < words; at++) {
    let word = set[at]! & within[at]!
    set[at] = 0
    while (word !== 0) {
      const lowest = word & -word
      into[count++] = (at << 5) + 31 - Math.clz32(lowest)
      word ^= lowest
    }
  }
  return count
}

/** Keeps the rows of the set that are in the other. */
export function intersect(set: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < set.length; at++) set[at]! &= other[at]!
}

/** Takes the rows of the other out of the set. */
export function subtract(set: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < set.length; at++) set[at]! &= ~other[at]!
}
