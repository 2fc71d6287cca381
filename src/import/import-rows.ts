import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, type RevisionAllocator, transact, writeTransaction } from '../database/schema.ts'
import type { ImportTable } from '../database/tables/operator.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { recordAudit } from '../history/audit.ts'
import { schedule } from '../lib/timers.ts'
import type { CheckedRow } from './check-row.ts'
import { openDraft } from './draft.ts'
import { guard } from './guard.ts'
import { type BatchOptions, type BatchResult, importBatch, newResult } from './import-batch.ts'
import { createTally, type ImportSummary, type RetainedReasons } from './import-counters.ts'
import { insertImport, updateImport } from './import-store.ts'
import { createSeenRows } from './seen-rows.ts'
import { openSpool, type SpoolPlace } from './spool.ts'

/** What an import tells while it runs. */
export type ImportEvent =
  /** It is recorded under this id. */
  | { type: 'begun'; id: string }
  /** So many rows were read, while the whole input is read before any is written. */
  | { type: 'read'; rows: number }
  /** The whole input was read: so many rows. */
  | { type: 'whole'; rows: number }
  /** A batch was written or tried. */
  | {
      type: 'batch'
      summary: Readonly<ImportSummary>
      rows: readonly CheckedRow[]
      result: BatchResult
      kept: () => RetainedReasons
    }

/** `review` is true unless it is given; `maxDifferences` counts for each batch. */
export interface ImportOptions extends Pick<BatchOptions, 'author' | 'review' | 'maxDifferences'> {
  /** Keep nothing if any row is rejected. */
  strict?: boolean
  /** Keep nothing at all. */
  dryRun?: boolean
  now?: () => number
  /** Aborting it makes a transaction over the whole input keep nothing. */
  signal?: AbortSignal
  tell?: (event: ImportEvent) => void | Promise<void>
}

const NO_LOCK: RevisionAllocator = {
  next() {
    throw new Error('a dry run takes no revision')
  },
}

/** Ends a transaction without keeping its changes. */
class NothingRetained extends Error {}

/** Imports batches of checked rows: each in its own transaction, all in one that may keep nothing, or into a draft. */
export async function importRows(
  db: Db,
  batches: AsyncIterable<readonly CheckedRow[]>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const { strict = false, dryRun = false, review = true, maxDifferences = 0, now = Date.now } = options
  const { author, signal, tell = () => {} } = options
  const tally = createTally()
  const seen = createSeenRows()

  await using draft = dryRun ? await openDraft() : undefined

  async function run(trx: Db, lock: RevisionAllocator, rows: readonly CheckedRow[]): Promise<BatchResult> {
    return importBatch(trx, lock, rows, { now: now(), author, seen, review, maxDifferences, strict, draft })
  }
  const attempt: Attempt = (rows) =>
    draft ? run(db, NO_LOCK, rows) : writeTransaction(db, (trx, lock) => run(trx, lock, rows))
  async function count(rows: readonly CheckedRow[], result: BatchResult): Promise<void> {
    tally.add(rows, result)
    await tell({ type: 'batch', summary: tally.summary, rows, result, kept: tally.kept })
  }

  if (!strict || dryRun) {
    for await (const batch of batches) {
      const { rows, result } = await importOne(batch, attempt)
      await count(rows, result)
    }
    return tally.summary
  }
  // Nobody else can write during a transaction, so it must not wait for input.
  await using spool = await openSpool<readonly CheckedRow[]>()
  const places: SpoolPlace[] = []
  let read = 0
  for await (const rows of batches) {
    places.push(...(await spool.add([rows])))
    read += rows.length
    await tell({ type: 'read', rows: read })
  }
  await tell({ type: 'whole', rows: read })
  const importWhole = () =>
    writeTransaction(db, async (trx, lock) => {
      for (const place of places) {
        const rows = await spool.read(place)
        await count(rows, await run(trx, lock, rows))
      }
      if (tally.summary.rejected > 0 || signal?.aborted) throw new NothingRetained()
    })
  try {
    if (!signal?.aborted) await patiently(importWhole, () => tally.summary.read === 0)
  } catch (error) {
    if (!(error instanceof NothingRetained)) throw error
    tally.keepNothing()
  }
  return tally.summary
}

const SIGN_EVERY_MS = 5_000
/** Several times what a row takes. */
const SILENT_MS_A_ROW = 2

