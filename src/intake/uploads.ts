import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../database/schema.ts'
import type { UploadTable } from '../database/tables/operator.ts'
import type { DatabaseTarget } from '../database/target.ts'
import { askThread } from '../running/threads.ts'
import type { Difference } from './import-batch.ts'
import type { ImportOutcome } from './import-store.ts'
import type { KeptReason, ReadingCount } from './tally.ts'

export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024
export const UPLOAD_KEPT_MS = 3_600_000
const PREFIX = 'yantra-upload-'

/** Where the bytes of an upload are, readable only by this process's owner. */
export function uploadPath(id: string): string {
  return join(tmpdir(), PREFIX + id)
}

export interface UploadFile {
  id: string
  /** Bytes received; bytes above the limit are counted but not kept. */
  readonly size: number
  write(bytes: Buffer): Promise<void>
  close(): Promise<void>
  /** Leaves nothing behind. */
  drop(): Promise<void>
}

export async function createUploadFile(): Promise<UploadFile> {
  const id = randomBytes(16).toString('hex')
  const path = uploadPath(id)
  const handle: FileHandle = await open(path, 'wx', 0o600)
  let size = 0
  return {
    id,
    get size() {
      return size
    },
    async write(bytes) {
      size += bytes.length
      if (size > MAX_UPLOAD_BYTES) return
      for (let from = 0; from < bytes.length; ) from += (await handle.write(bytes, from)).bytesWritten
    },
    close: () => handle.close(),
    async drop() {
      await handle.close().catch(() => {})
      await dropUpload(id)
    },
  }
}

export async function dropUpload(id: string): Promise<void> {
  await rm(uploadPath(id), { force: true })
}

/** Removes files older than an hour, also those of killed processes. */
export async function sweepUploads(now: number): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    const path = join(tmpdir(), name)
    const file = await stat(path).catch(() => undefined)
    if (file && file.uid === process.getuid?.() && now - file.mtimeMs > UPLOAD_KEPT_MS) await rm(path, { force: true })
  }
}

/** What a dry run found, or why it failed. */
export interface UploadOutcome extends ImportOutcome {
  /** How many records would lose a field that their row leaves out, by field. */
  emptied?: Record<string, number>
  /** Listings that wait in review because the guard is in doubt. */
  to_review?: number
  understood?: ReadingCount[]
  /** How many cells would be left out of rows that are taken, by field. */
  left_out?: Record<string, number>
  /** What is odd about rows that are taken, such as a record that comes twice. */
  warnings?: KeptReason[]
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
  upload: Pick<UploadTable, 'id' | 'file' | 'size' | 'type' | 'format' | 'options'>,
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

export interface ImportTask {
  target: DatabaseTarget
  upload: Pick<UploadTable, 'id' | 'file' | 'type' | 'format' | 'options'>
  /** Who applies it. */
  who: string
  dryRun: boolean
  /** As in `ImportOptions`. */
  review: boolean
}

/** Imports or tries an upload in a thread. */
export async function runImport(
  task: ImportTask,
  onBegin: (importId: string) => Promise<void> = async () => {},
): Promise<UploadOutcome> {
  const script = new URL('./import-thread.ts', import.meta.url)
  const thread = askThread<ImportTask, UploadOutcome, string>(script, { env: process.env })
  let begun: Promise<void> = Promise.resolve()
  try {
    const outcome = await thread.ask(task, (importId) => {
      begun = onBegin(importId)
    })
    await begun
    return outcome
  } finally {
    await thread.end()
  }
}
