import { figureBetween, PAGE, type PageRow } from '../../catalogue/machine-page.ts'
import { HP_BANDS } from '../../contract/values.ts'
import { createByteTable } from '../../memory/byte-table.ts'
import type { BatchCell } from '../../search/index/search-batch.ts'
import { fieldNumber } from '../summary-fields.ts'
import type { SummaryRecord } from './read-record.ts'

const KIND = fieldNumber('kind')
const POWER_SOURCE = fieldNumber('power_source')
const WHEEL_DRIVE = fieldNumber('wheel_drive')
const LIFECYCLE = fieldNumber('lifecycle')
const SECTION = fieldNumber('section')
const HP = fieldNumber('engine_hp')
const FIELDS = Uint8Array.of(KIND, POWER_SOURCE, WHEEL_DRIVE, LIFECYCLE, SECTION)
const MARK = 1

/**
 * Numbers of the cells of machines, by the bytes of all that decides on them: machines of the same cell are many, and
 * to compare bytes takes less than to make strings of them.
 */
export function createBatchCells(tell: (cell: BatchCell) => number): (row: PageRow, record: SummaryRecord) => number {
  const known = createByteTable()
  let key = Buffer.alloc(1024)
  let length = 0

  function put(bytes: Uint8Array, start: number, end: number): void {
    if (length + end - start >= key.length) key = Buffer.concat([key, Buffer.alloc(key.length + end - start)])
    const to = key
    let next = length
    for (let at = start; at < end; at++) to[next++] = bytes[at]!
    to[next++] = MARK
    length = next
  }

  return (row, record) => {
    const hp = record.figure(HP)
    let band = hp === null ? -1 : 0
    if (hp !== null) while (hp > HP_BANDS[band]!.upTo) band++
    length = 0
    key[length++] = band + 2
    put(row.bytes, row.starts[PAGE.manufacturer_id]!, row.ends[PAGE.manufacturer_id]!)
    put(row.bytes, row.starts[PAGE.class_key]!, row.ends[PAGE.class_key]!)
    for (let at = 0; at < FIELDS.length; at++) {
      put(record.bytes, record.start(FIELDS[at]!), record.end(FIELDS[at]!))
    }
    return known.find(key, 0, length, () => tell(describe(row, record, band)))
  }
}

function describe({ bytes, starts, ends }: PageRow, record: SummaryRecord, band: number): BatchCell {
  return {
    maker: figureBetween(bytes, starts[PAGE.manufacturer_id]!, ends[PAGE.manufacturer_id]!),
    profile: [
      bytes.toString('latin1', starts[PAGE.class_key]!, ends[PAGE.class_key]!),
      record.text(KIND),
      record.text(POWER_SOURCE),
      record.text(WHEEL_DRIVE),
      record.text(LIFECYCLE) ?? 'current',
      record.text(SECTION) ?? 'construction',
      band < 0 ? null : HP_BANDS[band]!.name,
    ],
  }
}
