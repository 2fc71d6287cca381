import { setTimeout as sleep } from 'node:timers/promises'
import { kolkataDate } from '../calendar.ts'
import { type RevisionLock, writeTransaction } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import type { OnTaken } from './apply-record.ts'
import type { CheckedRow } from './check-row.ts'
import { type BatchResult, importBatch, newResult } from './import-batch.ts'
import { createSeenRows } from './seen-rows.ts'
import { type Spool, spoolBatches } from './spool.ts'
import { createTally, type ImportSummary } from './tally.ts'

/**
 * Words used in this room:
 * - row: one line of NDJSON or CSV; a record is what the database holds of its type and key.
 * - patch: a row that names only some fields of a record that is there.
 * - check: reads one value of a row and says what is kept of it, without the database.
 * - fault: why a row is rejected, the field and the reason; a warning says what is odd about a row that is taken.
 * - batch: rows that are written in one transaction.
 * - working set: the records that a batch names, first as they are, then as its rows have changed them.
 * - rules: what is particular to one type of record when a row is applied to the working set.
 * - spool: a whole input, checked and set aside in a file before anything is written.
 */

export interface ImportOptions {
  /** Keep nothing when a row is rejected. */
  strict?: boolean
  /** Keep nothing at all. */
  dryRun?: boolean
  now?: () => number
  /** Once aborted, a transaction over the whole input keeps nothing. */
  signal?: AbortSignal
  /** Called while the input is read before anything is written, with the rows so far. */
  onRead?: (rows: number) => void
  /** Called once it has been read, with the number of rows that are to be written. */
  onWhole?: (rows: number) => void
  onTaken?: OnTaken
  /** Called after each batch. */
  onBatch?: (summary: Readonly<ImportSummary>, result: BatchResult) => Promise<void> | void
}

/** Ends a transaction whose changes are not to be kept. */
class NothingKept extends Error {}

/** Imports batches of checked rows: each in a transaction of its own, or all in one that may keep nothing. */
export async function importRows(
  db: Db,
  batches: AsyncIterable<readonly CheckedRow[]>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const tally = createTally()
  const seen = createSeenRows()
  const now = options.now ?? Date.now

  async function run(trx: Db, lock: RevisionLock, rows: readonly CheckedRow[]): Promise<BatchResult> {
    const moment = now()
    const { strict = false, onTaken } = options
    const settings = { today: kolkataDate(moment), now: moment, seen, refuseRepeated: strict, onTaken }
    return importBatch(trx, lock, rows, settings)
  }
  async function count(rows: readonly CheckedRow[], result: BatchResult): Promise<void> {
    tally.add(rows.length, result)
    await options.onBatch?.(tally.summary, result)
  }

  if (!options.strict && !options.dryRun) {
    for await (const rows of batches) await count(rows, await importOne(db, rows, run))
    return tally.summary
  }
  // Nobody else may write while a transaction is open: it waits for no input.
  const spool = await spoolBatches(batches, options.onRead)
  options.onWhole?.(spool.rows)
  try {
    if (!options.signal?.aborted) await importWhole(spool)
  } catch (error) {
    if (!(error instanceof NothingKept)) throw error
    // A dry run says what would have been; otherwise the summary says what is.
    if (!options.dryRun) tally.keepNothing()
  } finally {
    await spool.close()
  }
  return tally.summary

  async function importWhole({ batches }: Spool): Promise<void> {
    const all = () =>
      writeTransaction(db, async (trx, lock) => {
        for await (const rows of batches()) await count(rows, await run(trx, lock, rows))
        if (options.dryRun || tally.summary.rejected > 0 || options.signal?.aborted) throw new NothingKept()
      })
    await patiently(all, () => tally.summary.read === 0)
  }
}

type Run = (trx: Db, lock: RevisionLock, rows: readonly CheckedRow[]) => Promise<BatchResult>

async function importOne(db: Db, rows: readonly CheckedRow[], run: Run): Promise<BatchResult> {
  // Rows that could not be read have nothing to ask the database.
  if (rows.every(({ type }) => type === undefined)) return { ...newResult(), rejected: [...rows] }
  const faults = rows.map((row) => row.faults.length)
  return patiently(() => {
    // A second attempt must not report what the first one found.
    for (const [at, row] of rows.entries()) row.faults.length = faults[at]!
    return writeTransaction(db, (trx, lock) => run(trx, lock, rows))
  })
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
      const isOutage = error instanceof DatabaseUnavailable && error.reason !== 'full'
      if (!isOutage || !mayRepeat() || performance.now() > end) throw error
      await sleep(AGAIN_AFTER_MS)
    }
  }
}
