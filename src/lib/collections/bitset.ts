/** A set of rows is an array with one bit for each row; `words` are its 32-bit numbers. */
export const wordCount = (rows: number) => (rows + 31) >>> 5

export function setBit(bits: Uint32Array, row: number): void {
  bits[row >>> 5]! |= 1 << (row & 31)
}

function clearBit(bits: Uint32Array, row: number): void {
  bits[row >>> 5]! &= ~(1 << (row & 31))
}

export function hasBit(bits: Uint32Array, row: number): boolean {
  return (bits[row >>> 5]! & (1 << (row & 31))) !== 0
}

export function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export function countCommon(bits: Uint32Array, others: Uint32Array, words: number): number {
  let count = 0
  for (let i = 0; i < words; i++) {
    const word = bits[i]! & others[i]!
    if (word !== 0) count += popCount(word)
  }
  return count
}

/** Lists the rows that are in both sets, ascending, and returns their number. */
export function listBits(set: Uint32Array, within: Uint32Array, words: number, into: Uint32Array): number {
  let count = 0
  for (let i = 0; i < words; i++) {
    const last = (i << 5) + 31
    for (let word = set[i]! & within[i]!; word !== 0; word &= word - 1) {
      into[count++] = last - Math.clz32(word & -word)
    }
  }
  return count
}

/** Puts the rows of a set that are not in the other into a third, which may be one of them. */
export function subtract(set: Uint32Array, other: Uint32Array, words: number, into: Uint32Array): void {
  for (let i = 0; i < words; i++) into[i] = set[i]! & ~other[i]!
}

export function filterBits(set: Uint32Array, passes: (row: number) => boolean): void {
  for (let i = 0; i < set.length; i++) {
    for (let word = set[i]!; word !== 0; word &= word - 1) {
      const row = (i << 5) + 31 - Math.clz32(word & -word)
      if (!passes(row)) clearBit(set, row)
    }
  }
}

/** Whether some row is in both sets. */
export function hasCommon(set: Uint32Array, other: Uint32Array): boolean {
  for (let i = 0; i < set.length; i++) if ((set[i]! & other[i]!) !== 0) return true
  return false
}

/** Adds the rows of another set to a set. */
export function addAll(set: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i < set.length; i++) set[i]! |= others[i]!
}

/** Returns the rows that are in all of some sets. */
export function intersection([first, ...others]: readonly Uint32Array[]): Uint32Array {
  if (others.length === 0) return first!
  const set = first!.slice()
  for (const other of others) for (let i = 0; i < set.length; i++) set[i]! &= other[i]!
  return set
}

/** Returns the rows that are in some of the sets. */
export function union([first, ...others]: readonly Uint32Array[]): Uint32Array {
  if (others.length === 0) return first!
  const set = first!.slice()
  for (const other of others) addAll(set, other)
  return set
}
