import { STORED } from '../database/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import { readHead } from '../history/entries.ts'
import { reachesImport } from '../history/states.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { checkRow } from './check-row.ts'
import type { Editing } from './edit-record.ts'
import { importBatch } from './import-batch.ts'
import type { ImportView } from './import-store.ts'
import { BATCH_ROWS } from './read-batches.ts'

const PRUNED =
  'the history (HISTORY_DAYS) no longer reaches back to this import; publish its records in the console, or import rows with published_at'
const PUBLISHED_TYPES = ['machine', 'implement'] as const

export async function unpublishedOf(db: Db, importId: string) {
  const result: { type: (typeof PUBLISHED_TYPES)[number]; key: string }[] = []
  for (const type of PUBLISHED_TYPES) {
    const brought = db.selectFrom('history').select('key').where('import_id', '=', importId).where('type', '=', type)
    // Of their columns these two have the same ones.
    const hidden = db
      .selectFrom(STORED[type].table as 'machines')
      .select('slug')
      .where('published_at', 'is', null)
    const rows = await hidden.where('slug', 'in', brought.where('block', 'is', null)).execute()
    for (const { slug } of rows) result.push({ type, key: slug })
  }
  return result
}

/** Publishes it from today on, as part of the import, so that its undo reverts both. Returns how many records. */
export function publishImport(
  db: Db,
  { id: importId, at: timestamp }: Pick<ImportView, 'id' | 'at'>,
  { author, now, review }: Editing,
): Promise<number> {
  const today = kolkataDate(now)
  return writeTransaction(db, async (trx, lock) => {
    if (!reachesImport(await readHead(trx), timestamp)) throw new CommandError(PRUNED)
    const required = await unpublishedOf(trx, importId)
    for (let i = 0; i < required.length; i += BATCH_ROWS) {
      const rows = required.slice(i, i + BATCH_ROWS).map(({ type, key }) => {
        const input = { type, slug: key, patch: true, published_at: today }
        return checkRow(input, { file: author.by, line: 0, raw: undefined }, { today })
      })
      await importBatch(trx, lock, rows, { now, author: { ...author, importId }, review })
    }
    return required.length
  })
}
