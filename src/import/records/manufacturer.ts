import type { ManufacturerTable } from '../../database/tables/catalogue.ts'
import { nearestName } from '../../lib/text/nearest-name.ts'
import { error, type Issue, isError } from '../issue.ts'
import { manufacturerSlug, recordId, type WorkingSet } from '../working-set.ts'
import type { RecordDescription } from './record.ts'

export const manufacturerRecord: RecordDescription<'manufacturer'> = {
  compared: ['name', 'aliases', 'colour'],
  fieldsOf: ({ name, aliases, colour }) => ({ name, aliases: JSON.parse(aliases), ...(colour && { colour }) }),
  make({ set, row, key, existing, fields, issues }) {
    const slug = key as string
    const id = recordId(set.manufacturer, slug, row.fields.id, issues)
    if (issues.some(isError)) return undefined
    const aliases = JSON.stringify(fields.aliases ?? [])
    const colour = (fields.colour as string | undefined) ?? null
    return { record: { id, slug, name: fields.name as string, aliases, colour, revision: existing?.revision ?? 0 } }
  },
}

export function namedManufacturer(set: WorkingSet, named: unknown, issues: Issue[]): ManufacturerTable | undefined {
  if (!named) return undefined
  const slug = manufacturerSlug(named)
  const existing = set.manufacturer.byKey.get(slug)
  if (existing) return existing
  if (typeof named === 'string') {
    const suggestion = nearestName(slug, set.manufacturer.byKey.keys() as Iterable<string>)
    const reason = 'there is no such manufacturer; import it first, or give {"slug", "name"}'
    issues.push(error('manufacturer', reason, slug, suggestion))
    return undefined
  }
  const id = recordId(set.manufacturer, slug, undefined, issues)
  return { id, slug, name: (named as { name: string }).name, aliases: '[]', colour: null, revision: 0 }
}

export function putManufacturer(set: WorkingSet, manufacturer: ManufacturerTable, line: number): void {
  if (!set.manufacturer.byKey.has(manufacturer.slug)) set.manufacturer.put(manufacturer.slug, manufacturer, line)
}
