import type { CheckedRow } from './check-row.ts'
import { guard } from './guard.ts'
import { addCounts, type BatchResult } from './import-batch.ts'
import { placeText } from './rejects.ts'
import type { Fault } from './report.ts'

/** How many rows were rejected for one reason, whatever the value. */
export interface ReasonCount {
  field: string
  reason: string
  rows: number
}

/** How many rows were understood alike, with the first of them. */
export interface ReadingCount extends ReasonCount {
  found?: string | undefined
}

export interface ImportSummary {
  read: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  /** Rows whose record came before in the same input. */
  repeated: number
  /** Listings that wait in review because the guard is in doubt, instead of going live. */
  to_review: number
  /** How many contacts and links the guard removed, by field. */
  removed: Record<string, number>
  /** How many records lost a field that their whole row leaves out, by field. */
  emptied: Record<string, number>
  /** How many cells of tables were left out of rows that were taken, by field. */
  left_out: Record<string, number>
  /** What was understood of tables as people write them, the most frequent first. */
  understood: ReadingCount[]
  /** What is odd about rows that were taken, with the first of each, the most frequent first. */
  warnings: ReadingCount[]
  /** The most frequent first. */
  reasons: ReasonCount[]
}

/** Rows with ever new field names must not fill the memory. */
const MAX_REASONS = 1_000

/** Counts what happened to the rows. */
interface Tally {
  add(rows: readonly CheckedRow[], result: BatchResult): void
  /** Turns all changes into nothing kept. */
  keepNothing(): void
  readonly summary: ImportSummary
}

export function createTally(): Tally {
  const counts = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, repeated: 0, to_review: 0 }
  const removed: Record<string, number> = {}
  const emptied: Record<string, number> = {}
  const leftOut: Record<string, number> = {}
  const [reasons, understood, warnings] = [countReasons(), countReasons(), countReasons()]

  return {
    add(rows, { created, changed, unchanged, rejected, repeated, toReview, warned, ...result }) {
      addCounts(counts, { read: rows.length, rejected: rejected.length, to_review: toReview })
      addCounts(counts, { created, changed, unchanged, repeated })
      for (const { readings = [] } of rows) {
        for (const reading of readings) understood.add(reading)
      }
      for (const row of warned) {
        for (const warning of row.warnings ?? []) {
          const { found } = toExample(row, warning)
          warnings.add({ path: warning.path, reason: warning.reason, ...(found !== undefined && { found }) })
        }
      }
      addCounts(removed, result.removed)
      addCounts(emptied, result.emptied)
      addCounts(leftOut, result.leftOut)
      for (const { faults } of rejected) {
        const told = new Map(faults.map(({ path, reason }) => [reasonKey({ path, reason }), { path, reason }]))
        for (const fault of told.values()) reasons.add(fault)
      }
    },
    keepNothing() {
      counts.created = 0
      counts.changed = 0
      for (const counts of [emptied, leftOut]) for (const name of Object.keys(counts)) delete counts[name]
    },
    get summary() {
      return {
        ...counts,
        ...{ removed: { ...removed }, emptied: { ...emptied }, left_out: { ...leftOut } },
        ...{ understood: understood.all(), warnings: warnings.all(), reasons: reasons.all() },
      }
    },
  }
}

/** Counts faults or readings, each with the first value found. */
function countReasons() {
  const counts = new Map<string, ReadingCount>()
  function add(fault: Fault): void {
    const known = counts.get(reasonKey(fault))
    if (known) known.rows++
    else if (counts.size < MAX_REASONS || fault.reason === OTHER.reason) {
      const { reason, found } = fault
      counts.set(reasonKey(fault), { field: fieldOf(fault), reason, rows: 1, ...(found !== undefined && { found }) })
    } else add(OTHER)
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

/** A rejected row: where it is and, when that cannot be a contact, the value found. */
interface RejectExample {
  /** `file:line`. */
  at: string
  found?: string
  /** What may have been meant. */
  suggestion?: string
}

/** How often a reason occurred, with a few of the rows. */
export interface KeptReason extends ReasonCount {
  examples: RejectExample[]
}

const EXAMPLES_OF_EACH = 3
const MAX_KEPT_REASONS = 50

/** Collects the first rows of each reason, without anything that may be a seller's contact. */
export function createRejectExamples(faultsOf = (row: CheckedRow): readonly Fault[] => row.faults) {
  const examples = new Map<string, RejectExample[]>()
  const counts = countReasons()

  return {
    add(rows: readonly CheckedRow[]): void {
      for (const row of rows) {
        for (const fault of faultsOf(row)) {
          const key = reasonKey(fault)
          const known = examples.get(key)
          if (!known && examples.size >= MAX_KEPT_REASONS) continue
          counts.add(fault)
          if (known && known.length >= EXAMPLES_OF_EACH) continue
          examples.set(key, [...(known ?? []), toExample(row, fault)])
        }
      }
    },
    /** The most frequent reasons first; those that were added, unless others are named. */
    of(reasons: readonly ReasonCount[] = counts.all()): KeptReason[] {
      return reasons.slice(0, MAX_KEPT_REASONS).map(({ field, reason, rows }) => ({
        field: guard().guardText(field),
        reason: guard().guardText(reason),
        rows,
        examples: examples.get(`${field}: ${reason}`) ?? [],
      }))
    },
  }
}

function toExample(row: CheckedRow, { path, found, suggestion }: Fault): RejectExample {
  const hint = suggestion !== undefined && guard().guardText(suggestion) === suggestion ? { suggestion } : {}
  const at = guard().guardText(placeText(row))
  // Any field of a listing may hold a seller's name, and a shortened value part of a number.
  if (found === undefined || row.type === 'listing' || row.type === undefined) return { at, ...hint }
  if (path.split(/[.[\]]+/).some(guard().isContactKey) || guard().guardText(found) !== found) return { at, ...hint }
  return { at, found, ...hint }
}
