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
import { type BatchOptions, importBatch, type RowOutcome } from './import-batch.ts'
import { createTally, type ImportSummary, type RetainedReasons, type ShownIssue } from './import-counters.ts'
import { insertImport, updateImport } from './import-store.ts'
import type { Mapping } from './mapping/mapping.ts'
import { keepMapping } from './mapping/mapping-store.ts'
import { createSeenRows } from './seen-rows.ts'
import { openSpool, type SpoolPlace } from './spool.ts'

export type ImportEvent =
  | { type: 'begun'; id: string }
  /** Progress while the whole input is read before any row is written. */
  | { type: 'read'; rows: number }
  | { type: 'whole'; rows: number }
  | {
      type: 'batch'
      summary: Readonly<ImportSummary>
      outcomes: readonly RowOutcome[]
      shown: readonly ShownIssue[]
      retained: () => RetainedReasons
    }

export interface ImportOptions extends Pick<BatchOptions, 'author' | 'review' | 'withChanges'> {
  strict?: boolean
  dryRun?: boolean
  now?: () => number
  signal?: AbortSignal
  onEvent?: (event: ImportEvent) => void | Promise<void>
}

const NO_LOCK: RevisionAllocator = {
  next() {
    throw new Error('a dry run takes no revision')
  },
}

class EmptyTransaction extends Error {}

/** Imports batches of checked rows: each in its own transaction, all in one that may keep nothing, or into a draft. */
export async function importRows(
  db: Db,
  batches: AsyncIterable<readonly CheckedRow[]>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const { strict = false, dryRun = false, review = true, now = Date.now, onEvent = () => {} } = options
  const { author, signal, withChanges = false } = options
  const tally = createTally()
  const seen = createSeenRows()
  await using draft = dryRun ? await openDraft() : undefined

  const run = (trx: Db, lock: RevisionAllocator, rows: readonly CheckedRow[]) =>
    importBatch(trx, lock, rows, { now: now(), author, seen, review, withChanges, strict, draft })
  async function count(outcomes: readonly RowOutcome[]): Promise<void> {
    const shown = tally.add(outcomes)
    await onEvent({ type: 'batch', summary: tally.summary, outcomes, shown, retained: tally.retained })
  }

  if (!strict || dryRun) {
    for await (const rows of batches)
      await count(
        await retryOutage(() =>
          draft ? run(db, NO_LOCK, rows) : writeTransaction(db, (trx, lock) => run(trx, lock, rows)),
        ),
      )
    return tally.summary
  }
  // A transaction blocks all other writers, so it must not wait for input.
  await using spool = await openSpool<readonly CheckedRow[]>()
  const places: SpoolPlace[] = []
  let read = 0
  for await (const rows of batches) {
    places.push(...(await spool.add([rows])))
    read += rows.length
    await onEvent({ type: 'read', rows: read })
  }
  await onEvent({ type: 'whole', rows: read })
  const importWhole = () =>
    writeTransaction(db, async (trx, lock) => {
      for (const place of places) await count(await run(trx, lock, await spool.read(place)))
      if (tally.summary.rejected > 0 || signal?.aborted) throw new EmptyTransaction()
    })
  try {
    if (!signal?.aborted) await retryOutage(importWhole, () => tally.summary.read === 0)
  } catch (error) {
    if (!(error instanceof EmptyTransaction)) throw error
    tally.keepNothing()
  }
  return tally.summary
}

const SIGN_EVERY_MS = 5_000
const SILENT_MS_A_ROW = 2

export interface RecordedOptions extends ImportOptions {
  file: string
  by: ImportTable['by']
  who?: string
  mapping?: Mapping | undefined
}

/** Runs `importRows`; records its start with its line in the audit log, its progress every few seconds, and its end. */
export async function recordedImport(
  db: Db,
  batches: AsyncIterable<readonly CheckedRow[]>,
  { file, by, who = '', mapping, ...options }: RecordedOptions,
): Promise<ImportSummary> {
  // A dry run changes nothing, so it is not recorded.
  if (options.dryRun) return importRows(db, batches, options)
  const { now = Date.now, onEvent = () => {}, strict, signal } = options
  const id = await transact(db, async (trx) => {
    const id = await insertImport(trx, { file, by, who, now: now() })
    const target = file
      .split(', ')
      .map((path) => basename(path))
      .join(', ')
    await recordAudit(trx, { by, who }, { action: 'imports.apply', target, detail: { import: id } }, now())
    return id
  })
  await onEvent({ type: 'begun', id })
  let { summary: last, retained } = createTally()
  let isWhole = false

  function note(trx: Db, summary: Readonly<ImportSummary>, state: ImportTable['state'], silentMs = 0): Promise<void> {
    const { read, created, changed, unchanged, rejected, repeated } = summary
    const counts = { read, created, changed, unchanged, rejected, repeated }
    const removed = publicFields(summary.removed)
    return updateImport(trx, id, { ...counts, removed, ...retained(), state, seen_at: now() + silentMs })
  }
  const sign = (silentMs?: number) => note(db, last, 'running', silentMs).catch(() => {})

  // During one transaction over all rows SQLite lets nothing else be written, and nothing is kept before its end.
  const signs = schedule(SIGN_EVERY_MS, () => isWhole || sign())
  try {
    const summary = await importRows(db, batches, {
      ...options,
      author: { by, who, importId: id },
      async onEvent(event) {
        if (event.type === 'batch') ({ summary: last, retained } = event)
        if (event.type === 'whole') {
          isWhole = true
          await sign(event.rows * SILENT_MS_A_ROW)
        }
        await onEvent(event)
      },
    })
    await signs.stop()
    const isRetained = !signal?.aborted && !(strict && summary.rejected > 0)
    await transact(db, async (trx) => {
      await note(trx, summary, signal?.aborted ? 'interrupted' : 'done')
      if (mapping && isRetained) await keepMapping(trx, mapping, { by, who }, now())
    })
    return summary
  } catch (error) {
    await signs.stop()
    const done = strict ? { ...last, created: 0, changed: 0 } : last
    await note(db, done, 'failed').catch(() => {})
    throw error
  }
}

/** A field name outside the contract may itself be a contact. */
function publicFields(removed: Readonly<Record<string, number>>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [name, count] of Object.entries(removed)) {
    const field = guard().guardText(name) === name ? name : 'other'
    counts[field] = (counts[field] ?? 0) + count
  }
  return counts
}

/** How long the database may be away, as during a restart, before an import gives up. */
const OUTAGE_MS = 60_000
const RETRY_MS = 500

/**
 * Tries again when a transaction was lost with the connection. If it was committed after all, its rows are found
 * unchanged.
 */
async function retryOutage<T>(attempt: () => Promise<T>, mayRepeat: () => boolean = () => true): Promise<T> {
  for (const end = performance.now() + OUTAGE_MS; ; ) {
    try {
      return await attempt()
    } catch (error) {
      const isOutage = error instanceof DatabaseUnavailable && error.reason !== 'full'
      if (!isOutage || !mayRepeat() || performance.now() > end) throw error
      await sleep(RETRY_MS)
    }
  }
}
