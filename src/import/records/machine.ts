import type { ClassRecord } from '../../catalog/records.ts'
import type { MachineTable } from '../../database/tables/catalogue.ts'
import { ParseError as NotRead, oneOf } from '../../lib/parsing.ts'
import {
  type CheckedDetail,
  type MachineContent,
  machineFaults,
  noFields,
  toContent,
  toDetail,
  toFields,
} from '../machine-content.ts'
import type { Fault } from '../report.ts'
import { recordId, type WorkingSet } from '../working-set.ts'
import { unknownClass } from './class.ts'
import { namedManufacturer, putManufacturer } from './manufacturer.ts'
import type { Application, RecordDescription } from './record.ts'

export const machineRecord: RecordDescription<'machine'> = {
  compared: [
    'facts',
    'detail',
    'published_at',
    'class_key',
    'manufacturer_id',
    'linkage',
    'aliases',
    // An older version may have summarised the same prices differently.
    'price_as_of',
  ],
  fieldsOf: toFields,
  make(application) {
    const { set, row, key, known: existing, fields } = application
    const slug = key as string
    const id = recordId(set.machine, slug, row.fields.id, row.faults)
    const manufacturer = namedManufacturer(set, row.fields.manufacturer, row.faults)
    const manufacturerId = manufacturer?.id ?? existing?.manufacturer_id
    const machineClass = set.classes.get(fields.machine_class as string)
    addClassFaults(set, fields, machineClass, row.faults)
    // A whole row was checked when it was read.
    if (row.patch) row.faults.push(...machineFaults(fields))
    if (row.faults.length > 0 || manufacturerId === undefined || !machineClass) return undefined

    const section = sectionOf(application, machineClass)
    const detail = row.detail ?? toDetail(fields)
    const content = row.content ?? toContent({ ...noFields(), ...fields }, section)
    return {
      record: toMachine(id, slug, manufacturerId, content, detail, existing),
      putRest: () => manufacturer && putManufacturer(set, manufacturer, row.origin.line),
    }
  },
}

function addClassFaults(
  set: WorkingSet,
  { machine_class, kind }: Record<string, unknown>,
  machineClass: ClassRecord | undefined,
  faults: Fault[],
): void {
  if (machine_class !== undefined && !machineClass) {
    faults.push(unknownClass(set, 'machine_class', machine_class as string))
  }
  if (!machineClass || typeof kind !== 'string' || machineClass.kinds.includes(kind)) return
  const { kinds, key } = machineClass
  const { message, hints } = kinds.length > 0 ? (oneOf(kinds)(kind) as NotRead) : new NotRead('must be absent')
  faults.push({ path: 'kind', reason: `${message}: the kinds of ${key}`, found: kind, suggestion: hints.suggestion })
}

/** A row without a section takes its class's. */
function sectionOf({ set, row, fields, known: existing }: Application<'machine'>, machineClass: ClassRecord): string {
  const input = fields.section as string | undefined
  if (input === undefined) return machineClass.section
  if (row.patch && !row.carried.includes('section') && existing && existing.class_key !== machineClass.key) {
    // A section that came from the old class changes with the class.
    if (set.classes.get(existing.class_key)?.section === input) return machineClass.section
  }
  return input
}

function toMachine(
  id: number,
  slug: string,
  manufacturerId: number,
  content: MachineContent,
  { text, prices, image }: CheckedDetail,
  existing: MachineTable | undefined,
): MachineTable {
  return {
    id,
    slug,
    manufacturer_id: manufacturerId,
    class_key: content.class_key,
    published_at: content.published_at,
    facts: content.facts,
    detail: text,
    // Written out: spreading takes several times as long.
    price_from_inr: prices.price_from_inr,
    price_to_inr: prices.price_to_inr,
    price_kind: prices.price_kind,
    price_as_of: prices.price_as_of,
    media_image: image,
    linkage: content.linkage,
    aliases: content.aliases,
    version: existing?.version ?? 0,
    announced: 0,
    revision: existing?.revision ?? 0,
  }
}
