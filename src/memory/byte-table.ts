import { grow } from './growable.ts'
import { createRowTable, hashBytes } from './row-table.ts'

/** Finds numbers by bytes, without making strings. */
export function createByteTable() {
  let hashes = new Uint32Array(512)
  let numbers = new Uint32Array(512)
  /** The bytes of all entries, and where each entry's bytes end. */
  let pool = new Uint8Array(4096)
  let ends = new Uint32Array(512)
  let count = 0
  const entries = createRowTable((entry) => hashes[entry]!)

  const startOf = (entry: number) => (entry === 0 ? 0 : ends[entry - 1]!)

  function isSame(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const held = pool
    let from = startOf(entry)
    if (ends[entry]! - from !== end - start) return false
    for (let at = start; at < end; at++) if (held[from++] !== bytes[at]) return false
    return true
  }

  return {
    /** The number of these bytes; `make` makes one for new bytes. */
    find(bytes: Uint8Array, start: number, end: number, make: () => number): number {
      const hash = hashBytes(bytes, start, end)
      const found = entries.find(hash, (entry) => hashes[entry] === hash && isSame(entry, bytes, start, end))
      if (found >= 0) return numbers[found]!
      const number = make()
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
      entries.add(entry, hash)
      return number
    },
  }
}
