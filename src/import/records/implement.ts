import { namesWhere } from '../../schema/records/field.ts'
import { IMPLEMENT, IMPLEMENT_RANGES } from '../../schema/records/others.ts'
import { error, type Issue, isError } from '../issue.ts'
import { recordId, type WorkingSet } from '../working-set.ts'
import { unknownClass } from './class.ts'
import { namedManufacturer, putManufacturer } from './manufacturer.ts'
import type { RecordDescription } from './record.ts'

const DOC_FIELDS = namesWhere(IMPLEMENT, ({ stored }) => stored === undefined)

export const implementRecord: RecordDescription<'implement'> = {
  compared: ['manufacturer_id', 'published_at', 'doc', 'hp_min', 'hp_max', 'linkage'],
  fieldsOf: ({ doc, published_at, hp_min, hp_max, linkage }) => ({
    ...JSON.parse(doc),
    published_at,
    hp_min,
    hp_max,
    linkage: JSON.parse(linkage),
  }),
  make({ set, row, key, existing, fields, issues }) {
    const slug = key as string
    const id = recordId(set.implement, slug, row.fields.id, issues)
    const manufacturer = namedManufacturer(set, row.fields.manufacturer, issues)
    issues.push(...issuesBetween(set, fields))
    const manufacturer_id = manufacturer?.id ?? existing?.manufacturer_id
    if (issues.some(isError) || manufacturer_id === undefined) return undefined
    const doc = Object.fromEntries(
      DOC_FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
    )
    return {
      record: {
        id,
        slug,
        manufacturer_id,
        published_at: (fields.published_at as string | undefined) ?? null,
        doc: JSON.stringify(doc),
        hp_min: (fields.hp_min as number | undefined) ?? null,
        hp_max: (fields.hp_max as number | undefined) ?? null,
        linkage: JSON.stringify(fields.linkage ?? []),
        announced: 0,
        revision: existing?.revision ?? 0,
      },
      putRest: () => manufacturer && putManufacturer(set, manufacturer, row.origin.line),
    }
  },
}

function issuesBetween(set: WorkingSet, fields: Record<string, unknown>): Issue[] {
  const ranges = IMPLEMENT_RANGES.flatMap(([low, high]) => {
    const [min, max] = [fields[low], fields[high]]
    const isReversed = typeof min === 'number' && typeof max === 'number' && max < min
    return isReversed ? error(high, `must not be less than ${low}`, `${max} and ${min}`) : []
  })
  const unknown = ((fields.fits_classes ?? []) as string[]).filter((key) => !set.classes.has(key))
  return [...ranges, ...unknown.map((key) => unknownClass(set, 'fits_classes', key))]
}
