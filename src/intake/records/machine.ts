import { announcement, machineEvents } from '../../catalogue/machine-events.ts'
import type { ClassRecord } from '../../catalogue/records.ts'
import type { MachineTable, ManufacturerTable } from '../../database/tables/catalogue.ts'
import { machineFaults } from '../machine-checks.ts'
import { type CheckedDetail, toDetail } from '../machine-detail.ts'
import { type MachineContent, toContent, toFields } from '../machine-fields.ts'
import type { Fault } from '../report.ts'
import { put, type WorkingSet } from '../working-set.ts'
import { unknownClass } from './class.ts'
import { namedMaker, putMaker } from './manufacturer.ts'
import { recordId } from './record-id.ts'
import type { Application, RecordRules } from './rules.ts'

export const machineRules: RecordRules<MachineTable> = {
  find: (set, slug) => set.machines.bySlug.get(slug as string),
  fieldsOf: toFields,
  make(application) {
    const { set, row, key, known, fields, context } = application
    const slug = key as string
    const id = recordId(set.machines, slug, row.fields.id, row.faults)
    const maker = namedMaker(set, row.fields.manufacturer, row.faults) ?? ownMaker(set, known)
    const machineClass = set.classes.get(fields.machine_class as string)?.record
    addClassFaults(set, fields, machineClass, row.faults)
    // A whole row was checked when it was read.
    if (row.patch) row.faults.push(...machineFaults(fields))
    if (row.faults.length > 0 || !maker || !machineClass) return undefined

    const { section, derived } = sectionOf(application, machineClass)
    const detail = row.detail ?? toDetail(fields)
    const content = row.content ?? toContent(fields, section)
    return {
      isSame: known !== undefined && known.manufacturer_id === maker.id && isSame(known, content, detail),
      put() {
        const machine = toMachine(id, slug, maker, content, detail, known, context.today)
        const parties = { maker, machineClass, sectionIsDerived: derived }
        context.events.push(...machineEvents(known, machine, parties, set.wanted, context.now))
        putMaker(set, maker)
        put(set.machines, machine)
      },
    }
  },
}

function ownMaker(set: WorkingSet, known: MachineTable | undefined): ManufacturerTable | undefined {
  const slug = known && set.makers.slugById.get(known.manufacturer_id)
  return slug === undefined ? undefined : set.makers.bySlug.get(slug)
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
  const allowed = machineClass.kinds.length > 0 ? `must be one of ${machineClass.kinds.join(', ')}` : 'must be absent'
  faults.push({ path: 'kind', reason: `${allowed}: the kinds of ${machineClass.key}`, found: kind })
}

/** A row without a section takes its class's. */
function sectionOf(
  { set, row, fields, known }: Application<MachineTable>,
  machineClass: ClassRecord,
): { section: string; derived: boolean } {
  const given = fields.section as string | undefined
  if (given === undefined) return { section: machineClass.section, derived: true }
  if (row.patch && !row.carried.includes('section') && known && known.class_key !== machineClass.key) {
    // A section that came from the old class changes with the class.
    const wasDerived = set.classes.get(known.class_key)?.record.section === given
    if (wasDerived) return { section: machineClass.section, derived: true }
  }
  return { section: given, derived: false }
}

function isSame(known: MachineTable, content: MachineContent, detail: CheckedDetail): boolean {
  return (
    known.facts === content.facts &&
    known.detail === detail.text &&
    known.published_at === content.published_at &&
    known.class_key === content.class_key &&
    known.linkage === content.linkage &&
    known.aliases === content.aliases &&
    // An older version may have summarised the same prices differently.
    known.price_as_of === detail.prices.price_as_of
  )
}

function toMachine(
  id: number,
  slug: string,
  maker: ManufacturerTable,
  content: MachineContent,
  { text, prices, image }: CheckedDetail,
  known: MachineTable | undefined,
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
    version: (known?.version ?? 0) + 1,
    announced: announcement(content.published_at, today),
    revision: known?.revision ?? 0,
  }
}
