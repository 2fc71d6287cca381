import type { JsonValue } from '../guard/guard.ts'
import { anyText, number } from './check-value.ts'
import { countRemoved } from './count-removed.ts'
import { guard } from './guard.ts'
import { type Check, escapePointer, type Report, refuse } from './report.ts'

const MAX_DEPTH = 32

/** Any JSON that can be stored exactly. Its keys are sorted, so equal values are equal texts. */
export const plainJson: Check = (value, report) => toPlain(value, report, undefined, 0)

/** An object with any keys except contacts. Sources are stored apart. */
export const freeForm: Check = (value, report) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(report, 'must be an object')
  const faults = report.faults.length
  const plain = toPlain(value, report, '', 0)
  if (report.faults.length > faults) return undefined
  const guarded = guard().guardFreeForm(plain as JsonValue)
  report.removed += countRemoved(plain, guarded)
  return guarded
}

/** `pointer` is undefined where sources are not separated. */
function toPlain(value: unknown, report: Report, pointer: string | undefined, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return anyText(value, report)
  if (typeof value !== 'object') return signed(value, report)
  if (depth >= MAX_DEPTH) return refuse(report, `is nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) {
    if (value.length > report.maxItems) return refuse(report, `has more than ${report.maxItems} items`)
    return value.map((item, at) => toPlain(item, report, pointer && `${pointer}/${at}`, depth + 1))
  }
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (anyText(name, report) === undefined) continue
    if (pointer !== undefined && (name === 'source' || name === 'source_url')) {
      const source = toPlain(member, report, undefined, depth + 1)
      if (source !== null) report.sources.push({ pointer: `${pointer}/${name}`, value: source })
      continue
    }
    const inside = pointer === undefined ? undefined : `${pointer}/${escapePointer(name)}`
    members.push([name, toPlain(member, report, inside, depth + 1)])
  }
  return Object.fromEntries(members)
}

function signed(value: unknown, report: Report): unknown {
  if (typeof value === 'number' && value < 0) {
    const size = number(-value, report)
    return typeof size === 'number' ? -size : undefined
  }
  return number(value, report)
}
