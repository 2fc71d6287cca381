import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Actor, audit } from '../audit/audit.ts'
import type { Db } from '../database/schema.ts'
import type { UploadTable } from '../database/tables/operator.ts'
import type { DatabaseTarget } from '../database/target.ts'
import {
  claimUpload,
  dropUpload,
  endApply,
  findUpload,
  insertUpload,
  noteImportOf,
  recordDryRun,
  runImport,
  sweepUploads,
  UPLOAD_KEPT_MS,
  type UploadOutcome,
  uploadPath,
} from '../intake/uploads.ts'

interface UploadParts {
  db: Db
  target: DatabaseTarget
  /** Whether listings about which the contact guard is in doubt wait for an operator. */
  review: boolean
  onFailure(error: unknown): void
}

const NOTHING = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, repeated: 0, removed: {}, reasons: [] }

/** The operator's files: tried first, applied once, removed after an hour. */
export function createUploads({ db, target, review, onFailure }: UploadParts) {
  const running = new Set<Promise<void>>()
  // A killed process left its files.
  void sweepUploads(Date.now()).catch(onFailure)
  void sweepParts(db, Date.now()).catch(onFailure)

  /** Lets work continue after its request was answered. */
  function begin(work: Promise<void>): Promise<void> {
    const guarded: Promise<void> = work.catch(onFailure).finally(() => running.delete(guarded))
    running.add(guarded)
    return guarded
  }

  async function dryRun(upload: Pick<UploadTable, 'id' | 'file' | 'type' | 'format' | 'options'>): Promise<void> {
    let outcome: UploadOutcome
    try {
      outcome = await runImport({ target, upload, who: '', review, dryRun: true })
    } catch (error) {
      onFailure(error)
      outcome = { ...NOTHING, differences: [], failure: 'The dry run failed. The log of the service says why.' }
      await dropParts(db, upload.id)
    } finally {
      await dropUpload(upload.id)
    }
    await recordDryRun(db, upload.id, outcome, Date.now())
  }

  async function apply(upload: UploadTable, actor: Actor): Promise<void> {
    try {
      if (!(await bringParts(db, upload.id))) throw new Error('the bytes of the upload are gone')
      const done = await runImport({ target, upload, who: actor.who, review, dryRun: false }, (id) =>
        noteImportOf(db, upload.id, id),
      )
      const { read, created, changed, rejected } = done
      const change = {
        action: 'imports.apply',
        target: basename(upload.file),
        detail: { read, created, changed, rejected },
      }
      await audit(db, actor, change)
      await endApply(db, upload.id, 'applied', Date.now())
    } catch (error) {
      await endApply(db, upload.id, 'failed', Date.now()).catch(() => {})
      throw error
    } finally {
      await dropUpload(upload.id)
      await dropParts(db, upload.id)
    }
  }

  return {
    /** Begins the dry run of a received file. Resolves when it is recorded; `done` resolves at its end. */
    async take(
      upload: Pick<UploadTable, 'id' | 'file' | 'size' | 'type' | 'format' | 'options'>,
    ): Promise<{ done: Promise<void> }> {
      try {
        await keepParts(db, upload.id)
        await insertUpload(db, upload, Date.now())
      } catch (error) {
        await dropUpload(upload.id)
        await dropParts(db, upload.id).catch(onFailure)
        throw error
      }
      const late = setTimeout(() => void dropParts(db, upload.id).catch(onFailure), UPLOAD_KEPT_MS)
      late.unref()
      return { done: begin(dryRun(upload)) }
    },
    /** Begins the single apply of an upload; undefined when it was used. */
    async apply(id: string, actor: Actor): Promise<{ done: Promise<void> } | undefined> {
      if (!(await claimUpload(db, id, Date.now()))) return undefined
      const upload = await findUpload(db, id)
      return { done: begin(apply({ ...upload!, outcome: '' }, actor)) }
    },
    /** Whether its bytes are still kept. */
    isKept: (id: string) => hasParts(db, id),
    /** Waits for everything that was begun. */
    async ended(): Promise<void> {
      await Promise.all(running)
    },
  }
}

export type Uploads = ReturnType<typeof createUploads>

const PART_BYTES = 1024 * 1024

/** Keeps the bytes of a received file in the database, where every replica can read them. */
async function keepParts(db: Db, id: string): Promise<void> {
  let number = 0
  for await (const bytes of createReadStream(uploadPath(id), { highWaterMark: PART_BYTES })) {
    await db.insertInto('upload_parts').values({ upload_id: id, number, bytes }).execute()
    number++
  }
}

/** Writes the kept bytes to this machine's disk; false when they are no longer there. */
async function bringParts(db: Db, id: string): Promise<boolean> {
  const handle = await open(uploadPath(id), 'w', 0o600)
  try {
    for (let number = 0; ; number++) {
      const part = await db
        .selectFrom('upload_parts')
        .select('bytes')
        .where('upload_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst()
      if (!part) return number > 0
      await handle.writeFile(part.bytes)
    }
  } finally {
    await handle.close()
  }
}

async function hasParts(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('upload_parts').select('number').where('upload_id', '=', id).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

async function dropParts(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_parts').where('upload_id', '=', id).execute()
}

/** Drops the bytes of files whose hour is over, also those of processes that were killed. */
async function sweepParts(db: Db, now: number): Promise<void> {
  const kept = db
    .selectFrom('uploads')
    .select('id')
    .where('at', '>', now - UPLOAD_KEPT_MS)
  await db.deleteFrom('upload_parts').where('upload_id', 'not in', kept).execute()
}
