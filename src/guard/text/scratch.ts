// Working memory that outlives a call: a guarded text needs a dozen arrays as long as itself, and fresh pages cost more
// than the work done in them. The guard never waits and never calls itself, so one set is enough.

/** Larger texts get memory of their own, which is given back. */
const MOST_KEPT = 1 << 21

const bytes: Uint8Array[] = []
const shorts: Uint16Array[] = []
const ints: Int32Array[] = []

function roomFor(size: number): number {
  return size > MOST_KEPT ? size : Math.max(1024, 2 ** Math.ceil(Math.log2(size + 1)))
}

function keep<T extends { length: number }>(pool: T[], slot: number, size: number, make: (room: number) => T): T {
  const kept = pool[slot]
  if (kept !== undefined && kept.length >= size) return kept
  const made = make(roomFor(size))
  if (size <= MOST_KEPT) pool[slot] = made
  return made
}

/** At least `size` bytes, with whatever the last user left in them. */
export function byteScratch(slot: number, size: number): Uint8Array {
  return keep(bytes, slot, size, (room) => new Uint8Array(room))
}

export function shortScratch(slot: number, size: number): Uint16Array {
  return keep(shorts, slot, size, (room) => new Uint16Array(room))
}

export function intScratch(slot: number, size: number): Int32Array {
  return keep(ints, slot, size, (room) => new Int32Array(room))
}
