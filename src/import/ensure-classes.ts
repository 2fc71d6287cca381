import { builtinClasses } from '../catalog/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import { kolkataDate } from '../lib/calendar.ts'

/** Adds missing built-in classes; a class that an operator changed stays. */
export async function ensureBuiltinClasses(db: Db, now = Date.now()): Promise<void> {
  // Nearly always all are there; then no write lock is taken and no code is loaded for it.
  if ((await missingClasses(db)).length === 0) return
  const { checkRow } = await import('./check-row.ts')
  const { importBatch } = await import('./import-batch.ts')
  await writeTransaction(db, async (trx, lock) => {
    const today = kolkataDate(now)
    const origin = { file: 'classes.ndjson', line: 0, raw: undefined }
    const rows = (await missingClasses(trx)).map((row) => checkRow(row, origin, { today }))
    const outcomes = await importBatch(trx, lock, rows, { now })
    const rejected = outcomes.find(({ status }) => status === 'rejected')
    if (rejected) throw new Error(`the built-in classes are damaged: ${JSON.stringify(rejected.issues)}`)
  })
}

async function missingClasses(db: Db) {
  const existing = new Set((await db.selectFrom('classes').select('key').execute()).map(({ key }) => key))
  return builtinClasses().filter(({ key }) => !existing.has(key))
}
