import type { ImportTable } from '../database/tables/operator.ts'
import type { CheckedRow } from './check-row.ts'
import { guard } from './guard.ts'
import type { RowOutcome } from './import-batch.ts'
import { fieldOf, type Issue, originText } from './issue.ts'

interface ReasonCount {
  field: string
  reason: string
  rows: number
}

export interface WarningCount extends ReasonCount {
  found?: string | undefined
}

export type ImportCounts = Pick<ImportTable, 'read' | 'created' | 'changed' | 'unchanged' | 'rejected' | 'repeated'>

export interface ImportSummary extends ImportCounts {
  to_review: number
  unpublished: number
  removed: Record<string, number>
  emptied: Record<string, number>
  left_out: Record<string, number>
  not_rows: number
  warnings: WarningCount[]
  reasons: ReasonCount[]
}

export interface RetainedReason extends ReasonCount {
  examples: {
    at: string
    /** Unless it may be a contact. */
    found?: string
    suggestion?: string
  }[]
}

export type RetainedReasons = Record<'reasons' | 'warnings', RetainedReason[]>

export interface ShownIssue {
  row: CheckedRow
  issue: Issue
}

/** Rows with ever new field names must not fill the memory. */
const MAX_REASONS = 1_000
const OTHER = { field: 'row', reason: 'other reasons' }
const EXAMPLES = 3
const MAX_RETAINED = 50
const SHOWN = 20

const noCounts = () => ({
  ...{ read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, repeated: 0 },
  ...{ to_review: 0, not_rows: 0, unpublished: 0 },
})

export function createTally() {
  let counts = noCounts()
  const [removed, emptied, leftOut] = [newCounts(), newCounts(), newCounts()]
  const [reasons, warnings] = [countReasons(), countReasons()]

  function addOutcome({ row, status, issues, ...outcome }: RowOutcome): ShownIssue[] {
    if (status === 'skipped') {
      counts.not_rows++
      return []
    }
    counts.read++
    counts[status]++
    if (status === 'rejected') {
      const errors = issues.filter(({ severity }) => severity !== 'warning')
      return reasons.add(row, errors)
    }
    if (outcome.isRepeated) counts.repeated++
    if (outcome.waits) counts.to_review++
    if (outcome.isUnpublished) counts.unpublished++
    for (const [name, count] of Object.entries(row.guarded?.removed ?? {})) removed.add(name, count)
    for (const name of Object.keys(outcome.emptied ?? {})) emptied.add(name)
    for (const issue of issues) if (issue.severity === 'left') leftOut.add(fieldOf(issue))
    return issues.length === 0 ? [] : warnings.add(row, issues.map(asWarning))
  }

  return {
    add: (outcomes: readonly RowOutcome[]): ShownIssue[] => outcomes.flatMap(addOutcome),
    keepNothing(): void {
      counts = { ...counts, created: 0, changed: 0, unpublished: 0 }
      emptied.clear()
      leftOut.clear()
    },
    get summary(): ImportSummary {
      const plain = ({ field, reason, rows }: RetainedReason) => ({ field, reason, rows })
      const withFirst = ({ examples, ...item }: RetainedReason) => {
        const found = examples[0]?.found
        return { ...item, ...(found !== undefined && { found }) }
      }
      return {
        ...counts,
        removed: removed.all(),
        emptied: emptied.all(),
        left_out: leftOut.all(),
        warnings: warnings.all().map(withFirst),
        reasons: reasons.all().map(plain),
      }
    },
    retained: (): RetainedReasons => ({
      reasons: reasons.all().slice(0, MAX_RETAINED).map(guardedReason),
      warnings: warnings.all().slice(0, MAX_RETAINED).map(guardedReason),
    }),
  }
}

const asWarning = (issue: Issue): Issue =>
  issue.severity === 'left' ? { ...issue, severity: 'warning', reason: `is left out: ${issue.reason}` } : issue

function newCounts() {
  const counts = new Map<string, number>()
  return {
    add: (name: string, count = 1) => counts.set(name, (counts.get(name) ?? 0) + count),
    all: (): Record<string, number> => Object.fromEntries(counts),
    clear: () => counts.clear(),
  }
}

function countReasons() {
  const counts = new Map<string, RetainedReason>()
  function count(row: CheckedRow, issue: Issue): boolean {
    const field = issue.path === '' ? 'row' : issue.path.replace(/\[\d+\]/g, '[]')
    const key = `${field}: ${issue.reason}`
    const isOther = !counts.has(key) && counts.size >= MAX_REASONS
    const name = isOther ? { ...OTHER } : { field, reason: issue.reason }
    const item = counts.getOrInsertComputed(isOther ? OTHER.reason : key, () => ({ ...name, rows: 0, examples: [] }))
    item.rows++
    if (item.examples.length < EXAMPLES) item.examples.push(exampleOf(row, issue))
    return !isOther && item.rows <= SHOWN
  }
  return {
    add(row: CheckedRow, issues: readonly Issue[]): ShownIssue[] {
      const byReason = new Map(issues.map((issue) => [`${issue.path} ${issue.reason}`, issue]))
      return [...byReason.values()].flatMap((issue) => (count(row, issue) ? { row, issue } : []))
    },
    all: () => [...counts.values()].sort((a, b) => b.rows - a.rows),
  }
}

function exampleOf({ origin, type }: CheckedRow, { path, found, suggestion }: Issue): RetainedReason['examples'][0] {
  const { guardText, isContactKey } = guard()
  const isSafe = (text: string | undefined) => text !== undefined && guardText(text) === text
  // Any field of a listing may hold a seller's name, and a shortened value part of a number.
  const mayShow = type !== undefined && type !== 'listing' && !path.split(/[.[\]]+/).some(isContactKey) && isSafe(found)
  return {
    at: guardText(originText(origin)),
    ...(mayShow && { found: found! }),
    ...(isSafe(suggestion) && { suggestion: suggestion! }),
  }
}

function guardedReason({ field, reason, ...others }: RetainedReason): RetainedReason {
  return { field: guard().guardText(field), reason: guard().guardText(reason), ...others }
}
