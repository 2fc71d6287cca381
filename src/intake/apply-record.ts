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

type Outcome = 'created' | 'changed' | 'unchanged'

/** Called for each row that creates or changes a record, with the changed public fields. */
export type OnTaken = (row: CheckedRow, outcome: 'created' | 'changed', fields: () => string[]) => void

const RULES = {
  manufacturer: manufacturerRules,
  class: classRules,
  machine: machineRules,
  implement: implementRules,
  listing: listingRules,
} satisfies Record<RecordType, unknown>

/** Applies a row to the working set; undefined when it is rejected. */
export function applyRecord(
  set: WorkingSet,
  row: CheckedRow,
  context: ApplyContext,
  onTaken?: OnTaken,
): Outcome | undefined {
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
  onTaken?.(row, known ? 'changed' : 'created', () =>
    known ? differing(rules.fieldsOf(known, row), rules.fieldsOf(rules.find(set, key)!, row)) : [],
  )
  return known ? 'changed' : 'created'
}

/** Fields that no row has. */
const OWN_FIELDS = ['revision', 'version']

function differing(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter(
    (name) => !OWN_FIELDS.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
}

/** A null in a patch clears its field. */
function overlaid(before: JsonObject, patch: JsonObject): JsonObject {
  const merged = { ...before, ...patch }
  for (const name of Object.keys(merged)) if (merged[name] === null) delete merged[name]
  return merged
}
