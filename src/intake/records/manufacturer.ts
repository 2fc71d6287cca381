import type { ManufacturerTable } from '../../database/tables/catalogue.ts'
import { nearestName } from '../../text/nearest-name.ts'
import type { Fault } from '../report.ts'
import { makerSlug, put, type WorkingSet } from '../working-set.ts'
import { recordId } from './record-id.ts'
import type { RecordRules } from './rules.ts'

export const manufacturerRules: RecordRules<ManufacturerTable> = {
  find: (set, slug) => set.makers.bySlug.get(slug as string),
  fieldsOf: (known) => ({ ...known, aliases: JSON.parse(known.aliases) }),
  make({ set, row, key, known, fields }) {
    const slug = key as string
    const id = recordId(set.makers, slug, row.fields.id, row.faults)
    if (row.faults.length > 0) return undefined
    const maker: ManufacturerTable = {
      id,
      slug,
      name: fields.name as string,
      aliases: JSON.stringify(fields.aliases ?? []),
      revision: known?.revision ?? 0,
    }
    return {
      isSame: known?.name === maker.name && known.aliases === maker.aliases,
      put: () => put(set.makers, maker),
    }
  },
}

/** The maker that a row names, as stored or as it will be. */
export function namedMaker(set: WorkingSet, named: unknown, faults: Fault[]): ManufacturerTable | undefined {
  if (!named) return undefined
  const slug = makerSlug(named)
  const known = set.makers.bySlug.get(slug)
  if (known) return known
  if (typeof named === 'string') {
    const suggestion = nearestName(slug, set.makers.bySlug.keys())
    const reason = 'there is no such manufacturer; import it first, or give {"slug", "name"}'
    faults.push({ path: 'manufacturer', reason, found: slug, ...(suggestion ? { suggestion } : {}) })
    return undefined
  }
  const id = recordId(set.makers, slug, undefined, faults)
  return { id, slug, name: (named as { name: string }).name, aliases: '[]', revision: 0 }
}

/** Later rows find a maker that came with a machine or implement. */
export function putMaker(set: WorkingSet, maker: ManufacturerTable): void {
  if (!set.makers.bySlug.has(maker.slug)) put(set.makers, maker)
}
