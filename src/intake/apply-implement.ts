import type { ImplementTable } from '../database/tables/catalogue.ts'
import { putMaker, settleMaker } from './apply-maker.ts'
import type { CheckedRow } from './check-row.ts'
import type { Fault } from './report.ts'
import { ROW_SHAPES } from './row-shapes.ts'
import { mayPatch, mergeFields, type Outcome, putSources, settleId, settleSources, sourcesDiffer } from './settle.ts'
import { put, type WorkingSet } from './working-set.ts'

const ELSEWHERE: readonly string[] = ['id', 'slug', 'manufacturer', 'published_at', 'hp_min', 'hp_max', 'linkage']
const DOC_FIELDS = ROW_SHAPES.implement.fields.map(({ name }) => name).filter((name) => !ELSEWHERE.includes(name))

export function applyImplement(set: WorkingSet, row: CheckedRow): Outcome | undefined {
  const slug = row.fields.slug
  if (typeof slug !== 'string') return undefined
  const known = set.implements.bySlug.get(slug)
  const id = settleId(set.implements, slug, row.fields.id, row.faults)
  if (!mayPatch(row, known !== undefined, 'slug')) return undefined
  const fields = mergeFields(row, () => (known ? implementFields(known) : {}))
  const maker = settleMaker(set, row.fields.manufacturer, row.faults)
  checkTogether(set, fields, row.faults)
  const makerId = maker?.id ?? known?.manufacturer_id
  if (row.faults.length > 0 || makerId === undefined) return undefined

  const doc = Object.fromEntries(
    DOC_FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  )
  const implement: ImplementTable = {
    id,
    slug,
    manufacturer_id: makerId,
    published_at: (fields.published_at as string | undefined) ?? null,
    doc: JSON.stringify(doc),
    hp_min: (fields.hp_min as number | undefined) ?? null,
    hp_max: (fields.hp_max as number | undefined) ?? null,
    linkage: JSON.stringify(fields.linkage ?? []),
    revision: known?.revision ?? 0,
  }
  const sources = settleSources(set, 'implement', slug, row)
  if (known && isSame(known, implement) && !sourcesDiffer(set, 'implement', slug, sources)) return 'unchanged'
  if (maker) putMaker(set, maker)
  put(set.implements, implement)
  putSources(set, 'implement', slug, sources)
  return known ? 'changed' : 'created'
}

/** The fields of a row that would give this record, but for its manufacturer. */
export function implementFields(row: ImplementTable): Record<string, unknown> {
  return {
    ...JSON.parse(row.doc),
    published_at: row.published_at,
    hp_min: row.hp_min,
    hp_max: row.hp_max,
    linkage: JSON.parse(row.linkage),
  }
}

const BOUNDS = [
  ['hp_min', 'hp_max'],
  ['carrier_min_kg', 'carrier_max_kg'],
  ['price_inr', 'price_high_inr'],
] as const

function checkTogether(set: WorkingSet, fields: Record<string, unknown>, faults: Fault[]): void {
  for (const [low, high] of BOUNDS) {
    const [least, most] = [fields[low], fields[high]]
    if (typeof least === 'number' && typeof most === 'number' && most < least) {
      faults.push({ path: high, reason: `must not be less than ${low}` })
    }
  }
  for (const key of (fields.fits_classes ?? []) as string[]) {
    if (!set.classes.has(key)) faults.push({ path: 'fits_classes', reason: `there is no class ${key}` })
  }
}

function isSame(known: ImplementTable, given: ImplementTable): boolean {
  return (Object.keys(given) as (keyof ImplementTable)[]).every((column) => known[column] === given[column])
}
