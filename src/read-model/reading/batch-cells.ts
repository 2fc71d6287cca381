import { figureBetween, PAGE, type PageRow } from '../../catalogue/machine-page.ts'
import { createByteTable } from '../../memory/byte-table.ts'
import { ATTRIBUTES, type Attribute, bandNumber, readAttributes } from '../../search/index/attributes.ts'
import type { BatchCell } from '../../search/index/search-batch.ts'
import { fieldNumber, MARK } from '../summary-fields.ts'
import type { SummaryRecord } from './read-record.ts'

/** The class has its own place in the page; the record holds all other attributes. */
const OF_RECORD = (ATTRIBUTES as readonly Attribute[]).filter(({ name }) => name !== 'machine_class')
const FIELDS = Uint8Array.from(OF_RECORD, ({ read }) => fieldNumber(read.field))
const BANDS = OF_RECORD.map(({ read }) => read.bands)
const ROOM_FOR_BANDS = 64

/** Numbers the cells of machines. Machines of one cell are found again by their bytes, which is faster than by strings. */
export function createBatchCells(
  addCell: (cell: BatchCell) => number,
): (row: PageRow, record: SummaryRecord) => number {
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
      if (bands === undefined) put(record.bytes, record.start(field), record.end(field))
      else {
        const figure = record.figure(field)
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
    read.bands ? record.figure(FIELDS[at]!) : record.text(FIELDS[at]!),
  ])
  return {
    maker: figureBetween(bytes, starts[PAGE.manufacturer_id]!, ends[PAGE.manufacturer_id]!),
    profile: readAttributes({ machine_class, ...Object.fromEntries(known) }),
  }
}
