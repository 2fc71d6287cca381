import { grow } from './growable.ts'

const CHUNK_BITS = 20
export const CHUNK_SIZE = 1 << CHUNK_BITS
const OFFSET_MASK = CHUNK_SIZE - 1
const EMPTY = new Uint8Array(0)

/** Holds the bytes of very many records in large chunks, outside the garbage-collected heap. A place is one number. */
export function createByteArena() {
  const chunks: Uint8Array[] = []
  const released: number[] = []
  let live = new Uint32Array(16)
  let current = -1
  let used = CHUNK_SIZE
  let liveBytes = 0
  let heldBytes = 0

  function open(chunk: Uint8Array): void {
    current = released.pop() ?? chunks.length
    chunks[current] = chunk
    heldBytes += chunk.length
    live = grow(live, current + 1)
    live[current] = 0
    used = 0
  }

  function fill(size: number): void {
    used += size
    live[current]! += size
    liveBytes += size
  }

  return {
    /** Stores bytes and returns their place. */
    add(bytes: Uint8Array): number {
      const size = bytes.length
      // A record longer than a chunk gets its own chunk.
      if (used + size > CHUNK_SIZE || used > OFFSET_MASK) open(new Uint8Array(Math.max(CHUNK_SIZE, size)))
      const offset = used
      chunks[current]!.set(bytes, offset)
      fill(size)
      return current * CHUNK_SIZE + offset
    },
    /** Takes over a partly filled chunk and returns the place of its first byte. */
    adopt(chunk: Uint8Array, filled: number): number {
      open(chunk)
      fill(filled)
      return current * CHUNK_SIZE
    },
    /** Marks the bytes at a place as dead. */
    free(place: number, length: number): void {
      live[Math.floor(place / CHUNK_SIZE)]! -= length
      liveBytes -= length
    },
    chunkOf: (place: number): Uint8Array => chunks[Math.floor(place / CHUNK_SIZE)]!,
    offsetOf: (place: number): number => place & OFFSET_MASK,
    /** Copies a record over an older one that is at least as long. */
    overwrite(place: number, bytes: Uint8Array): void {
      chunks[Math.floor(place / CHUNK_SIZE)]!.set(bytes, place & OFFSET_MASK)
    },
    /** The chunk with the most dead bytes, once more than a quarter of everything is dead. */
    wornChunk(): number | undefined {
      if (heldBytes - liveBytes < heldBytes / 4 + 2 * CHUNK_SIZE) return undefined
      let worst = -1
      let most = 0
      for (let chunk = 0; chunk < chunks.length; chunk++) {
        const dead = chunks[chunk]!.length - live[chunk]!
        if (chunk === current || dead <= most) continue
        most = dead
        worst = chunk
      }
      return worst < 0 ? undefined : worst
    },
    isIn: (place: number, chunk: number): boolean => Math.floor(place / CHUNK_SIZE) === chunk,
    /** Drops a chunk without live bytes. */
    release(chunk: number): void {
      heldBytes -= chunks[chunk]!.length
      chunks[chunk] = EMPTY
      live[chunk] = 0
      released.push(chunk)
    },
  }
}
