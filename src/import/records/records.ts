import type { RecordType } from '../row-shapes.ts'
import { classRecord } from './class.ts'
import { implementRecord } from './implement.ts'
import { listingRecord } from './listing.ts'
import { machineRecord } from './machine.ts'
import { manufacturerRecord } from './manufacturer.ts'
import type { RecordDescription } from './record.ts'

const RECORDS = {
  manufacturer: manufacturerRecord,
  class: classRecord,
  machine: machineRecord,
  implement: implementRecord,
  listing: listingRecord,
} satisfies { [T in RecordType]: RecordDescription<T> }

export function describe(type: RecordType): RecordDescription<RecordType> {
  return RECORDS[type] as unknown as RecordDescription<RecordType>
}
