import type { CheckedRow } from './check-row.ts'
import { guard } from './guard.ts'
import { placeText } from './rejects.ts'
import type { Fault } from './report.ts'
import { type ReasonCount, reasonKey } from './tally.ts'

/** A rejected row: where it is and, when that cannot be a contact, the value found. */
interface RejectExample {
  /** `file:line`. */
  at: string
  found?: string
}

/** How often a reason occurred, with a few of the rows. */
export interface KeptReason extends ReasonCount {
  examples: RejectExample[]
}

const EXAMPLES_OF_EACH = 3
const MOST_REASONS = 50

/** Collects the first rejects of each reason, without anything that may be a seller's contact. */
export function createRejectExamples() {
  const examples = new Map<string, RejectExample[]>()

  return {
    add(rows: readonly CheckedRow[]): void {
      for (const row of rows) {
        for (const fault of row.faults) {
          const key = reasonKey(fault)
          const known = examples.get(key)
          if (known ? known.length >= EXAMPLES_OF_EACH : examples.size >= MOST_REASONS) continue
          examples.set(key, [...(known ?? []), toExample(row, fault)])
        }
      }
    },
    /** The most frequent reasons first. */
    of(reasons: readonly ReasonCount[]): KeptReason[] {
      return reasons.slice(0, MOST_REASONS).map(({ field, reason, rows }) => ({
        field: guard().guardText(field),
        reason: guard().guardText(reason),
        rows,
        examples: examples.get(`${field}: ${reason}`) ?? [],
      }))
    },
  }
}

function toExample(row: CheckedRow, { path, found }: Fault): RejectExample {
  const at = guard().guardText(placeText(row))
  // Any field of a listing may hold a seller's name, and a shortened value part of a number.
  if (found === undefined || row.type === 'listing' || row.type === undefined) return { at }
  if (path.split(/[.[\]]+/).some(guard().isContactKey) || guard().guardText(found) !== found) return { at }
  return { at, found }
}
