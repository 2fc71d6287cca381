import type { Db } from '../database/schema.ts'
import type { UploadTable } from '../database/tables/operator.ts'
import type { DatabaseTarget } from '../database/target.ts'
import { RowInputError } from '../import/issue.ts'
import {
  claimUpload,
  createUploadFile,
  dropParts,
  dropUpload,
  endApply,
  findUpload,
  hasParts,
  insertUpload,
  noteImportOf,
  recordDryRun,
  runImport,
  sweepParts,
  type UploadFile,
  type UploadOutcome,
  updateUpload,
} from '../import/uploads.ts'
import { schedule } from '../lib/timers.ts'

interface UploadParts {
  db: Db
  target: DatabaseTarget
  review: boolean
  onFailure(error: unknown): void
}

type Upload = Pick<UploadTable, 'id' | 'file' | 'size' | 'type' | 'format' | 'options'>

const SWEEP_MS = 300_000
const NOTHING = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, repeated: 0, removed: {}, reasons: [] }

export function createUploads({ db, target, review, onFailure }: UploadParts) {
  const running = new Set<Promise<void>>()
  const sweeping = schedule(SWEEP_MS, () => sweepParts(db, Date.now()), { atOnce: true, onError: onFailure })

  function begin(work: Promise<void>): void {
    const guarded: Promise<void> = work.catch(onFailure).finally(() => running.delete(guarded))
    running.add(guarded)
  }

  /** Begins work with an upload that waits; false when it does not wait. */
  async function beginWaiting(work: (upload: Upload) => Promise<void>, ...claim: Parameters<typeof claimUpload>) {
    if (!(await claimUpload(...claim))) return false
    begin(work((await findUpload(db, claim[1]))!))
    return true
  }

  async function dryRun(upload: Upload): Promise<void> {
    let outcome: UploadOutcome
    try {
      outcome = await runImport({ target, upload, who: '', review, dryRun: true })
    } catch (error) {
      const isTheirs = error instanceof RowInputError
      if (!isTheirs) onFailure(error)
      const failure = isTheirs
        ? `Nothing was tried: ${error.message}.`
        : 'The dry run failed. The log of the service says why.'
      outcome = { ...NOTHING, differences: [], failure }
      await dropParts(db, upload.id)
    }
    await recordDryRun(db, upload.id, outcome, Date.now())
  }

  async function apply(upload: Upload, who: string): Promise<void> {
    try {
      await runImport({ target, upload, who, review, dryRun: false }, (id) => noteImportOf(db, upload.id, id))
      await endApply(db, upload.id, 'applied', Date.now())
    } catch (error) {
      await endApply(db, upload.id, 'failed', Date.now()).catch(() => {})
      throw error
    } finally {
      await dropParts(db, upload.id)
    }
  }

  return {
    async receive<T>(from: (file: UploadFile) => Promise<T>, isTaken: (received: T) => boolean): Promise<T> {
      const file = createUploadFile(db)
      let received: T | undefined
      try {
        await insertUpload(db, file.id, Date.now())
        received = await from(file)
        if (isTaken(received)) await file.close()
        return received
      } finally {
        if (received === undefined || !isTaken(received)) await dropUpload(db, file.id).catch(onFailure)
      }
    },
    async take(upload: Upload): Promise<void> {
      try {
        await updateUpload(db, upload, Date.now())
      } catch (error) {
        await dropUpload(db, upload.id).catch(onFailure)
        throw error
      }
      begin(dryRun(upload))
    },
    again: (id: string, options: string) => beginWaiting(dryRun, db, id, Date.now(), { state: 'checking', options }),
    apply: (id: string, who: string, options: string) =>
      beginWaiting((upload) => apply(upload, who), db, id, Date.now(), { state: 'applying', options }),
    async preview(id: string): Promise<Uint8Array | undefined> {
      const upload = await findUpload(db, id)
      if (upload?.state !== 'checked' || upload.format !== 'csv' || !(await hasParts(db, id))) return undefined
      const task = { ...upload, outcome: '' }
      try {
        return (await runImport({ target, upload: task, who: '', review, dryRun: true, withTable: true })).table
      } catch (error) {
        // It may be applied, and so dropped, meanwhile.
        if (!(await hasParts(db, id))) return undefined
        throw error
      }
    },
    isKept: (id: string) => hasParts(db, id),
    async ended(): Promise<void> {
      await Promise.all([...running, sweeping.stop()])
    },
  }
}

export type Uploads = ReturnType<typeof createUploads>
