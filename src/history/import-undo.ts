import type { RecordType } from '../database/records.ts'
import { type DatabaseSchema, type Db, deleteRows, upsertRows } from '../database/schema.ts'

// What an import replaced of the data stored apart from records: contacts, senders and sources.

const KEYS = {
  listing_contacts: ['listing_id'],
  listing_senders: ['listing_id'],
  sources: ['record_type', 'record_key'],
} as const
export type ApartTable = keyof typeof KEYS

/** A row as it was before an import changed it; undefined if there was none. */
export interface ReplacedRow {
  type: string
  key: string
  table: ApartTable
  before: object | undefined
}

const ROWS_AT_ONCE = 1_000

/** Keeps what an import replaces. The first change of a row counts: the import may change it again. */
export async function keepReplaced(trx: Db, importId: string | undefined, rows: readonly ReplacedRow[]): Promise<void> {
  if (!importId) return
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await trx
      .insertInto('import_undo')
      .values(
        rows.slice(from, from + ROWS_AT_ONCE).map(({ type, key, table, before }) => ({
          import_id: importId,
          record_type: type,
          record_key: key,
          part: table,
          doc: before ? JSON.stringify(before) : '',
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Puts back what an import replaced, except for records that stay as they are. Returns how many records it restored. */
export async function restoreReplaced(
  trx: Db,
  importId: string,
  isRestored: (type: string, key: string) => boolean,
): Promise<Set<string>> {
  const restored = new Set<string>()
  const stored = trx.selectFrom('import_undo').selectAll().where('import_id', '=', importId)
  for (let after = ''; ; ) {
    const rows = await stored.where('record_key', '>', after).orderBy('record_key').limit(ROWS_AT_ONCE).execute()
    if (rows.length === 0) break
    // A page ends between records: all parts of the last one are read with the next page, or this is the last page.
    const last = rows.at(-1)!.record_key
    const page = rows.length < ROWS_AT_ONCE ? rows : rows.filter(({ record_key }) => record_key !== last)
    for (const { record_type: type, record_key: key, part, doc } of page) {
      if (!isRestored(type, key)) continue
      restored.add(`${type} ${key}`)
      const table = part as ApartTable
      if (doc !== '')
        await upsertRows(trx, table, KEYS[table] as never, [JSON.parse(doc) as DatabaseSchema[ApartTable]])
      else if (table === 'sources')
        await trx
          .deleteFrom('sources')
          .where('record_type', '=', type as RecordType)
          .where('record_key', '=', key)
          .execute()
      else await deleteRows(trx, table, 'listing_id', [Number(key)])
    }
    if (page.length === rows.length) break
    after = page.at(-1)!.record_key
  }
  return restored
}
