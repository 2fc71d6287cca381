import { namesWhere } from '../../schema/records/field.ts'
import { IMPLEMENT, IMPLEMENT_RANGES } from '../../schema/records/others.ts'
import type { Fault } from '../report.ts'
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
  make({ set, row, key, known: existing, fields }) {
    const slug = key as string
    const id = recordId(set.implement, slug, row.fields.id, row.faults)
    const manufacturer = namedManufacturer(set, row.fields.manufacturer, row.faults)
    row.faults.push(...faultsTogether(set, fields))
    const manufacturerId = manufacturer?.id ?? existing?.manufacturer_id
    if (row.faults.length > 0 || manufacturerId === undefined) return undefined
    const doc = Object.fromEntries(
      DOC_FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
    )
    return {
      record: {
        id,
        slug,
        manufacturer_id: manufacturerId,
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

/** Faults between fields. */
function faultsTogether(set: WorkingSet, fields: Record<string, unknown>): Fault[] {
  const faults: Fault[] = []
  for (const [low, high] of IMPLEMENT_RANGES) {
    const [min, max] = [fields[low], fields[high]]
    if (typeof min === 'number' && typeof max === 'number' && max < min) {
      faults.push({ path: high, reason: `must not be less than ${low}`, found: `${max} and ${min}` })
    }
  }
  for (const key of (fields.fits_classes ?? []) as string[]) {
    if (!set.classes.has(key)) faults.push(unknownClass(set, 'fits_classes', key))
  }
  return faults
}
