import { once } from 'node:events'
import { plainText } from '../admin/view.ts'
import type { ImportSummary, ShownIssue, WarningCount } from '../import/import-counters.ts'
import { issueText, originText } from '../import/issue.ts'
import type { Io } from './io.ts'
import { createProgress } from './progress.ts'

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
    end({ reasons, rejected, warnings }: ImportSummary): void {
      progress.clear()
      if (rejected > 1) notes.write(`\nRejected, by reason:\n${table(reasons)}`)
      const odd = warnings.map(({ found: _, ...item }) => item)
      if (odd.length > 0) notes.write(`\nTaken with a warning:\n${table(odd)}`)
    },
  }
}

function table(reasons: readonly WarningCount[]): string {
  const lines = reasons.map(({ field, reason, rows, found: result }) => {
    const text = issueText({ path: field, reason, found: result })
    return `  ${rows.toLocaleString('en-IN').padStart(7)} ${rows === 1 ? 'row ' : 'rows'}  ${text}\n`
  })
  return lines.join('')
}

export function summaryText(summary: ImportSummary): string {
  const { read, created, changed, unchanged, rejected, repeated } = summary
  const notes = {
    'lines that are not rows': summary.not_rows || '',
    'left out, because it was not understood': summary.left_out,
    'contacts and links removed': summary.removed,
    'in review, since they may hold a contact': summary.to_review || '',
    'emptied, because rows leave it out': summary.emptied,
  }
  const lines = Object.entries(notes).map(([note, value]) => [note, plainText(value)] as const)
  const text = lines.map(([note, value]) => (value === '' ? '' : `${note}: ${value}\n`)).join('')
  return `${text}${plainText({ read, created, changed, unchanged, rejected, repeated })}\n`
}
