import type { Db } from '../../database/schema.ts'
import type { UploadTable } from '../../database/tables/imports.ts'
import type { ImportOutcome } from '../import-store.ts'
import { UPLOAD_KEPT_MS } from './upload-files.ts'

/** A record that an import would create or change. */
export interface Difference {
  type: string
  key: string
  outcome: 'created' | 'changed'
  /** Changed public fields; empty for a new record or private changes. */
  fields: string[]
}

/** What a dry run found, or why it failed. */
export interface UploadOutcome extends ImportOutcome {
  differences: Difference[]
  failure?: string
}

export interface UploadView extends Omit<UploadTable, 'outcome'> {
  outcome: UploadOutcome | undefined
}

/** A process that was silent this long is gone. */
export const UPLOAD_SILENT_MS = 600_000

/** Records an upload whose dry run begins, and forgets expired ones. */
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

/** Claims the single apply of an upload. False when another did, or it has expired. */
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
