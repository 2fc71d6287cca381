import type { ImportTable } from '../database/tables/operator.ts'
import type { CheckedRow } from './check-row.ts'
import { guard } from './guard.ts'
import { addCounts, type BatchResult } from './import-batch.ts'
import { placeText } from './rejects.ts'
import type { Fault } from './report.ts'

/** How many rows were rejected for one reason, whatever the value. */
interface ReasonCount {
  field: string
  reason: string
  rows: number
}

/** The same, with the first of them. */
export interface ReadingCount extends ReasonCount {
  found?: string | undefined
}

export type ImportCounts = Pick<ImportTable, 'read' | 'created' | 'changed' | 'unchanged' | 'rejected' | 'repeated'>

export interface ImportSummary extends ImportCounts {
  /** Listings that wait in review because the guard is in doubt, instead of going live. */
  to_review: number
  /** Machines and implements that are new and not published. */
  unpublished: number
  /** How many contacts and links the guard removed, by field. */
  removed: Record<string, number>
  /** How many records lost a field that their whole row leaves out, by field. */
  emptied: Record<string, number>
  /** How many cells of tables were left out of rows that were taken, by field. */
  left_out: Record<string, number>
  /** Lines of tables that are no rows: above the headings, headings once more, lines of one cell, sums. */
  not_rows: number
  /** What is odd about rows that were taken, with the first of each, the most frequent first. */
  warnings: ReadingCount[]
  /** The most frequent first. */
  reasons: ReasonCount[]
}

/** A rejected or odd row: where it is and, when that cannot be a contact, the value found. */
interface Example {
  /** `file:line`. */
  at: string
  found?: string
  /** What may have been meant. */
  suggestion?: string
}

/** How often a reason occurred, with a few of the rows. */
export interface RetainedReason extends ReasonCount {
  examples: Example[]
}

export type RetainedReasons = Record<'reasons' | 'warnings', RetainedReason[]>

/** Rows with ever new field names must not fill the memory. */
const MAX_REASONS = 1_000

/** Counts what happened to the rows. */
export function createTally() {
  const counts = {
    read: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    rejected: 0,
    repeated: 0,
    to_review: 0,
    not_rows: 0,
    unpublished: 0,
  }
  const removed: Record<string, number> = {}
  const emptied: Record<string, number> = {}
  const leftOut: Record<string, number> = {}
  const [reasons, warnings] = [countReasons(), countReasons()]

  return {
    add(tried: readonly CheckedRow[], result: BatchResult): void {
      const { created, changed, unchanged, rejected, repeated, toReview, warned, unpublished } = result
      const rows = tried.filter(({ skipped }) => !skipped)
      addCounts(counts, { read: rows.length, not_rows: tried.length - rows.length })
      addCounts(counts, {
        unpublished,
        rejected: rejected.length,
        to_review: toReview,
        created,
        changed,
        unchanged,
        repeated,
      })
      for (const row of warned) {
        for (const fault of row.warnings ?? []) warnings.add(fault, () => toExample(row, fault))
      }
      addCounts(removed, result.removed)
      addCounts(emptied, result.emptied)
      addCounts(leftOut, result.leftOut)
      for (const row of rejected) {
        const reported = new Map(row.faults.map((fault) => [reasonKey(fault), fault]))
        for (const fault of reported.values()) reasons.add(fault, () => toExample(row, fault))
      }
    },
    /** Turns all changes into nothing kept. */
    keepNothing(): void {
      counts.created = 0
      counts.changed = 0
      counts.unpublished = 0
      for (const counts of [emptied, leftOut]) for (const name of Object.keys(counts)) delete counts[name]
    },
    get summary(): ImportSummary {
      const plain = ({ field, reason, rows }: RetainedReason) => ({ field, reason, rows })
      const first = (item: RetainedReason) => {
        const result = item.examples[0]?.found
        return { ...plain(item), ...(result !== undefined && { found: result }) }
      }
      return {
        ...counts,
        removed: { ...removed },
        emptied: { ...emptied },
        left_out: { ...leftOut },
        warnings: warnings.all().map(first),
        reasons: reasons.all().map(plain),
      }
    },
    /** The most frequent reasons with the first rows of each, without anything that may be a seller's contact. */
    kept: (): RetainedReasons => ({ reasons: retainedOf(reasons.all()), warnings: retainedOf(warnings.all()) }),
  }
}

const EXAMPLES_OF_EACH = 3
const MAX_RETAINED_REASONS = 50

/** Counts faults or readings, with the first rows of each. */
function countReasons() {
  const counts = new Map<string, RetainedReason>()
  function add(fault: Fault, example: () => Partial<Example>): void {
    const existing = counts.get(reasonKey(fault))
    if (existing) {
      existing.rows++
      if (existing.examples.length < EXAMPLES_OF_EACH) existing.examples.push(example() as Example)
    } else if (counts.size < MAX_REASONS || fault.reason === OTHER.reason) {
      const item = { field: fieldOf(fault), reason: fault.reason, rows: 1, examples: [example() as Example] }
      counts.set(reasonKey(fault), item)
    } else add(OTHER, example)
  }
  return { add, all: () => [...counts.values()].sort((a, b) => b.rows - a.rows) }
}

const OTHER: Fault = { path: 'row', reason: 'other reasons' }

/** Equal for faults that differ only in the value or the place in a list. */
export function reasonKey(fault: Fault): string {
  return `${fieldOf(fault)}: ${fault.reason}`
}

function fieldOf({ path }: Fault): string {
  if (path === '') return 'row'
  return path.includes('[') ? path.replace(/\[\d+\]/g, '[]') : path
}

function retainedOf(reasons: readonly RetainedReason[]): RetainedReason[] {
  return reasons.slice(0, MAX_RETAINED_REASONS).map(({ field, reason, rows, examples }) => ({
    field: guard().guardText(field),
    reason: guard().guardText(reason),
    rows,
    examples: [...examples],
  }))
}

function toExample(row: CheckedRow, { path, found: result, suggestion }: Fault): Example {
  const hint = suggestion !== undefined && guard().guardText(suggestion) === suggestion ? { suggestion } : {}
  const place = guard().guardText(placeText(row))
  // Any field of a listing may hold a seller's name, and a shortened value part of a number.
  if (result === undefined || row.type === 'listing' || row.type === undefined) return { at: place, ...hint }
  if (path.split(/[.[\]]+/).some(guard().isContactKey) || guard().guardText(result) !== result)
    return { at: place, ...hint }
  return { at: place, found: result, ...hint }
}
