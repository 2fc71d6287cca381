import { grow } from './growable.ts'

/** Finds numbers by bytes, without making strings. */
export function createByteTable() {
  /** A hash table of entries plus one; 0 is an empty place. */
  let places = new Uint32Array(1024)
  let hashes = new Uint32Array(512)
  let numbers = new Uint32Array(512)
  /** The bytes of all entries, and where each entry's bytes end. */
  let pool = new Uint8Array(4096)
  let ends = new Uint32Array(512)
  let count = 0

  const startOf = (entry: number) => (entry === 0 ? 0 : ends[entry - 1]!)

  function isSame(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const held = pool
    let from = startOf(entry)
    if (ends[entry]! - from !== end - start) return false
    for (let at = start; at < end; at++) if (held[from++] !== bytes[at]) return false
    return true
  }

  function place(entry: number): void {
    const mask = places.length - 1
    let at = hashes[entry]! & mask
    while (places[at] !== 0) at = (at + 1) & mask
    places[at] = entry + 1
  }

  function add(hash: number, bytes: Uint8Array, start: number, end: number, number: number): number {
    const entry = count++
    const from = startOf(entry)
    pool = grow(pool, from + end - start)
    hashes = grow(hashes, count)
    numbers = grow(numbers, count)
    ends = grow(ends, count)
    for (let at = start, to = from; at < end; at++) pool[to++] = bytes[at]!
    hashes[entry] = hash
    numbers[entry] = number
    ends[entry] = from + end - start
    if (count * 2 > places.length) {
      places = new Uint32Array(places.length * 4)
      for (let other = 0; other < count; other++) place(other)
    } else place(entry)
    return number
  }

  return {
    /** The number of these bytes; `make` makes one for new bytes. */
    find(bytes: Uint8Array, start: number, end: number, make: () => number): number {
      let hash = end - start
      for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
      hash = (hash ^ (hash >>> 15)) >>> 0
      const mask = places.length - 1
      for (let at = hash & mask; places[at] !== 0; at = (at + 1) & mask) {
        const entry = places[at]! - 1
        if (hashes[entry] === hash && isSame(entry, bytes, start, end)) return numbers[entry]!
      }
      return add(hash, bytes, start, end, make())
    },
  }
}
