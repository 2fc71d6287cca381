import { CHUNK_SIZE, createByteArena } from './byte-arena.ts'
import { grow } from './growable.ts'

/** Some bytes for each row, outside the garbage-collected heap. */
export function createRowBytes() {
  const arena = createByteArena()
  let places = new Float64Array(64)
  let lengths = new Uint32Array(64)
  /** The space reserved for each row, whose bytes may be fewer; 0 for a row without any. */
  let rooms = new Uint32Array(64)
  let bound = 0

  const chunkOf = (row: number) => arena.chunkOf(places[row]!)
  const startOf = (row: number) => arena.offsetOf(places[row]!)
  const endOf = (row: number) => startOf(row) + lengths[row]!

  function makeRoom(row: number): void {
    if (row < bound) return
    bound = row + 1
    places = grow(places, bound)
    lengths = grow(lengths, bound)
    rooms = grow(rooms, bound)
  }

  function place(row: number, at: number, length: number): void {
    makeRoom(row)
    places[row] = at
    lengths[row] = rooms[row] = length
  }

  return {
    has: (row: number): boolean => row < bound && rooms[row]! > 0,
    chunkOf,
    startOf,
    endOf,
    put(row: number, bytes: Uint8Array): void {
      makeRoom(row)
      const room = rooms[row]!
      if (bytes.length <= room) {
        arena.overwrite(places[row]!, bytes)
        lengths[row] = bytes.length
        return
      }
      if (room > 0) arena.free(places[row]!, room)
      place(row, arena.add(bytes), bytes.length)
    },
    /** Takes over a chunk with the bytes of rows that had none; false for one that is not mostly full. */
    adopt(chunk: Uint8Array, filled: number, rows: Uint32Array, ends: Uint32Array): boolean {
      if (filled <= CHUNK_SIZE / 2) return false
      const first = arena.adopt(chunk, filled)
      let start = 0
      for (let at = 0; at < rows.length; at++) {
        place(rows[at]!, first + start, ends[at]! - start)
        start = ends[at]!
      }
      return true
    },
    /** Moves bytes together when too much space between them is dead. */
    tidy(): void {
      const worn = arena.wornChunk()
      if (worn === undefined) return
      for (let row = 0; row < bound; row++) {
        if (rooms[row] === 0 || !arena.isIn(places[row]!, worn)) continue
        const bytes = chunkOf(row).subarray(startOf(row), endOf(row))
        arena.free(places[row]!, rooms[row]!)
        place(row, arena.add(bytes), bytes.length)
      }
      arena.release(worn)
    },
  }
}
