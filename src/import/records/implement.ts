import { namesWhere } from '../../schema/records/field.ts'
import { IMPLEMENT, IMPLEMENT_RANGES } from '../../schema/records/others.ts'
import type { Fault } from '../report.ts'
import { recordId, type WorkingSet } from '../working-set.ts'
import { unknownClass } from './class.ts'
import { namedMaker, putMaker } from './manufacturer.ts'
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
  make({ set, row, key, known, fields }) {
    const slug = key as string
    const id = recordId(set.implement, slug, row.fields.id, row.faults)
    const maker = namedMaker(set, row.fields.manufacturer, row.faults)
    row.faults.push(...faultsTogether(set, fields))
    const makerId = maker?.id ?? known?.manufacturer_id
    if (row.faults.length > 0 || makerId === undefined) return undefined
    const doc = Object.fromEntries(
      DOC_FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
    )
    return {
      record: {
        id,
        slug,
        manufacturer_id: makerId,
        published_at: (fields.published_at as string | undefined) ?? null,
        doc: JSON.stringify(doc),
        hp_min: (fields.hp_min as number | undefined) ?? null,
        hp_max: (fields.hp_max as number | undefined) ?? null,
        linkage: JSON.stringify(fields.linkage ?? []),
        announced: 0,
        revision: known?.revision ?? 0,
      },
      putRest: () => maker && putMaker(set, maker, row.origin.line),
    }
  },
}

/** Faults between fields. */
function faultsTogether(set: WorkingSet, fields: Record<string, unknown>): Fault[] {
  const faults: Fault[] = []
  for (const [low, high] of IMPLEMENT_RANGES) {
    const [least, most] = [fields[low], fields[high]]
    if (typeof least === 'number' && typeof most === 'number' && most < least) {
      faults.push({ path: high, reason: `must not be less than ${low}`, found: `${most} and ${least}` })
    }
  }
  for (const key of (fields.fits_classes ?? []) as string[]) {
    if (!set.classes.has(key)) faults.push(unknownClass(set, 'fits_classes', key))
  }
  return faults
}
