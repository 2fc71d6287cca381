import { announcement, machineEvents } from '../../catalogue/machine-events.ts'
import type { ClassRecord } from '../../catalogue/records.ts'
import type { MachineTable, ManufacturerTable } from '../../database/tables/catalogue.ts'
import { Fault as NotRead, oneOf } from '../../reading/scalars.ts'
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
    const { set, row, key, known, fields, context } = application
    const slug = key as string
    const id = recordId(set.machine, slug, row.fields.id, row.faults)
    const maker = namedMaker(set, row.fields.manufacturer, row.faults) ?? ownMaker(set, known)
    const machineClass = set.classes.get(fields.machine_class as string)
    addClassFaults(set, fields, machineClass, row.faults)
    // A whole row was checked when it was read.
    if (row.patch) row.faults.push(...machineFaults(fields))
    if (row.faults.length > 0 || !maker || !machineClass) return undefined

    const { section, derived } = sectionOf(application, machineClass)
    const detail = row.detail ?? toDetail(fields)
    const content = row.content ?? toContent({ ...noFields(), ...fields }, section)
    const version = (known ?? set.machine.removed.get(slug))?.version ?? 0
    const machine = toMachine(id, slug, maker, content, detail, known, version + 1, context.today)
    return {
      record: machine,
      putRest() {
        const parties = { maker, machineClass, sectionIsDerived: derived }
        context.events.push(...machineEvents(known, machine, parties, set.wanted, context.now))
        putMaker(set, maker, row.origin.line)
      },
    }
  },
}

function ownMaker(set: WorkingSet, known: MachineTable | undefined): ManufacturerTable | undefined {
  const slug = known && set.manufacturer.keyById.get(known.manufacturer_id)
  return slug === undefined ? undefined : set.manufacturer.byKey.get(slug)
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
function sectionOf(
  { set, row, fields, known }: Application<'machine'>,
  machineClass: ClassRecord,
): { section: string; derived: boolean } {
  const given = fields.section as string | undefined
  if (given === undefined) return { section: machineClass.section, derived: true }
  if (row.patch && !row.carried.includes('section') && known && known.class_key !== machineClass.key) {
    // A section that came from the old class changes with the class.
    const wasDerived = set.classes.get(known.class_key)?.section === given
    if (wasDerived) return { section: machineClass.section, derived: true }
  }
  return { section: given, derived: false }
}

function toMachine(
  id: number,
  slug: string,
  maker: ManufacturerTable,
  content: MachineContent,
  { text, prices, image }: CheckedDetail,
  known: MachineTable | undefined,
  version: number,
  today: string,
): MachineTable {
  return {
    id,
    slug,
    manufacturer_id: maker.id,
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
    version,
    announced: announcement(content.published_at, today),
    revision: known?.revision ?? 0,
  }
}
