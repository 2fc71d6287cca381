import type { ClassRecord } from '../../catalog/records.ts'
import { nearestName } from '../../lib/text/nearest-name.ts'
import { MachineClass, type PlateField } from '../../schema/api/machine.ts'
import { serialize } from '../../schema/api/serialize.ts'
import type { CheckedRow } from '../check-row.ts'
import type { Fault } from '../report.ts'
import type { WorkingSet } from '../working-set.ts'
import type { RecordDescription } from './record.ts'

export const classRecord: RecordDescription<'class'> = {
  compared: ['doc'],
  fieldsOf: ({ doc }) => JSON.parse(doc),
  make({ set, row, key, known: existing, fields }) {
    const plate = (fields.plate ?? []) as PlateField[]
    const twice = plate.find((cell, i) => plate.findIndex((other) => other.key === cell.key) !== i)
    if (twice) row.faults.push({ path: 'plate', reason: 'holds a key twice', found: twice.key })
    if (row.faults.length > 0) return undefined
    const before = set.classes.get(key as string)
    const record = toClassRecord(before && followsPlate(before, row) ? { ...fields, expects: undefined } : fields)
    const { key: _, ...doc } = record
    return {
      record: { key: record.key, doc: JSON.stringify(doc), revision: existing?.revision ?? 0 },
      putRest: () => set.classes.set(record.key, record),
    }
  },
}

/** A class must not lose a kind that some machine has. */
export async function refuseLostKinds(
  set: WorkingSet,
  row: CheckedRow,
  kindsInUse: (classKey: string, kinds: readonly string[]) => Promise<string[]>,
): Promise<void> {
  const existing = set.classes.get(row.fields.key as string)
  const kinds = row.fields.kinds as string[] | undefined
  const lost = existing && kinds ? existing.kinds.filter((kind) => !kinds.includes(kind)) : []
  if (!existing || lost.length === 0) return
  const used = await kindsInUse(existing.key, lost)
  if (used.length > 0) row.faults.push({ path: 'kinds', reason: `must keep ${used.join(', ')}: machines have it` })
}

/** A named class must exist. */
export function unknownClass(set: WorkingSet, path: string, key: string): Fault {
  const suggestion = nearestName(key, set.classes.keys())
  return { path, reason: 'there is no such class', found: key, ...(suggestion ? { suggestion } : {}) }
}

/** Makes a complete class, so that what is stored reads back as one. */
function toClassRecord(fields: Record<string, unknown>): ClassRecord {
  const { count: _, ...complete } = serialize(MachineClass, fields)
  const { section = 'construction', expects = plateKeys(complete.plate) } = fields as Partial<ClassRecord>
  return { ...complete, hours_a_year: complete.hours_a_year ?? null, section, expects }
}

function plateKeys(plate: readonly PlateField[]): string[] {
  return plate.map((cell) => cell.key)
}

/** Expected fields that came from the plate follow it when a patch changes it. */
function followsPlate({ expects, plate }: ClassRecord, { patch, carried }: CheckedRow): boolean {
  const byDefault = JSON.stringify(expects) === JSON.stringify(plateKeys(plate))
  return patch && byDefault && carried.includes('plate') && !carried.includes('expects')
}
