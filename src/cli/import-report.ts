import { once } from 'node:events'
import { plainText } from '../admin/view.ts'
import type { CheckedRow } from '../import/check-row.ts'
import type { BatchResult } from '../import/import-batch.ts'
import { type ImportSummary, type ReadingCount, reasonKey } from '../import/import-counters.ts'
import { faultText, placeText } from '../import/rejects.ts'
import type { Fault } from '../import/report.ts'
import type { Io } from './io.ts'
import { createProgress } from './progress.ts'

/** How many rows are printed for one reason, with place and value; the others are counted. */
const SHOWN_OF_EACH = 20
const MAX_REASONS = 1_000

export function reportTo({ stderr, notes }: Pick<Io, 'stderr' | 'notes'>) {
  const progress = createProgress(notes)
  const visible = new Map<string, number>()

  function isShown(key: string): boolean {
    const count = (visible.get(key) ?? 0) + 1
    if (count > SHOWN_OF_EACH || (count === 1 && visible.size >= MAX_REASONS)) return false
    visible.set(key, count)
    return true
  }

  async function write(rows: readonly CheckedRow[], faultsOf: (row: CheckedRow) => readonly Fault[], mark: string) {
    for (const row of rows) {
      const lines = faultsOf(row)
        .filter((fault) => isShown(mark + reasonKey(fault)))
        .map((fault) => `${placeText(row)}: ${mark}${faultText(fault)}\n`)
      if (lines.length === 0) continue
      progress.clear()
      if (!stderr.write(lines.join(''))) await once(stderr, 'drain')
    }
  }

  return {
    progress,
    async batch({ rejected, warned: odd }: BatchResult): Promise<void> {
      await write(rejected, ({ faults }) => faults, '')
      await write(odd, ({ warnings = [] }) => warnings, 'warning: ')
    },
    end({ reasons, rejected, warnings }: ImportSummary): void {
      progress.clear()
      if (rejected > 1) notes.write(`\nRejected, by reason:\n${table(reasons)}`)
      const odd = warnings.map(({ found: _, ...item }) => item)
      if (odd.length > 0) notes.write(`\nTaken with a warning:\n${table(odd)}`)
    },
  }
}

function table(reasons: readonly ReadingCount[]): string {
  const lines = reasons.map(({ field, reason, rows, found: result }) => {
    const text = faultText({ path: field, reason, ...(result && { found: result }) })
    return `  ${rows.toLocaleString('en-IN').padStart(7)} ${rows === 1 ? 'row ' : 'rows'}  ${text}\n`
  })
  return lines.join('')
}

export function summaryText(summary: ImportSummary): string {
  const { read, created, changed, unchanged, rejected, repeated } = summary
  const notes = {
    'lines that are no rows': summary.not_rows || '',
    'left out, because it was not understood': summary.left_out,
    'contacts and links removed': summary.removed,
    'in review, since they may hold a contact': summary.to_review || '',
    'emptied, because rows leave it out': summary.emptied,
  }
  const lines = Object.entries(notes).map(([note, value]) => [note, plainText(value)] as const)
  const text = lines.map(([note, value]) => (value === '' ? '' : `${note}: ${value}\n`)).join('')
  return `${text}${plainText({ read, created, changed, unchanged, rejected, repeated })}\n`
}
