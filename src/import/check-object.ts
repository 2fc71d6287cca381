import { isObject } from '../lib/parsing.ts'
import type { JsonValue } from '../redaction/redaction.ts'
import { anyText, number } from './check-value.ts'
import { countRemoved, guard } from './guard.ts'
import { type Check, checkMember, escapePointer, type RowReport, refuse, refuseField, visible } from './report.ts'
import { suggestField } from './suggest-field.ts'

export interface ObjectField {
  name: string
  check: Check
  required: boolean
}

export type JsonObject = Record<string, unknown>

/** Fields that name the source of a value. Any object may have them; they are stored apart from it. */
export const SOURCE_FIELDS: readonly string[] = ['source_url', 'source']

/** Checks an object with these fields and no others. Keeps their order and drops nulls. */
export function object(fields: readonly ObjectField[], what: string): Check {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return (value, report) => {
    if (!isObject(value)) return refuse(report, 'must be an object')
    const remaining: JsonObject = {}
    let result = 0
    for (const { name, check, required } of fields) {
      const input = value[name]
      if (input !== undefined) result++
      if (input === undefined || input === null) {
        if (required) refuseField(report, name, 'is missing')
        continue
      }
      const checked = checkMember(check, input, name, report)
      if (checked !== undefined) remaining[name] = checked
    }
    const names = Object.keys(value)
    if (names.length > result) {
      for (const name of names) if (!byName.has(name)) checkExtra(name, value[name], byName.keys(), what, report)
    }
    return remaining
  }
}

/** A field outside the contract: a source, a contact to drop, or a mistake. */
export function checkExtra(
  name: string,
  value: unknown,
  existing: Iterable<string>,
  what: string,
  report: RowReport,
): void {
  if (SOURCE_FIELDS.includes(name)) {
    if (value === null) return
    const source = checkMember(plainJson, value, name, report)
    if (source !== undefined) report.sources.push({ pointer: `/${name}`, value: source })
    return
  }
  if (report.dropsContacts && guard().isContactKey(name)) {
    report.removed++
    return
  }
  const suggestion = suggestField(name, existing)
  refuseField(report, name, `is not a field of ${what}`, {
    found: visible(value),
    ...(suggestion === undefined ? {} : { suggestion }),
  })
}

const MAX_DEPTH = 32

/** Any JSON that can be stored exactly. Its keys are sorted, so equal values are equal texts. */
export const plainJson: Check = (value, report) => toPlain(value, report, undefined, 0)

/** An object with any keys except contacts. Sources are stored apart. */
export const freeForm: Check = (value, report) => {
  if (!isObject(value)) return refuse(report, 'must be an object')
  const faults = report.faults.length
  const plain = toPlain(value, report, '', 0)
  if (report.faults.length > faults) return undefined
  const guarded = guard().guardFreeForm(plain as JsonValue)
  report.removed += countRemoved(plain, guarded)
  return guarded
}

/** `pointer` is undefined where sources are not separated. */
function toPlain(value: unknown, report: RowReport, pointer: string | undefined, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return anyText(value, report)
  if (typeof value !== 'object') return signed(value, report)
  if (depth >= MAX_DEPTH) return refuse(report, `is nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) {
    if (value.length > report.maxItems) return refuse(report, `has more than ${report.maxItems} items`)
    return value.map((item, i) => toPlain(item, report, pointer && `${pointer}/${i}`, depth + 1))
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

function signed(value: unknown, report: RowReport): unknown {
  if (typeof value === 'number' && value < 0) {
    const size = number(-value, report)
    return typeof size === 'number' ? -size : undefined
  }
  return number(value, report)
}
