import { suggestField } from './field-names.ts'
import { guard } from './guard.ts'
import { plainJson } from './plain-json.ts'
import { type Check, checkMember, type Report, refuse, refuseField, shown } from './report.ts'

export interface Field {
  name: string
  check: Check
  required: boolean
}

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Fields that name the source of a value. Any object may have them; they are stored apart from it. */
export const SOURCE_FIELDS: readonly string[] = ['source_url', 'source']

/** Checks an object with these fields and no others. Keeps their order and drops nulls. */
export function object(fields: readonly Field[], what: string): Check {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return (value, report) => {
    if (!isObject(value)) return refuse(report, 'must be an object')
    const kept: JsonObject = {}
    let found = 0
    for (const { name, check, required } of fields) {
      const given = value[name]
      if (given !== undefined) found++
      if (given === undefined || given === null) {
        if (required) refuseField(report, name, 'is missing')
        continue
      }
      const checked = checkMember(check, given, name, report)
      if (checked !== undefined) kept[name] = checked
    }
    const names = Object.keys(value)
    if (names.length > found) {
      for (const name of names) if (!byName.has(name)) checkExtra(name, value[name], byName.keys(), what, report)
    }
    return kept
  }
}

/** A field outside the contract: a source, a contact to drop, or a mistake. */
export function checkExtra(name: string, value: unknown, known: Iterable<string>, what: string, report: Report): void {
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
  const suggestion = suggestField(name, known)
  refuseField(report, name, `is not a field of ${what}`, {
    found: shown(value),
    ...(suggestion === undefined ? {} : { suggestion }),
  })
}
