/** Finds slots by a hash, in one typed array: a Map of a million entries would weigh many times more. */
interface SlotTable {
  /** The slot that was added under this hash and matches, or -1. */
  find(hash: number, matches: (slot: number) => boolean): number
  add(slot: number, hash: number): void
  bytes(): number
}

/** From here on a table grows in smaller steps: hashing all anew is then less than the room it would waste. */
const LARGE = 1 << 20

export function createSlotTable(hashOf: (slot: number) => number): SlotTable {
  // A slot is kept as its number plus one; 0 is an empty place.
  let places = new Uint32Array(1024)
  let count = 0

  function insert(slot: number, hash: number): void {
    const mask = places.length - 1
    let at = hash & mask
    while (places[at] !== 0) at = (at + 1) & mask
    places[at] = slot + 1
  }

  return {
    find(hash, matches) {
      const mask = places.length - 1
      for (let at = hash & mask; places[at] !== 0; at = (at + 1) & mask) {
        const slot = places[at]! - 1
        if (matches(slot)) return slot
      }
      return -1
    },
    add(slot, hash) {
      if (++count * 2 > places.length) {
        const before = places
        places = new Uint32Array(before.length * (before.length < LARGE ? 4 : 2))
        for (const held of before) if (held !== 0) insert(held - 1, hashOf(held - 1))
      }
      insert(slot, hash)
    },
    bytes: () => places.byteLength,
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
