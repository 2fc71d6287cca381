import { setTimeout as sleep } from 'node:timers/promises'
import { kolkataDate } from '../calendar.ts'
import { type RevisionLock, writeTransaction } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import type { CheckedRow } from './check-row.ts'
import { type BatchResult, importBatch } from './import-batch.ts'

export interface ImportSummary {
  read: number
  created: number
  changed: number
  unchanged: number
  rejected: number
}

export interface ImportOptions {
  /** Keep nothing when a row is rejected. */
  strict?: boolean
  /** Keep nothing at all. */
  dryRun?: boolean
  now?: () => number
  /** Once aborted, a transaction over the whole input keeps nothing. */
  signal?: AbortSignal
  /** Called after each batch with the rows that were not taken. */
  onBatch?: (summary: Readonly<ImportSummary>, rejected: readonly CheckedRow[]) => Promise<void> | void
}

/** Ends a transaction whose changes are not to be kept. */
class NothingKept extends Error {}

/** Imports batches of checked rows: each in a transaction of its own, or all in one that may keep nothing. */
export async function importRows(
  db: Db,
  batches: AsyncIterable<readonly CheckedRow[]>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const summary: ImportSummary = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0 }
  const now = options.now ?? Date.now

  async function run(trx: Db, lock: RevisionLock, rows: readonly CheckedRow[]): Promise<BatchResult> {
    const moment = now()
    return importBatch(trx, lock, rows, { today: kolkataDate(moment), now: moment })
  }
  async function count(rows: readonly CheckedRow[], result: BatchResult): Promise<void> {
    summary.read += rows.length
    summary.created += result.created
    summary.changed += result.changed
    summary.unchanged += result.unchanged
    summary.rejected += result.rejected.length
    await options.onBatch?.(summary, result.rejected)
  }

  if (!options.strict && !options.dryRun) {
    for await (const rows of batches) {
      const faults = rows.map((row) => row.faults.length)
      await count(
        rows,
        await patiently(() => {
          // A second attempt must not report what the first one found.
          for (const [at, row] of rows.entries()) row.faults.length = faults[at]!
          return writeTransaction(db, (trx, lock) => run(trx, lock, rows))
        }),
      )
    }
    return summary
  }
  try {
    const all = () =>
      writeTransaction(db, async (trx, lock) => {
        for await (const rows of batches) await count(rows, await run(trx, lock, rows))
        if (options.dryRun || summary.rejected > 0 || options.signal?.aborted) throw new NothingKept()
      })
    await patiently(all, () => summary.read === 0)
  } catch (error) {
    if (!(error instanceof NothingKept)) throw error
    // A dry run says what would have been; otherwise the summary says what is.
    if (!options.dryRun) Object.assign(summary, { created: 0, changed: 0 })
  }
  return summary
}

/** How long the database may be away, as while it restarts, before an import gives up. */
const OUTAGE_MS = 60_000
const AGAIN_AFTER_MS = 500

/**
 * A batch whose transaction was lost with its connection is written anew; if it was committed after all, its rows are
 * found unchanged.
 */
async function patiently<T>(attempt: () => Promise<T>, mayRepeat: () => boolean = () => true): Promise<T> {
  for (const end = performance.now() + OUTAGE_MS; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || !mayRepeat() || performance.now() > end) throw error
      await sleep(AGAIN_AFTER_MS)
    }
  }
}
