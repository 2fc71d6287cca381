import type { ClassRecord } from '../catalogue/records.ts'
import type { PlateField } from '../contract/machine-class.ts'
import type { CheckedRow } from './check-row.ts'
import { mayPatch, mergeFields, type Outcome, putSources, settleSources, sourcesDiffer } from './settle.ts'
import type { WorkingSet } from './working-set.ts'

/** Kinds of a class that some machine has: no class may lose them. */
export type KindsInUse = (classKey: string, kinds: readonly string[]) => Promise<string[]>

export async function applyClass(
  set: WorkingSet,
  row: CheckedRow,
  kindsInUse: KindsInUse,
): Promise<Outcome | undefined> {
  const key = row.fields.key
  if (typeof key !== 'string') return undefined
  const known = set.classes.get(key)
  if (!mayPatch(row, known !== undefined, 'key')) return undefined
  const fields = mergeFields(row, () => ({ ...known?.record, ...followingPlate(known?.record, row) }))
  const plate = (fields.plate ?? []) as PlateField[]
  const twice = plate.find((cell, at) => plate.findIndex((other) => other.key === cell.key) !== at)
  if (twice) row.faults.push({ path: 'plate', reason: `holds ${twice.key} twice` })
  await refuseLostKinds(known?.record, fields.kinds as string[] | undefined, row, kindsInUse)
  if (row.faults.length > 0) return undefined
  const record = toClassRecord(fields)
  const doc = classDoc(record)
  const sources = settleSources(set, 'class', key, row)
  if (known?.doc === doc && !sourcesDiffer(set, 'class', key, sources)) return 'unchanged'
  set.classes.set(key, { record, doc })
  set.changedClasses.add(key)
  putSources(set, 'class', key, sources)
  return known ? 'changed' : 'created'
}

/** The whole class, so that what is stored reads back as one. */
export function toClassRecord(fields: Record<string, unknown>): ClassRecord {
  const given = fields as unknown as Omit<ClassRecord, 'hours_a_year'> & { hours_a_year?: number }
  return {
    key: given.key,
    label: given.label,
    label_hi: given.label_hi,
    label_ta: given.label_ta,
    plural: given.plural,
    plural_hi: given.plural_hi,
    plural_ta: given.plural_ta,
    kinds: given.kinds,
    plate: given.plate,
    synonyms: given.synonyms,
    hours_a_year: given.hours_a_year ?? null,
    section: given.section ?? 'construction',
    expects: given.expects ?? plateKeys(given.plate),
  }
}

export function classDoc({ key: _, ...rest }: ClassRecord): string {
  return JSON.stringify(rest)
}

function plateKeys(plate: readonly PlateField[]): string[] {
  return plate.map((cell) => cell.key)
}

/** What was expected by default goes on following the plate. */
function followingPlate(known: ClassRecord | undefined, row: CheckedRow): { expects?: null } {
  const byDefault = known && JSON.stringify(known.expects) === JSON.stringify(plateKeys(known.plate))
  return byDefault && row.carried.includes('plate') ? { expects: null } : {}
}

async function refuseLostKinds(
  known: ClassRecord | undefined,
  kinds: readonly string[] | undefined,
  row: CheckedRow,
  kindsInUse: KindsInUse,
): Promise<void> {
  const lost = known && kinds ? known.kinds.filter((kind) => !kinds.includes(kind)) : []
  if (!known || lost.length === 0) return
  const used = await kindsInUse(known.key, lost)
  if (used.length > 0) row.faults.push({ path: 'kinds', reason: `must keep ${used.join(', ')}: machines have it` })
}
