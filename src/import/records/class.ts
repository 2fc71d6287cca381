import type { ClassRecord } from '../../catalog/records.ts'
import { nearestName } from '../../lib/text/nearest-name.ts'
import { MachineClass, type PlateField } from '../../schema/api/machine.ts'
import { serialize } from '../../schema/api/serialize.ts'
import type { CheckedRow } from '../check-row.ts'
import { error, type Issue, isError } from '../issue.ts'
import type { WorkingSet } from '../working-set.ts'
import type { RecordDescription } from './record.ts'

export const classRecord: RecordDescription<'class'> = {
  compared: ['doc'],
  fieldsOf: ({ doc }) => JSON.parse(doc),
  make({ set, row, key, existing, fields, issues }) {
    const plate = (fields.plate ?? []) as PlateField[]
    const twice = plate.find((cell, i) => plate.findIndex((other) => other.key === cell.key) !== i)
    if (twice) issues.push(error('plate', 'holds a key twice', twice.key))
    if (issues.some(isError)) return undefined
    const before = set.classes.get(key as string)
    const record = toClassRecord(before && followsPlate(before, row) ? { ...fields, expects: undefined } : fields)
    const { key: _, ...doc } = record
    return {
      record: { key: record.key, doc: JSON.stringify(doc), revision: existing?.revision ?? 0 },
      putRest: () => set.classes.set(record.key, record),
    }
  },
}

export function lostKinds(set: WorkingSet, { fields }: CheckedRow): string[] {
  const kinds = fields.kinds as string[] | undefined
  return set.classes.get(fields.key as string)?.kinds.filter((kind) => kinds && !kinds.includes(kind)) ?? []
}

export const unknownClass = (set: WorkingSet, path: string, key: string): Issue =>
  error(path, 'there is no such class', key, nearestName(key, set.classes.keys()))

function toClassRecord(fields: Record<string, unknown>): ClassRecord {
  const { count: _, ...complete } = serialize(MachineClass, fields)
  const { section = 'construction', expects = plateKeys(complete.plate) } = fields as Partial<ClassRecord>
  return { ...complete, hours_a_year: complete.hours_a_year ?? null, section, expects }
}

const plateKeys = (plate: readonly PlateField[]): string[] => plate.map((cell) => cell.key)

/** Expected fields that came from the plate follow it when a patch changes it. */
function followsPlate({ expects, plate }: ClassRecord, { patch, carried }: CheckedRow): boolean {
  const byDefault = JSON.stringify(expects) === JSON.stringify(plateKeys(plate))
  return patch && byDefault && carried.includes('plate') && !carried.includes('expects')
}
