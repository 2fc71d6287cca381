/** A larger table grows in smaller steps: hashing again costs less than empty space. */
const LARGE = 1 << 20

/** Finds row numbers by a hash, in one typed array: a Map of a million entries would take many times more memory. */
export function createRowTable(hashOf: (row: number) => number) {
  // A place holds the row plus one; 0 is an empty place.
  let places = new Uint32Array(1024)
  let count = 0

  function insert(row: number, hash: number): void {
    const mask = places.length - 1
    let at = hash & mask
    while (places[at] !== 0) at = (at + 1) & mask
    places[at] = row + 1
  }

  return {
    /** The matching row that was added under this hash, or -1. */
    find(hash: number, matches: (row: number) => boolean): number {
      const mask = places.length - 1
      for (let at = hash & mask; places[at] !== 0; at = (at + 1) & mask) {
        const row = places[at]! - 1
        if (matches(row)) return row
      }
      return -1
    },
    add(row: number, hash: number): void {
      if (++count * 2 > places.length) {
        const before = places
        places = new Uint32Array(before.length * (before.length < LARGE ? 4 : 2))
        for (const held of before) if (held !== 0) insert(held - 1, hashOf(held - 1))
      }
      insert(row, hash)
    },
  }
}

export function hashNumber(value: number): number {
  let hash = Math.imul((value | 0) ^ Math.floor(value / 4294967296), 0x9e3779b1)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x85ebca6b) >>> 0
}

export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x85ebca6b) >>> 0
}
