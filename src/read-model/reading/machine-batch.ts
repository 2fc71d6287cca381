import { linkageBits } from '../../catalogue/implements.ts'
import { CHANGES_ROWS, createPageReader, figureBetween, PAGE, type PageRow } from '../../catalogue/machine-page.ts'
import { CHUNK_SIZE } from '../../memory/byte-arena.ts'
import { createByteTable } from '../../memory/byte-table.ts'
import { EQUIPMENT } from '../../records/machine-questions.ts'
import { ATTRIBUTES, type Attribute, bandNumber, readAttributes } from '../../search/index/attributes.ts'
import { columnValue, FIGURES } from '../../search/index/figures.ts'
import { type BatchCell, createBatchWriter, type SearchBatch } from '../../search/index/search-batch.ts'
import { equipmentWords } from '../../search/words/equipment.ts'
import { fieldNumber, MARK } from '../summary-record.ts'
import {
  createSummaryRecord,
  dateIn,
  figureIn,
  isPlain,
  readRecord,
  recordRoom,
  type SummaryRecord,
  textIn,
} from './read-record.ts'

/** Machines ready for the read model: everything that can be read without knowing the model. */
export interface MachineBatch {
  search: SearchBatch
  linkages: Uint8Array
  /** The records, one after another, and where each ends. */
  chunk: Uint8Array
  filled: number
  ends: Uint32Array
}

/** The limits of a batch. Its bytes nearly always fill up first. */
interface BatchSize {
  machines: number
  bytes: number
}
/** For a full load; and for a catch-up, which makes many: larger ones would be garbage to collect. */
export const LARGE: BatchSize = { machines: 4096, bytes: CHUNK_SIZE }
export const SMALL: BatchSize = { machines: 2 * CHANGES_ROWS, bytes: CHUNK_SIZE / 8 }
const NAME = fieldNumber('name')
const FAMILY = fieldNumber('family')
const FIGURE_FIELDS = Uint8Array.from(FIGURES, ({ name }) => fieldNumber(name))
const KINDS = FIGURES.map(({ kind }) => kind)
const EMPTY_LIST = '[]'.length

export function createBatchReader(give: (batch: MachineBatch) => void, size = LARGE) {
  const writer = createBatchWriter(size.machines)
  const readPage = createPageReader()
  /** The bits of linkage lists: few different lists are in use. */
  const linkageBitsOf = createByteTable()
  const cellOf = createBatchCells(writer.addCell)
  /** The words for each text of equipment, by the numbers of the texts. */
  const told: string[][][] = EQUIPMENT.map(() => [])
  const numberOf = EQUIPMENT.map(createByteTable)
  const figures = new Float64Array(FIGURES.length)
  const record = createSummaryRecord()
  let linkages = new Uint8Array(size.machines)
  let ends = new Uint32Array(size.machines)
  let chunk = Buffer.allocUnsafeSlow(size.bytes)
  let filled = 0
  let count = 0

  function finish(nextRoom = 0): void {
    if (count > 0) give({ search: writer.take(), linkages, chunk: new Uint8Array(chunk.buffer), filled, ends })
    linkages = new Uint8Array(size.machines)
    ends = new Uint32Array(size.machines)
    chunk = Buffer.allocUnsafeSlow(Math.max(size.bytes, nextRoom))
    filled = 0
    count = 0
  }

  function writeText(row: PageRow): void {
    const { starts, ends } = record
    if (isPlain(record, NAME)) writer.name(chunk, starts[NAME]! + 1, ends[NAME]! - 1)
    else writer.nameText(textIn(record, NAME) ?? '')
    if (isPlain(record, FAMILY)) writer.other(chunk, starts[FAMILY]! + 1, ends[FAMILY]! - 1)
    else writer.otherText(textIn(record, FAMILY) ?? '')
    writeEquipment(row)
    const aliases = row.starts[PAGE.aliases]!
    if (row.ends[PAGE.aliases]! - aliases === EMPTY_LIST) return
    const list = row.bytes.toString('utf8', aliases, row.ends[PAGE.aliases]!)
    for (const alias of JSON.parse(list) as string[]) writer.aliasText(alias)
  }

  /** Few different texts are in use. */
  function writeEquipment({ bytes }: PageRow): void {
    const { equipment } = record
    for (let at = 0; at < equipment.length; at += 3) {
      const [which, start, end] = [equipment[at]!, equipment[at + 1]!, equipment[at + 2]!]
      const read = () =>
        told[which]!.push(equipmentWords(EQUIPMENT[which]!, JSON.parse(bytes.toString('utf8', start, end)))) - 1
      writer.words(told[which]![numberOf[which]!.find(bytes, start, end, read)]!)
    }
  }

  function readLinkage({ bytes, starts, ends }: PageRow): number {
    const start = starts[PAGE.linkage]!
    const end = ends[PAGE.linkage]!
    return linkageBitsOf.find(bytes, start, end, () => linkageBits(JSON.parse(bytes.toString('utf8', start, end))))
  }

  function add(row: PageRow): void {
    const room = recordRoom(row)
    if (count === size.machines || filled + room > chunk.length) finish(room)
    readRecord(record, row, chunk, filled)
    filled = record.end
    linkages[count] = readLinkage(row)
    ends[count] = filled
    count++
    writeText(row)
    for (let at = 0; at < figures.length; at++) {
      const field = FIGURE_FIELDS[at]!
      const kind = KINDS[at]!
      figures[at] = kind === 'date' ? dateIn(record, field) : columnValue(kind, figureIn(record, field))
    }
    const id = figureBetween(row.bytes, row.starts[PAGE.id]!, row.ends[PAGE.id]!)
    writer.add(id, cellOf(row, record), figures, record.facts)
  }

  return {
    /** Reads a page and gives every full batch. */
    read: (page: Buffer) => readPage(page, add),
    /** Gives the last batch. */
    finish: () => finish(),
  }
}

