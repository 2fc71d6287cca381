import { sql } from 'kysely'
import { countRows, type Db, findRows } from './schema.ts'
import { type RecordKey, type RecordType, readListingId, STORED, type StoredOf } from './stored.ts'

// The reading thread needs no query builder.
export * from './stored.ts'

/** Keys of listings may be texts. */
export async function findRecords<T extends RecordType>(db: Db, type: T, keys: readonly RecordKey[]) {
  const { table, key } = STORED[type]
  const validKeys = key === 'id' ? keys.flatMap((text) => readListingId(String(text)) ?? []) : keys
  return (await findRows(db, table, key as never, validKeys)) as StoredOf<T>[]
}

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

export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['manufacturers', 'machines', 'implements', 'listings'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}
