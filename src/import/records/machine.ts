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
import { namedMaker, putMaker } from './manufacturer.ts'
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
    const { set, row, key, known, fields } = application
    const slug = key as string
    const id = recordId(set.machine, slug, row.fields.id, row.faults)
    const maker = namedMaker(set, row.fields.manufacturer, row.faults)
    const makerId = maker?.id ?? known?.manufacturer_id
    const machineClass = set.classes.get(fields.machine_class as string)
    addClassFaults(set, fields, machineClass, row.faults)
    // A whole row was checked when it was read.
    if (row.patch) row.faults.push(...machineFaults(fields))
    if (row.faults.length > 0 || makerId === undefined || !machineClass) return undefined

    const section = sectionOf(application, machineClass)
    const detail = row.detail ?? toDetail(fields)
    const content = row.content ?? toContent({ ...noFields(), ...fields }, section)
    return {
      record: toMachine(id, slug, makerId, content, detail, known),
      putRest: () => maker && putMaker(set, maker, row.origin.line),
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
function sectionOf({ set, row, fields, known }: Application<'machine'>, machineClass: ClassRecord): string {
  const given = fields.section as string | undefined
  if (given === undefined) return machineClass.section
  if (row.patch && !row.carried.includes('section') && known && known.class_key !== machineClass.key) {
    // A section that came from the old class changes with the class.
    if (set.classes.get(known.class_key)?.section === given) return machineClass.section
  }
  return given
}

function toMachine(
  id: number,
  slug: string,
  makerId: number,
  content: MachineContent,
  { text, prices, image }: CheckedDetail,
  known: MachineTable | undefined,
): MachineTable {
  return {
    id,
    slug,
    manufacturer_id: makerId,
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
    version: known?.version ?? 0,
    announced: 0,
    revision: known?.revision ?? 0,
  }
}
