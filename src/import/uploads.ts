import { randomBytes } from 'node:crypto'
import type { Db } from '../database/schema.ts'
import type { UploadTable } from '../database/tables/operator.ts'
import type { DatabaseTarget } from '../database/target.ts'
import { DAY_MS } from '../lib/calendar.ts'
import { createThread, OutOfMemoryError } from '../lib/threads.ts'
import type { ImportSummary } from './import-counters.ts'
import type { ImportOutcome } from './import-store.ts'
import { RowInputError } from './issue.ts'
import type { Proposal } from './mapping/mapping.ts'
import type { PlanView } from './mapping/plan.ts'
import type { ShownPreview } from './preview.ts'
import type { RecordType } from './row-shapes.ts'

export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024
export const UPLOAD_RETAINED_MS = 3_600_000
const PART_BYTES = 1024 * 1024
const CLAIM_MARGIN_MS = 300_000
const IN_USE = ['checking', 'applying'] as const

export type UploadFile = ReturnType<typeof createUploadFile>

export function createUploadFile(db: Db) {
  const id = randomBytes(16).toString('hex')
  let size = 0
  let number = 0
  let held: Buffer[] = []
  let heldBytes = 0
  async function close(): Promise<void> {
    if (heldBytes === 0) return
    await db
      .insertInto('upload_parts')
      .values({ upload_id: id, number: number++, bytes: Buffer.concat(held) })
      .execute()
    held = []
    heldBytes = 0
  }
  return {
    id,
    /** Bytes received; bytes above the limit are counted but not kept. */
    get size(): number {
      return size
    },
    async write(bytes: Buffer): Promise<void> {
      size += bytes.length
      if (size > MAX_UPLOAD_BYTES) return
      held.push(bytes)
      heldBytes += bytes.length
      if (heldBytes >= PART_BYTES) await close()
    },
    close,
  }
}

/** Yields the bytes of an upload, part by part. Throws if a part is missing. */
export async function* readParts(db: Db, { id, size }: Pick<UploadTable, 'id' | 'size'>): AsyncGenerator<Buffer> {
  const parts = db.selectFrom('upload_parts').select('bytes').where('upload_id', '=', id)
  for (let number = 0, left = size; left > 0; number++) {
    const part = await parts.where('number', '=', number).executeTakeFirst()
    if (!part) throw new Error(`part ${number + 1} of the upload is missing`)
    left -= part.bytes.length
    yield Buffer.from(part.bytes)
  }
}

export async function hasParts(db: Db, id: string): Promise<boolean> {
  const result = db.selectFrom('upload_parts').select('number').where('upload_id', '=', id).limit(1)
  return (await result.executeTakeFirst()) !== undefined
}

export async function dropParts(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_parts').where('upload_id', '=', id).execute()
}

export async function dropUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
  await dropParts(db, id)
}

export async function sweepParts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('at', '<', now - DAY_MS)
    .execute()
  const remaining = db
    .selectFrom('uploads')
    .select('id')
    .where((eb) => eb.or([eb('state', 'in', IN_USE), eb('at', '>', now - UPLOAD_RETAINED_MS - CLAIM_MARGIN_MS)]))
  await db.deleteFrom('upload_parts').where('upload_id', 'not in', remaining).execute()
}

export interface Difference {
  type: RecordType
  key: string
  outcome: 'created' | 'changed'
  fields: string[]
  emptied?: Record<string, string> | undefined
}

export interface UploadOutcome extends Partial<Omit<ImportSummary, keyof ImportOutcome>>, ImportOutcome {
  differences: Difference[]
  failure?: string
  proposal?: Proposal
  typeChoices?: readonly RecordType[]
  plan?: PlanView
  preview?: ShownPreview
  table?: Uint8Array
}

export interface UploadView extends Omit<UploadTable, 'outcome'> {
  outcome: UploadOutcome | undefined
}

/** A process that was silent this long is gone. */
export const UPLOAD_SILENT_MS = 600_000

export async function insertUpload(db: Db, id: string, now: number): Promise<void> {
  const nothing = { file: '', size: 0, type: '', options: '', outcome: '', import_id: '' }
  await db
    .insertInto('uploads')
    .values({ id, at: now, state: 'checking', seen_at: now, format: 'ndjson', ...nothing })
    .execute()
}

export async function updateUpload(
  db: Db,
  { id, ...upload }: Pick<UploadTable, 'id' | 'file' | 'size' | 'type' | 'format' | 'options'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ ...upload, at: now, seen_at: now })
    .where('id', '=', id)
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

/** Claims the single apply of an upload, or another dry run. False when another did, or it has expired. */
export async function claimUpload(
  db: Db,
  id: string,
  now: number,
  next: Partial<Pick<UploadTable, 'state' | 'options'>> = { state: 'applying' },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ ...next, seen_at: now })
    .where('id', '=', id)
    .where('state', '=', 'checked')
    .where('at', '>', now - UPLOAD_RETAINED_MS)
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
  upload: Pick<UploadTable, 'id' | 'file' | 'size' | 'type' | 'format' | 'options'>
  who: string
  dryRun: boolean
  withTable?: boolean
  review: boolean
}

/** Enough for a sheet that unfolds to some 60 MB. */
const HEAP_MB = 512
const TOO_LARGE = `it needs more than ${HEAP_MB} MB of memory to be read. Send its sheet as CSV, or in parts`

let last: Promise<unknown> = Promise.resolve()

/** Imports or tries an upload in a child process, one at a time, so that the server's memory does not grow. */
export async function runImport(
  task: ImportTask,
  onBegin: (importId: string) => Promise<void> = async () => {},
): Promise<UploadOutcome> {
  const run = async () => {
    const script = new URL('./import-process.ts', import.meta.url)
    const apart = createThread<ImportTask, UploadOutcome, string>(script, { env: process.env, processMb: HEAP_MB })
    let begun: Promise<void> = Promise.resolve()
    try {
      const outcome = await apart.ask(task, (importId) => {
        begun = onBegin(importId)
      })
      await begun
      return outcome
    } catch (error) {
      throw error instanceof OutOfMemoryError ? new RowInputError(TOO_LARGE) : error
    } finally {
      await apart.end()
    }
  }
  const next = last.then(run, run)
  last = next.catch(() => {})
  return next
}
