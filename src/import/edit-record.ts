import { findRecords, keyFrom, type RecordType, STORED } from '../database/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import type { Author } from '../history/entries.ts'
import { statesAt } from '../history/states.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { checkRow } from './check-row.ts'
import { toRows } from './export-rows.ts'
import type { JsonObject } from './field-checks.ts'
import { importBatch } from './import-batch.ts'
import { type Issue, isError } from './issue.ts'
import { restoreSources } from './sources.ts'
import { sourcesAmong } from './working-set.ts'

export interface ReadRow {
  row: JsonObject
  revision: number
}

export async function readRow(db: Db, type: RecordType, key: string): Promise<ReadRow | undefined> {
  const named = keyFrom(type, key)
  const [record] = named === undefined ? [] : await findRecords(db, type, [named])
  if (!record) return undefined
  const [row] = await toRows(db, type, [record])
  for (const { doc } of await sourcesAmong(db, type, [key])) restoreSources(row!, JSON.parse(doc))
  return { row: row!, revision: record.revision }
}

/** The row of a record as it was; undefined when the history does not tell. */
export async function readRowAt(db: Db, type: RecordType, key: string, revision: number) {
  const state = (await statesAt(db, type, [key], { revision })).get(key)
  return state && (await toRows(db, type, [state]))[0]
}

export type Edited =
  | { outcome: 'changed' | 'unchanged'; warnings: readonly Issue[]; removed: Record<string, number> }
  | { outcome: 'refused'; issues: readonly Issue[] }

export interface Editing {
  author: Author
  now: number
  review: boolean
}

export function editRecord(
  db: Db,
  type: RecordType,
  key: string,
  fields: JsonObject,
  { author, now, review }: Editing,
): Promise<Edited> {
  const today = kolkataDate(now)
  const input = { type, patch: true, [STORED[type].key]: keyFrom(type, key), ...fields }
  const row = checkRow(input, { file: author.by, line: 0, raw: undefined }, { today })
  return writeTransaction(db, async (trx, lock) => {
    const [outcome] = await importBatch(trx, lock, [row], { now, author, review })
    const { status, issues } = outcome!
    if (status === 'rejected') return { outcome: 'refused', issues: issues.filter(isError) }
    return {
      outcome: status === 'changed' ? 'changed' : 'unchanged',
      warnings: issues,
      removed: row.guarded?.removed ?? {},
    }
  })
}
