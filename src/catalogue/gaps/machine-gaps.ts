import { Machine } from '../../contract/machine.ts'
import { shape } from '../../contract/shape.ts'
import { completeness } from '../completeness.ts'
import { hpBand } from '../hp-band.ts'
import type { MachineDetail, MachineRecord } from '../records.ts'
import { fillPlate } from '../summary.ts'

/** What a machine has and lacks, for the operator. */
export interface MachineGaps {
  id: number
  slug: string
  name: string
  classKey: string
  maker: { slug: string; name: string }
  completeness: number
  /** Null without a price. */
  priceAsOf: string | null
  hasPicture: boolean
  /** Plate figures that it lacks. */
  missing: readonly string[]
  publishedAt: string | null
}

/** A sheet without any known value. */
const UNKNOWN: Readonly<Record<string, unknown>> = shape(Machine, {})
const NONE: readonly string[] = []

/** Reads only the fields that the class expects: making a whole sheet would take most of the time. */
export function gapsOf(record: MachineRecord, detail: () => MachineDetail): MachineGaps {
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
    priceAsOf: record.price_as_of,
    hasPicture: Boolean(image),
    missing: missing.length > 0 ? missing : NONE,
    publishedAt: record.published_at,
  }
}
