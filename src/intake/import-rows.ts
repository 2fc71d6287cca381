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
 * - row: one line of NDJSON or CSV. record: what the database holds for its type and key.
 * - whole row: replaces its record. patch: a row that names only some fields of an existing record.
 * - check: reads one value of a row and returns what to store, without the database.
 * - fault: why a row is rejected: a field and a reason. warning: what is odd about an accepted row.
 * - batch: rows that are written in one transaction.
 * - working set: the records that a batch names, first as stored, then as its rows change them.
 * - pile: the records of one table in a working set.
 * - rules: what is special about one type of record when a row is applied.
 * - spool: a whole input, checked and put into a file before anything is written.
 * - upload: a file that an operator sends to the console, first tried, then applied (uploads/).
 */

export interface ImportOptions {
  /** Keep nothing if any row is rejected. */
  strict?: boolean
  /** Keep nothing at all. */
  dryRun?: boolean
  now?: () => number
  /** Aborting it makes a transaction over the whole input keep nothing. */
  signal?: AbortSignal
  /** Called while the whole input is read, with the number of rows so far. */
  onRead?: (rows: number) => void
  /** Called when it has been read, with the number of rows to write. */
  onWhole?: (rows: number) => void
  onTaken?: OnTaken
  /** Called after each batch. */
  onBatch?: (summary: Readonly<ImportSummary>, result: BatchResult) => Promise<void>
}

/** Ends a transaction without keeping its changes. */
class NothingKept extends Error {}

/** Imports batches of checked rows: each in its own transaction, or all in one that may keep nothing. */
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
  // Nobody else can write during a transaction, so it must not wait for input.
  const spool = await spoolBatches(batches, options.onRead)
  options.onWhole?.(spool.rows)
  try {
    if (!options.signal?.aborted) await importWhole(spool)
  } catch (error) {
    if (!(error instanceof NothingKept)) throw error
    // A dry run tells what would have happened; otherwise the summary tells what did.
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
  // Unreadable rows need no database.
  if (rows.every(({ type }) => type === undefined)) return { ...newResult(), rejected: [...rows] }
  const faults = rows.map((row) => row.faults.length)
  return patiently(() => {
    // A second attempt must not report the faults of the first.
    for (const [at, row] of rows.entries()) row.faults.length = faults[at]!
    return writeTransaction(db, (trx, lock) => run(trx, lock, rows))
  })
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
