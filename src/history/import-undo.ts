import { type DatabaseSchema, type Db, deleteRows, upsertRows } from '../database/schema.ts'
import type { RecordType } from '../schema/records/records.ts'
import { deleteByRecord } from './make-changes.ts'

const KEYS = {
  listing_contacts: ['listing_id'],
  listing_senders: ['listing_id'],
  sources: ['record_type', 'record_key'],
} as const
export type ApartTable = keyof typeof KEYS

/** Undefined `before`: there was no row. */
export interface ReplacedRow {
  type: string
  key: string
  table: ApartTable
  before: object | undefined
}

const ROWS_AT_ONCE = 1_000

/** The first change of a row counts: the import may change it again. */
export async function keepReplaced(trx: Db, importId: string | undefined, rows: readonly ReplacedRow[]): Promise<void> {
  if (!importId) return
  const values = rows.map(({ type, key, table, before }) => ({
    ...{ import_id: importId, record_type: type, record_key: key, part: table },
    doc: before ? JSON.stringify(before) : '',
  }))
  for (let from = 0; from < values.length; from += ROWS_AT_ONCE)
    await trx
      .insertInto('import_undo')
      .values(values.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Returns the names of the restored records. */
export async function restoreReplaced(
  trx: Db,
  importId: string,
  isRestored: (type: string, key: string) => boolean,
): Promise<Set<string>> {
  const restored = new Set<string>()
  const query = trx.selectFrom('import_undo').selectAll().where('import_id', '=', importId)
  let last = { record_key: '', record_type: '', part: '' }
  for (;;) {
    const { record_key, record_type, part } = last
    const page = query.where((eb) =>
      eb(eb.refTuple('record_key', 'record_type', 'part'), '>', eb.tuple(record_key, record_type, part)),
    )
    const rows = await page.orderBy('record_key').orderBy('record_type').orderBy('part').limit(ROWS_AT_ONCE).execute()
    if (rows.length === 0) return restored
    for (const { record_type: type, record_key: key, part, doc } of rows) {
      if (!isRestored(type, key)) continue
      restored.add(`${type} ${key}`)
      const table = part as ApartTable
      const row = doc === '' ? undefined : (JSON.parse(doc) as DatabaseSchema[ApartTable])
      if (row) await upsertRows(trx, table, KEYS[table] as never, [row])
      else if (table === 'sources') await deleteByRecord(trx, table, type as RecordType, [key])
      else await deleteRows(trx, table, 'listing_id', [Number(key)])
    }
    last = rows.at(-1)!
  }
}
