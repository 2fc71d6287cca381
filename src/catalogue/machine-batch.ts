import { createBatchWriter, type SearchBatch } from '../search/search-batch.ts'
import { CHUNK_SIZE } from './byte-arena.ts'
import { createLinkageReader } from './linkage-reader.ts'
import { createPageReader, type PageRow } from './machine-page.ts'
import { readPageRecord, recordRoom } from './read-record.ts'
import { toBatchMachine } from './search-document.ts'

/** Machines as an empty read model takes them in: all that can be read of each without knowing anything else. */
export interface MachineBatch {
  search: SearchBatch
  makers: Float64Array
  linkages: Uint8Array
  /** The records, one after the other, and where each ends. */
  chunk: Uint8Array
  filled: number
  ends: Uint32Array
}

export interface BatchReader {
  /** Reads a page and gives the batches out that are full. */
  read(page: Buffer): void
  /** Gives the rest out. */
  finish(): void
}

/** A chunk is nearly always full before. */
const MOST = 4096

export function createBatchReader(give: (batch: MachineBatch) => void): BatchReader {
  const writer = createBatchWriter(MOST)
  const readPage = createPageReader()
  const linkageOf = createLinkageReader()
  let makers = new Float64Array(MOST)
  let linkages = new Uint8Array(MOST)
  let ends = new Uint32Array(MOST)
  let chunk = Buffer.allocUnsafeSlow(CHUNK_SIZE)
  let filled = 0
  let count = 0

  function finish(nextRoom = 0): void {
    if (count > 0) give({ search: writer.take(), makers, linkages, chunk: new Uint8Array(chunk.buffer), filled, ends })
    makers = new Float64Array(MOST)
    linkages = new Uint8Array(MOST)
    ends = new Uint32Array(MOST)
    chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_SIZE, nextRoom))
    filled = 0
    count = 0
  }

  function add(row: PageRow): void {
    const room = recordRoom(row)
    if (count === MOST || filled + room > chunk.length) finish(room)
    const record = readPageRecord(row, chunk, filled)
    makers[count] = row.figure('manufacturer_id')
    linkages[count] = linkageOf(row.term('linkage'))
    filled += record.length
    ends[count] = filled
    count++
    writer.add(toBatchMachine(row, record))
  }

  return { read: (page) => readPage(page, add), finish: () => finish() }
}

/** What can change threads instead of being copied. */
export function buffersOf({ search, makers, linkages, chunk, ends }: MachineBatch): ArrayBuffer[] {
  const columns = Object.values(search).filter((column) => ArrayBuffer.isView(column))
  return [...columns, makers, linkages, chunk, ends].map(({ buffer }) => buffer as ArrayBuffer)
}
