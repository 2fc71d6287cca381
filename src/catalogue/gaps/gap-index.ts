import { DAY_MS, kolkataDate } from '../../calendar.ts'
import { Machine } from '../../contract/machine.ts'
import { shape } from '../../contract/shape.ts'
import { ANEW, type Follower, feed, type Projection } from '../../following/follower.ts'
import { madeOnce } from '../../running/kept.ts'
import { CLASSES, MACHINE_SHEETS, MAKERS } from '../catalogue-rows.ts'
import {
  type ClassRecord,
  type MachineDetail,
  type MachineFacts,
  type MachineRecord,
  type Maker,
  toClassRecord,
  UNKNOWN_MAKER,
} from '../records.ts'
import { completeness, fillPlate, hpBand } from '../sheet.ts'

export type GapIndex = ReturnType<typeof createGapIndex>

const nothing = () => ({
  machines: new Map<number, MachineGaps>(),
  classes: new Map<string, ClassRecord>(),
  makers: new Map<number, Maker>(),
})

/** What the catalogue lacks now. Kept in memory from the first read on. Each read catches up first. */
export function createGapIndex(follower: Follower, clock: () => number = Date.now) {
  let shown = nothing()
  /** Takes the place of `shown` when it is full. */
  let filling: typeof shown | undefined
  let made: { day: string; gaps: ReturnType<typeof gather> } | undefined

  const projection: Projection = {
    tables: [
      feed(MAKERS, (makers) => {
        const held = (filling ?? shown).makers
        // Machines share the object of their maker, so all of them show its new name.
        for (const maker of makers) held.set(maker.id, Object.assign(held.get(maker.id) ?? {}, maker))
      }),
      feed(CLASSES, (classes) => {
        // A changed class may change the gaps of all its machines.
        if (!filling) return ANEW
        for (const record of classes) filling.classes.set(record.key, record)
      }),
      feed(MACHINE_SHEETS, (rows) => {
        const { machines, makers, classes } = filling ?? shown
        for (const { facts, detail, class_key, manufacturer_id, ...row } of rows) {
          const record: MachineRecord = {
            ...row,
            maker: makers.get(manufacturer_id) ?? UNKNOWN_MAKER,
            machineClass: classes.get(class_key) ?? toClassRecord(class_key, '{}'),
            facts: JSON.parse(facts) as MachineFacts,
            price_kind: row.price_kind as MachineRecord['price_kind'],
          }
          const gaps = gapsOf(record, () => JSON.parse(detail))
          machines.set(row.id, gaps)
        }
      }),
    ],
    reset() {
      filling = nothing()
    },
    reached() {
      shown = filling ?? shown
      filling = undefined
      made = undefined
    },
  }

  const follow = madeOnce(() => follower.follow(projection))
  return {
    async read() {
      await follow()
      await follower.catchUp()
      const day = kolkataDate(clock())
      if (made?.day !== day) made = { day, gaps: gather(day) }
      return made.gaps
    },
  }

  function gather(day: string) {
    const all = [...shown.machines.values()]
    // Published machines, the least complete first.
    const machines = all
      .filter(({ publishedAt }) => publishedAt !== null && publishedAt <= day)
      .sort((a, b) => a.completeness - b.completeness || (a.slug < b.slug ? -1 : 1))
    return { machines, unpublished: all.length - machines.length, classes: shown.classes }
  }
}

/** What a machine has and lacks, for the operator. */
export type MachineGaps = ReturnType<typeof gapsOf>

/** A sheet without any known value. */
const UNKNOWN: Readonly<Record<string, unknown>> = shape(Machine, {})
const NONE: readonly string[] = []

/** Reads only the fields that the class expects: making a whole sheet would take most of the time. */
function gapsOf(record: MachineRecord, detail: () => MachineDetail) {
  const { machineClass, facts, maker } = record
  const image = facts.image ?? record.media_image
  const plate = fillPlate(machineClass, facts, record)
  const known: Readonly<Record<string, unknown>> = { ...record, ...facts, manufacturer: maker, image, plate }

  function fieldValue(field: string): unknown {
    if (field === 'media' || field === 'prices' || field === 'spec') return detail()[field]
    if (field === 'hp_band') return hpBand(facts.engine_hp ?? null)
    if (field === 'hours_a_year') return facts.hours_a_year ?? machineClass.hours_a_year
    return field === 'machine_class' ? machineClass.key : (known[field] ?? UNKNOWN[field])
  }

  const { expects } = machineClass
  const missing = machineClass.plate.map(({ key }) => key).filter((key) => !plate.some((cell) => cell.key === key))
  return {
    id: record.id,
    slug: record.slug,
    name: facts.name,
    classKey: machineClass.key,
    maker,
    completeness: completeness(expects, Object.fromEntries(expects.map((field) => [field, fieldValue(field)]))),
    /** Null without a price. */
    priceAsOf: record.price_as_of,
    hasPicture: Boolean(image),
    /** Plate figures that it lacks. */
    missing: missing.length > 0 ? missing : NONE,
    publishedAt: record.published_at,
  }
}

export const GAPS = ['price', 'price_90', 'price_180', 'picture', 'plate', 'incomplete'] as const
export type Gap = (typeof GAPS)[number]

/** Which machines to list; an empty text means all. */
export interface GapQuery {
  gap: Gap | ''
  machineClass: string
  maker: string
}

/** For each gap, whether a machine has it on this day. */
function gapTester(today: string): Record<Gap, (machine: MachineGaps) => boolean> {
  const day90 = daysBefore(today, 90)
  const day180 = daysBefore(today, 180)
  return {
    price: ({ priceAsOf }) => priceAsOf === null,
    price_90: ({ priceAsOf }) => priceAsOf !== null && priceAsOf < day90,
    price_180: ({ priceAsOf }) => priceAsOf !== null && priceAsOf < day180,
    picture: ({ hasPicture }) => !hasPicture,
    plate: ({ missing }) => missing.length > 0,
    incomplete: ({ completeness }) => completeness < 100,
  }
}

export function machinesWith(machines: readonly MachineGaps[], query: GapQuery, today: string): MachineGaps[] {
  const has = query.gap === '' ? undefined : gapTester(today)[query.gap]
  return machines.filter(
    (machine) =>
      (query.machineClass === '' || machine.classKey === query.machineClass) &&
      (query.maker === '' || machine.maker.slug === query.maker) &&
      (!has || has(machine)),
  )
}

/** How many machines of a group have each gap, and their mean completeness. */
export interface GapCount extends Record<Gap, number> {
  key: string
  label: string
  machines: number
  completeness: number
}

/** Counts the gaps of each group, the largest group first. */
export function countGaps(
  machines: readonly MachineGaps[],
  today: string,
  groupOf: (machine: MachineGaps) => { key: string; label: string },
): GapCount[] {
  const tests = gapTester(today)
  const groups = new Map<string, GapCount>()
  for (const machine of machines) {
    const { key, label } = groupOf(machine)
    const group = groups.getOrInsertComputed(key, () => ({ key, label, machines: 0, completeness: 0, ...NO_GAPS }))
    group.machines++
    group.completeness += machine.completeness
    for (const gap of GAPS) if (tests[gap](machine)) group[gap]++
  }
  const counted = [...groups.values()]
  for (const group of counted) group.completeness = Math.floor(group.completeness / group.machines)
  return counted.sort((a, b) => b.machines - a.machines || (a.label < b.label ? -1 : 1))
}

const NO_GAPS = Object.fromEntries(GAPS.map((gap) => [gap, 0])) as Record<Gap, number>

function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)
}
