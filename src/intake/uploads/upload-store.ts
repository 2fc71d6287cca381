import type { Db } from '../../database/schema.ts'
import type { UploadTable } from '../../database/tables/imports.ts'
import type { ImportOutcome } from '../import-store.ts'
import { UPLOAD_KEPT_MS } from './upload-files.ts'

/** One record that an import would create or change. */
export interface Difference {
  type: string
  key: string
  outcome: 'created' | 'changed'
  /** Public fields that differ; none of a record that is new, or where only private ones do. */
  fields: string[]
}

/** What a dry run found, or why it could not be done. */
export interface UploadOutcome extends ImportOutcome {
  differences: Difference[]
  failure?: string
}

export interface UploadView extends Omit<UploadTable, 'outcome'> {
  outcome: UploadOutcome | undefined
}

/** Without a sign for so long, the process that worked on it is gone. */
export const UPLOAD_SILENT_MS = 600_000

/** Notes an upload whose dry run begins, and forgets those whose hour is over. */
export async function insertUpload(
  db: Db,
  upload: Pick<UploadTable, 'id' | 'file' | 'size' | 'type' | 'format'>,
  now: number,
): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('at', '<', now - 24 * UPLOAD_KEPT_MS)
    .execute()
  await db
    .insertInto('uploads')
    .values({ ...upload, at: now, state: 'checking', seen_at: now, outcome: '', import_id: '' })
    .execute()
}

export async function findUpload(db: Db, id: string): Promise<UploadView | undefined> {
  const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, outcome: row.outcome === '' ? undefined : JSON.parse(row.outcome) }
}

export async function recordDryRun(db: Db, id: string, outcome: UploadOutcome, now: number): Promise<void> {
  const state = outcome.failure === undefined ? 'checked' : 'failed'
  await db
    .updateTable('uploads')
    .set({ state, outcome: JSON.stringify(outcome), seen_at: now })
    .where('id', '=', id)
    .execute()
}

/** Enters the one apply that an upload is good for. False when another did, or its hour is over. */
export async function claimUpload(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ state: 'applying', seen_at: now })
    .where('id', '=', id)
    .where('state', '=', 'checked')
    .where('at', '>', now - UPLOAD_KEPT_MS)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

export async function noteImportOf(db: Db, id: string, import_id: string): Promise<void> {
  await db.updateTable('uploads').set({ import_id }).where('id', '=', id).execute()
}

export async function endApply(db: Db, id: string, state: 'applied' | 'failed', now: number): Promise<void> {
  await db.updateTable('uploads').set({ state, seen_at: now }).where('id', '=', id).execute()
}
