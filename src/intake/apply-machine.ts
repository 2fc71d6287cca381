import { announcement, machineEvents } from '../catalogue/machine-events.ts'
import type { ClassRecord } from '../catalogue/records.ts'
import type { MachineTable, ManufacturerTable } from '../database/tables/catalogue.ts'
import type { NewEvent } from '../webhooks/outbox.ts'
import { putMaker, settleMaker } from './apply-maker.ts'
import type { CheckedRow } from './check-row.ts'
import { type CheckedDetail, toDetail } from './machine-detail.ts'
import { type MachineContent, toContent, toFields } from './machine-fields.ts'
import type { Fault } from './report.ts'
import { mayPatch, mergeFields, type Outcome, putSources, settleId, settleSources, sourcesDiffer } from './settle.ts'
import { put, type WorkingSet } from './working-set.ts'

export interface ApplyContext {
  today: string
  now: number
  events: NewEvent[]
}

export function applyMachine(set: WorkingSet, row: CheckedRow, context: ApplyContext): Outcome | undefined {
  const slug = row.fields.slug
  if (typeof slug !== 'string') return undefined
  const known = set.machines.bySlug.get(slug)
  const id = settleId(set.machines, slug, row.fields.id, row.faults)
  if (!mayPatch(row, known !== undefined, 'slug')) return undefined
  const fields = mergeFields(row, () => (known ? toFields(known) : {}))
  const maker = settleMaker(set, row.fields.manufacturer, row.faults) ?? ownMaker(set, known)
  const machineClass = set.classes.get(fields.machine_class as string)?.record
  checkTogether(fields, machineClass, row.faults)
  if (row.faults.length > 0 || !maker || !machineClass) return undefined

  const { section, derived } = settleSection(set, row, fields, known, machineClass)
  const detail = row.detail ?? toDetail(fields)
  const content = row.content ?? toContent(fields, section)
  const sources = settleSources(set, 'machine', slug, row)
  if (known && known.manufacturer_id === maker.id && isSame(known, content, detail)) {
    if (!sourcesDiffer(set, 'machine', slug, sources)) return 'unchanged'
  }
  const machine = toMachine(id, slug, maker, content, detail, known, context.today)
  const parties = { maker, machineClass, sectionIsDerived: derived }
  context.events.push(...machineEvents(known, machine, parties, set.wanted, context.now))
  putMaker(set, maker)
  put(set.machines, machine)
  putSources(set, 'machine', slug, sources)
  return known ? 'changed' : 'created'
}

function ownMaker(set: WorkingSet, known: MachineTable | undefined): ManufacturerTable | undefined {
  const slug = known && set.makers.slugById.get(known.manufacturer_id)
  return slug === undefined ? undefined : set.makers.bySlug.get(slug)
}

/** What one field says about another. */
function checkTogether(fields: Record<string, unknown>, machineClass: ClassRecord | undefined, faults: Fault[]): void {
  const { machine_class, kind, power_source } = fields
  if (machine_class !== undefined && !machineClass) {
    faults.push({ path: 'machine_class', reason: `there is no class ${machine_class}` })
  }
  if (machineClass && typeof kind === 'string' && !machineClass.kinds.includes(kind)) {
    const allowed = machineClass.kinds.length > 0 ? `must be one of ${machineClass.kinds.join(', ')}` : 'must be absent'
    faults.push({ path: 'kind', reason: `${allowed}: the kinds of ${machineClass.key}` })
  }
  if (power_source === 'electric') {
    for (const name of ['cylinders', 'engine_cc']) {
      if (fields[name] !== undefined) faults.push({ path: name, reason: 'must be absent: the machine is electric' })
    }
  }
}

/** A row without a section has that of its class. */
function settleSection(
  set: WorkingSet,
  row: CheckedRow,
  fields: Record<string, unknown>,
  known: MachineTable | undefined,
  machineClass: ClassRecord,
): { section: string; derived: boolean } {
  const given = fields.section as string | undefined
  if (given === undefined) return { section: machineClass.section, derived: true }
  if (row.patch && !row.carried.includes('section') && known && known.class_key !== machineClass.key) {
    // A section that was the old class's goes with the class.
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
    known.aliases === content.aliases
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
    ...content,
    detail: text,
    ...prices,
    media_image: image,
    version: (known?.version ?? 0) + 1,
    announced: announcement(content.published_at, today),
    revision: known?.revision ?? 0,
  }
}
