import { sql } from 'kysely'
import { countRows, type Db, rowsAmong, type Schema } from './schema.ts'

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

/** Records by their keys, those of listings perhaps as texts. */
export async function recordsAmong<T extends RecordType>(db: Db, type: T, keys: readonly RecordKey[]) {
  const { table, key } = STORED[type]
  const known = key === 'id' ? keys.map(Number) : keys
  return (await rowsAmong(db, table, key as never, known)) as StoredOf<T>[]
}

/** Counts the contents, of listings those that buyers see, and tells whether sample records are among them. */
export async function countContents(db: Db) {
  const [machines, implementCount, listings] = await Promise.all([
    countRows(db, 'machines'),
    countRows(db, 'implements'),
    countRows(db, 'listings', sql`status = 'live'`),
  ])
  const isSample =
    (await db.selectFrom('sample_records').select('record_key').limit(1).executeTakeFirst()) !== undefined
  return { machines, implements: implementCount, listings, isSample }
}

/** Whether a database holds no manufacturer, machine, implement or listing. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['manufacturers', 'machines', 'implements', 'listings'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}