/** The buffers that move to another thread without a copy. */
export function buffersOf({ search, linkages, chunk, ends }: MachineBatch): ArrayBuffer[] {
  const columns = [...Object.values(search), ...Object.values(search.figures)].filter((column) =>
    ArrayBuffer.isView(column),
  )
  return [...columns, linkages, chunk, ends].map(({ buffer }) => buffer as ArrayBuffer)
}

/** The class has its own place in the page; the record holds all other attributes. */
const OF_RECORD = (ATTRIBUTES as readonly Attribute[]).filter(({ name }) => name !== 'machine_class')
const FIELDS = Uint8Array.from(OF_RECORD, ({ read }) => fieldNumber(read.field))
const BANDS = OF_RECORD.map(({ read }) => read.bands)
const ROOM_FOR_BANDS = 64

/** Numbers the cells of machines. A cell is found again by its bytes, which is faster than by strings. */
function createBatchCells(addCell: (cell: BatchCell) => number): (row: PageRow, record: SummaryRecord) => number {
  const known = createByteTable()
  let key = Buffer.alloc(1024)
  let length = 0

  function put(bytes: Uint8Array, start: number, end: number): void {
    if (length + end - start + ROOM_FOR_BANDS >= key.length)
      key = Buffer.concat([key, Buffer.alloc(key.length + end - start)])
    const to = key
    let next = length
    for (let at = start; at < end; at++) to[next++] = bytes[at]!
    to[next++] = MARK
    length = next
  }

  return (row, record) => {
    length = 0
    put(row.bytes, row.starts[PAGE.manufacturer_id]!, row.ends[PAGE.manufacturer_id]!)
    put(row.bytes, row.starts[PAGE.class_key]!, row.ends[PAGE.class_key]!)
    for (let at = 0; at < FIELDS.length; at++) {
      const field = FIELDS[at]!
      const bands = BANDS[at]
      if (bands === undefined) put(record.bytes, record.starts[field]!, record.ends[field]!)
      else {
        const figure = figureIn(record, field)
        key[length++] = figure === null ? 0 : bandNumber(bands, figure) + 1
      }
    }
    return known.find(key, 0, length, () => addCell(describe(row, record)))
  }
}

function describe({ bytes, starts, ends }: PageRow, record: SummaryRecord): BatchCell {
  const machine_class = bytes.toString('latin1', starts[PAGE.class_key]!, ends[PAGE.class_key]!)
  const known = OF_RECORD.map(({ read }, at) => [
    read.field,
    read.bands ? figureIn(record, FIELDS[at]!) : textIn(record, FIELDS[at]!),
  ])
  return {
    maker: figureBetween(bytes, starts[PAGE.manufacturer_id]!, ends[PAGE.manufacturer_id]!),
    profile: readAttributes({ machine_class, ...Object.fromEntries(known) }),
  }
}
