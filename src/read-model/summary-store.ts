import { SLUG_PATTERN } from '../contract/values.ts'
import { CHUNK_SIZE, createByteArena } from '../memory/byte-arena.ts'
import { grow } from '../memory/growable.ts'
import { createRowTable, hashBytes } from '../memory/row-table.ts'
import type { MachineBatch } from './reading/machine-batch.ts'
import { slugEnd } from './summary-record.ts'

/** Holds, by row, what the index does not: a machine's record, slug and linkage. */
interface SummaryStore {
  /** Adds or replaces these rows by the machines of a batch. */
  take(batch: MachineBatch, rows: Uint32Array): void
  /** The row, or -1. */
  rowOfSlug(slug: string): number
  chunkOf(row: number): Uint8Array
  startOf(row: number): number
  endOf(row: number): number
  /** Bits of the linkage categories. */
  linkageOf(row: number): number
  /** Moves records together when too much space between them is dead. */
  tidy(): void
}

const SLUG = new RegExp(SLUG_PATTERN)

export function createSummaryStore(): SummaryStore {
  const arena = createByteArena()
  let places = new Float64Array(64)
  let lengths = new Uint32Array(64)
  /** The space reserved for each record, which may be shorter; 0 for a row without one. */
  let rooms = new Uint32Array(64)
  let linkages = new Uint8Array(64)
  let bound = 0
  const bySlug = createRowTable((row) =>
    hashBytes(chunkOf(row), startOf(row), slugEnd(chunkOf(row), startOf(row), endOf(row))),
  )

  const chunkOf = (row: number) => arena.chunkOf(places[row]!)
  const startOf = (row: number) => arena.offsetOf(places[row]!)
  const endOf = (row: number) => startOf(row) + lengths[row]!

  function makeRoom(rows: Uint32Array): void {
    for (const row of rows) if (row >= bound) bound = row + 1
    places = grow(places, bound)
    lengths = grow(lengths, bound)
    rooms = grow(rooms, bound)
    linkages = grow(linkages, bound)
  }

  function put(row: number, place: number, length: number): void {
    places[row] = place
    lengths[row] = rooms[row] = length
  }

  function store(row: number, bytes: Uint8Array): void {
    const room = rooms[row]!
    if (bytes.length <= room) {
      arena.overwrite(places[row]!, bytes)
      lengths[row] = bytes.length
      return
    }
    if (room > 0) arena.free(places[row]!, room)
    put(row, arena.add(bytes), bytes.length)
  }

  function take({ chunk, filled, ends, linkages: given }: MachineBatch, rows: Uint32Array): void {
    makeRoom(rows)
    // A chunk that is mostly full of new records is kept whole.
    const isKept = filled > CHUNK_SIZE / 2 && rows.every((row) => rooms[row] === 0)
    const first = isKept ? arena.adopt(chunk, filled) : 0
    let start = 0
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!
      const isNew = rooms[row] === 0
      if (isKept) put(row, first + start, ends[at]! - start)
      else store(row, chunk.subarray(start, ends[at]!))
      if (isNew) bySlug.add(row, hashBytes(chunk, start, slugEnd(chunk, start, ends[at]!)))
      linkages[row] = given[at]!
      start = ends[at]!
    }
  }

  return {
    take,
    rowOfSlug(slug) {
      if (slug.length > 200 || !SLUG.test(slug)) return -1
      const wanted = Buffer.from(slug, 'latin1')
      return bySlug.find(hashBytes(wanted, 0, wanted.length), (row) => {
        const chunk = chunkOf(row)
        const start = startOf(row)
        for (let at = 0; at < wanted.length; at++) if (chunk[start + at] !== wanted[at]) return false
        return slugEnd(chunk, start, endOf(row)) === start + wanted.length
      })
    },
    chunkOf,
    startOf,
    endOf,
    linkageOf: (row) => linkages[row]!,
    tidy() {
      const worn = arena.wornChunk()
      if (worn === undefined) return
      for (let row = 0; row < bound; row++) {
        if (rooms[row] === 0 || !arena.isIn(places[row]!, worn)) continue
        const bytes = chunkOf(row).subarray(startOf(row), endOf(row))
        arena.free(places[row]!, rooms[row]!)
        put(row, arena.add(bytes), bytes.length)
      }
      arena.release(worn)
    },
  }
}
