import { contradictions } from '../catalogue/spec-values.ts'
import type { SpecGroup } from '../contract/machine.ts'
import type { JsonObject } from './check-object.ts'
import { type Fault, shown } from './report.ts'

/** Faults between the fields of one machine. */
export function machineFaults(fields: JsonObject): Fault[] {
  const { power_source, engine_hp, pto_hp } = fields
  const faults: Fault[] = []
  if (power_source === 'electric') {
    for (const name of ['cylinders', 'engine_cc']) {
      if (isGiven(fields[name])) {
        faults.push({ path: name, reason: 'must be absent: the machine is electric', found: shown(fields[name]) })
      }
    }
  }
  if (typeof pto_hp === 'number' && typeof engine_hp === 'number' && pto_hp > engine_hp) {
    faults.push({ path: 'pto_hp', reason: 'must not be above engine_hp', found: `${pto_hp} and ${engine_hp}` })
  }
  return faults
}

/** A figure given twice must be the same both times. */
export function specFaults(fields: JsonObject): Fault[] {
  if (!Array.isArray(fields.spec)) return []
  return contradictions(fields.spec as SpecGroup[], fields).map(({ group, field, key, text, value }) => ({
    path: `spec[${group}].fields[${field}].value`,
    reason: `must say what ${key} says`,
    found: `${shown(text)}, and ${shown(value)} in ${key}`,
  }))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