export interface RecordedOptions extends ImportOptions {
  /** The input's name for people. */
  file: string
  by: ImportTable['by']
  /** The person, where known. */
  who?: string
}

/** Runs `importRows`; records its start with its line in the audit log, its progress every few seconds, and its end. */
export async function recordedImport(
  db: Db,
  batches: AsyncIterable<readonly CheckedRow[]>,
  { file, by, who = '', ...options }: RecordedOptions,
): Promise<ImportSummary> {
  // A dry run changes nothing, so it is not recorded.
  if (options.dryRun) return importRows(db, batches, options)
  const { now = Date.now, tell = () => {} } = options
  const id = await transact(db, async (trx) => {
    const id = await insertImport(trx, { file, by, who, now: now() })
    const target = file
      .split(', ')
      .map((path) => basename(path))
      .join(', ')
    await recordAudit(trx, { by, who }, { action: 'imports.apply', target, detail: { import: id } }, now())
    return id
  })
  await tell({ type: 'begun', id })
  let { summary: last, kept: remaining } = createTally()
  let isWhole = false

  function note(summary: Readonly<ImportSummary>, state: ImportTable['state'], silentMs = 0): Promise<void> {
    const { read, created, changed, unchanged, rejected, repeated, removed } = summary
    const counts = { read, created, changed, unchanged, rejected, repeated }
    const named = existingFields(removed)
    return updateImport(db, id, { ...counts, removed: named, ...remaining(), state, seen_at: now() + silentMs })
  }

  const sign = (silentMs?: number) => note(last, 'running', silentMs).catch(() => {})

  async function follow(event: ImportEvent): Promise<void> {
    if (event.type === 'batch') {
      last = event.summary
      remaining = event.kept
    }
    if (event.type === 'whole') {
      isWhole = true
      await sign(event.rows * SILENT_MS_A_ROW)
    }
    await tell(event)
  }

  // During one transaction over all rows SQLite lets nothing else be written, and nothing is kept before its end.
  const signs = schedule(SIGN_EVERY_MS, () => isWhole || sign())
  try {
    const summary = await importRows(db, batches, { ...options, author: { by, who, importId: id }, tell: follow })
    await signs.stop()
    await note(summary, options.signal?.aborted ? 'interrupted' : 'done')
    return summary
  } catch (error) {
    // The one transaction kept nothing.
    await signs.stop()
    const done = options.strict ? { ...last, created: 0, changed: 0 } : last
    await note(done, 'failed').catch(() => {})
    throw error
  }
}

/** A field name outside the contract may itself be a contact. */
function existingFields(removed: Readonly<Record<string, number>>): Record<string, number> {
  const named: Record<string, number> = {}
  for (const [name, count] of Object.entries(removed)) {
    const field = guard().guardText(name) === name ? name : 'other'
    named[field] = (named[field] ?? 0) + count
  }
  return named
}

type Attempt = (rows: readonly CheckedRow[]) => Promise<BatchResult>

async function importOne(batch: readonly CheckedRow[], attempt: Attempt) {
  // Unreadable rows need no database.
  if (batch.every(({ type, mapping }) => type === undefined && !mapping))
    return { rows: batch, result: { ...newResult(), rejected: batch.filter(({ skipped }) => !skipped) } }
  return patiently(async () => {
    const rows = batch.map(copyOf)
    return { rows, result: await attempt(rows) }
  })
}

/** A copy of a row for one attempt to write it, which changes the row. */
function copyOf(row: CheckedRow): CheckedRow {
  const { left, fields, faults } = row
  const copy = { ...row, fields: { ...fields }, faults: [...faults] }
  if (left) copy.left = { faults: [...left.faults], fields: { ...left.fields } }
  return copy
}

/** How long the database may be away, as during a restart, before an import gives up. */
const OUTAGE_MS = 60_000
const AGAIN_AFTER_MS = 500

/**
 * Writes a batch again when its transaction was lost with the connection. If it was committed after all, its rows are
 * found unchanged.
 */
async function patiently<T>(attempt: () => Promise<T>, mayRepeat: () => boolean = () => true): Promise<T> {
  for (const end = performance.now() + OUTAGE_MS; ; ) {
    try {
      return await attempt()
    } catch (error) {
      const isOutage = error instanceof DatabaseUnavailable && error.reason !== 'full'
      if (!isOutage || !mayRepeat() || performance.now() > end) throw error
      await sleep(AGAIN_AFTER_MS)
    }
  }
}
