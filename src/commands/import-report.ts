import { once } from 'node:events'
import type { CheckedRow } from '../intake/check-row.ts'
import type { ImportSummary } from '../intake/import-rows.ts'
import { faultLines } from '../intake/rejects.ts'
import type { Io } from './io.ts'

const PROGRESS_EVERY_MS = 200

/** Tells of bad rows on standard error and, on a terminal, how far the import is. */
export function reportTo({ stderr }: Pick<Io, 'stderr'>) {
  let shown = false
  let shownAt = 0

  function clear(): void {
    if (shown) stderr.write('\r\u001b[K')
    shown = false
  }

  return {
    clear,
    async rejected(rows: readonly CheckedRow[]): Promise<void> {
      if (rows.length === 0) return
      clear()
      for (const row of rows) if (!stderr.write(faultLines(row))) await once(stderr, 'drain')
    },
    progress({ read, rejected }: Readonly<ImportSummary>): void {
      if (!stderr.isTTY || Date.now() - shownAt < PROGRESS_EVERY_MS) return
      shownAt = Date.now()
      shown = true
      stderr.write(`\r\u001b[K${read.toLocaleString('en-IN')} rows read, ${rejected.toLocaleString('en-IN')} rejected`)
    },
  }
}
