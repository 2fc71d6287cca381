import type { JsonObject } from './check-object.ts'
import type { CheckedRow } from './check-row.ts'
import { classRules } from './records/class.ts'
import { implementRules } from './records/implement.ts'
import { listingRules } from './records/listing.ts'
import { machineRules } from './records/machine.ts'
import { manufacturerRules } from './records/manufacturer.ts'
import type { ApplyContext, RecordRules } from './records/rules.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { putSources, sourcesAfter, sourcesDiffer } from './sources.ts'
import type { WorkingSet } from './working-set.ts'

export type Outcome = 'created' | 'changed' | 'unchanged'

const RULES = {
  manufacturer: manufacturerRules,
  class: classRules,
  machine: machineRules,
  implement: implementRules,
  listing: listingRules,
} satisfies Record<RecordType, unknown>

/** Takes a row into the working set. Undefined when it is rejected. */
export function applyRecord(set: WorkingSet, row: CheckedRow, context: ApplyContext): Outcome | undefined {
  const { type } = row
  if (type === undefined) return undefined
  const rules = RULES[type] as unknown as RecordRules<object>
  const keyField = ROW_SHAPES[type].key
  const key = row.fields[keyField]
  if (typeof key !== 'string' && typeof key !== 'number') return undefined
  const known = rules.find(set, key)
  if (row.patch && !known) {
    row.faults.push({ path: keyField, reason: 'there is no such record to patch', found: String(key) })
    return undefined
  }
  const fields = row.patch && known ? overlaid(rules.fieldsOf(known, row), row.fields) : row.fields
  const made = rules.make({ set, row, key, known, fields, context })
  if (!made || row.faults.length > 0) return undefined
  const sources = sourcesAfter(set, type, key, row)
  if (known && made.isSame && !sourcesDiffer(set, type, key, sources)) return 'unchanged'
  made.put()
  putSources(set, type, key, sources)
  return known ? 'changed' : 'created'
}

/** A null in a patch clears its field. */
function overlaid(before: JsonObject, patch: JsonObject): JsonObject {
  const merged = { ...before, ...patch }
  for (const name of Object.keys(merged)) if (merged[name] === null) delete merged[name]
  return merged
}
