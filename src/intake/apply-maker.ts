import type { ManufacturerTable } from '../database/tables/catalogue.ts'
import type { CheckedRow } from './check-row.ts'
import type { Fault } from './report.ts'
import { mayPatch, mergeFields, type Outcome, putSources, settleId, settleSources, sourcesDiffer } from './settle.ts'
import { makerSlug, put, type WorkingSet } from './working-set.ts'

export function applyMaker(set: WorkingSet, row: CheckedRow): Outcome | undefined {
  const slug = row.fields.slug
  if (typeof slug !== 'string') return undefined
  const known = set.makers.bySlug.get(slug)
  const id = settleId(set.makers, slug, row.fields.id, row.faults)
  if (!mayPatch(row, known !== undefined, 'slug') || row.faults.length > 0) return undefined
  const fields = mergeFields(row, () => ({ ...known, aliases: JSON.parse(known!.aliases) }))
  const maker: ManufacturerTable = {
    id,
    slug,
    name: fields.name as string,
    aliases: JSON.stringify(fields.aliases ?? []),
    revision: known?.revision ?? 0,
  }
  const sources = settleSources(set, 'manufacturer', slug, row)
  const same = known?.name === maker.name && known.aliases === maker.aliases
  if (same && !sourcesDiffer(set, 'manufacturer', slug, sources)) return 'unchanged'
  put(set.makers, maker)
  putSources(set, 'manufacturer', slug, sources)
  return known ? 'changed' : 'created'
}

/** The maker that a row names, as it is, or as it will be when the row is taken. */
export function settleMaker(set: WorkingSet, named: unknown, faults: Fault[]): ManufacturerTable | undefined {
  if (!named) return undefined
  const slug = makerSlug(named)
  const known = set.makers.bySlug.get(slug)
  if (known) return known
  if (typeof named === 'string') {
    const reason = `there is no manufacturer ${slug}; import it first, or give {"slug", "name"}`
    faults.push({ path: 'manufacturer', reason })
    return undefined
  }
  const id = settleId(set.makers, slug, undefined, faults)
  return { id, slug, name: (named as { name: string }).name, aliases: '[]', revision: 0 }
}

export function putMaker(set: WorkingSet, maker: ManufacturerTable): void {
  if (!set.makers.bySlug.has(maker.slug)) put(set.makers, maker)
}
