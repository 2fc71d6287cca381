import { once } from 'node:events'
import type { ImportSummary, ShownIssue, WarningCount } from '../import/import-counters.ts'
import { issueText, originText } from '../import/issue.ts'
import type { Io } from './io.ts'
import { createProgress } from './progress.ts'

/** Reports rejected and odd rows on standard error and, on a terminal, the progress. */
export function reportTo({ stderr, notes }: Pick<Io, 'stderr' | 'notes'>) {
  const progress = createProgress(notes)
  return {
    progress,
    async issues(shown: readonly ShownIssue[]): Promise<void> {
      if (shown.length === 0) return
      const lines = shown.map(({ row, issue }) => {
        const mark = issue.severity === 'warning' ? 'warning: ' : ''
        return `${originText(row.origin)}: ${mark}${issueText(issue)}\n`
      })
      progress.clear()
      if (!stderr.write(lines.join(''))) await once(stderr, 'drain')
    },
    /** The totals by reason. */
    end({ reasons, rejected, warnings }: ImportSummary): void {
      progress.clear()
      if (rejected > 1) notes.write(`\nRejected, by reason:\n${table(reasons)}`)
      const odd = warnings.map(({ found: _, ...item }) => item)
      if (odd.length > 0) notes.write(`\nTaken with a warning:\n${table(odd)}`)
    },
  }
}

function table(reasons: readonly WarningCount[]): string {
  const counts = reasons.map(({ rows }) => rows.toLocaleString('en-IN'))
  const width = Math.max(...counts.map((count) => count.length))
  const lines = reasons.map(({ field, reason, rows, found: result }, i) => {
    const text = issueText({ path: field, reason, found: result })
    return `  ${counts[i]!.padStart(width)} ${rows === 1 ? 'row ' : 'rows'}  ${text}\n`
  })
  return lines.join('')
}

/** The summary for people. */
export function summaryText(summary: ImportSummary): string {
  const { read, created, changed, unchanged, rejected, repeated, to_review, removed, emptied, left_out } = summary
  const counts = { read, created, changed, unchanged, rejected, repeated }
  const line = Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
  const taken = Object.entries(removed).map(([field, count]) => `${count} from ${field}`)
  const lost = Object.entries(emptied).map(([field, count]) => `${field} of ${count}`)
  const short = Object.entries(left_out).map(([field, count]) => `${field} of ${count}`)
  const notes = [
    ...(summary.not_rows > 0 ? [`lines that are no rows: ${summary.not_rows}\n`] : []),
    ...(short.length > 0 ? [`left out, because it was not understood: ${short.join(', ')}\n`] : []),
    ...(taken.length > 0 ? [`contacts and links removed: ${taken.join(', ')}\n`] : []),
    ...(to_review > 0 ? [`in review, since they may hold a contact: ${to_review}\n`] : []),
    ...(lost.length > 0 ? [`emptied, because rows leave it out: ${lost.join(', ')}\n`] : []),
  ]
  return `${notes.join('')}${line}\n`
}
