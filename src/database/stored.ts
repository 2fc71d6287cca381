import type { Schema } from './schema.ts'

/** Those that others name come first. */
export const RECORD_TYPES = ['manufacturer', 'class', 'machine', 'implement', 'listing'] as const
export type RecordType = (typeof RECORD_TYPES)[number]

/** Where the records of each type are stored, and by which column, also a field of its rows, they are found. */
export const STORED = {
  manufacturer: { table: 'manufacturers', key: 'slug' },
  class: { table: 'classes', key: 'key' },
  machine: { table: 'machines', key: 'slug' },
  implement: { table: 'implements', key: 'slug' },
  listing: { table: 'listings', key: 'id' },
} as const satisfies Record<RecordType, { table: keyof Schema; key: string }>

export type StoredOf<T extends RecordType> = Schema[(typeof STORED)[T]['table']]
export type RecordKey = string | number

export function keyOf<T extends RecordType>(type: T, record: StoredOf<T>): RecordKey {
  return (record as unknown as Record<string, RecordKey>)[STORED[type].key]!
}

/** The key that a text names; undefined for one that no record is found by. */
export function keyFrom(type: RecordType, text: string): RecordKey | undefined {
  if (STORED[type].key !== 'id') return /^[a-z0-9_-]{1,120}$/.test(text) ? text : undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
