import { readListingId } from '../schema/records/listing-id.ts'
import { RECORDS, type RecordType, type StoredOf } from '../schema/records/records.ts'

export { RECORD_TYPES, RECORDS as STORED, type RecordType, type StoredOf } from '../schema/records/records.ts'
export { readListingId }

export type RecordKey = string | number

export function keyOf<T extends RecordType>(type: T, record: StoredOf<T>): RecordKey {
  return (record as unknown as Record<string, RecordKey>)[RECORDS[type].key]!
}

/** Undefined if no record can have it. */
export function keyFrom(type: RecordType, text: string): RecordKey | undefined {
  if (RECORDS[type].key === 'id') return readListingId(text)
  return /^[a-z0-9_-]{1,120}$/.test(text) ? text : undefined
}
