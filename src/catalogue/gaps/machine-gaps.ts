import { Machine } from '../../contract/machine.ts'
import { shape } from '../../contract/shape.ts'
import { completeness } from '../completeness.ts'
import { hpBand } from '../hp-band.ts'
import type { MachineDetail, MachineRecord } from '../records.ts'
import { summaryFields } from '../summary.ts'

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
  /** Figures of the class's plate that it does not have. */
  missing: readonly string[]
  publishedAt: string | null
}

/** What a sheet says when nothing is known; the lists are no gap that a class could expect to be filled. */
const UNKNOWN = shape(Machine, {})
const NONE: readonly string[] = []

/** `detail` is asked for only where the class expects one of its lists. */
export function gapsOf(record: MachineRecord, detail: () => MachineDetail): MachineGaps {
  const { machineClass, facts } = record
  const { expects } = machineClass
  const summary = summaryFields(record)
  const lists = expects.some((field) => field === 'media' || field === 'prices' || field === 'spec') ? detail() : {}
  const sheet = {
    ...UNKNOWN,
    ...summary,
    hp_band: hpBand(facts.engine_hp ?? null),
    hours_a_year: facts.hours_a_year ?? machineClass.hours_a_year,
    ...lists,
  }
  const had = new Set(summary.plate.map(({ key }) => key))
  const missing = machineClass.plate.map(({ key }) => key).filter((key) => !had.has(key))
  return {
    id: record.id,
    slug: record.slug,
    name: facts.name,
    classKey: machineClass.key,
    maker: record.maker,
    completeness: completeness(expects, sheet),
    priceAsOf: record.price_as_of,
    hasPicture: Boolean(summary.image),
    missing: missing.length > 0 ? missing : NONE,
    publishedAt: record.published_at,
  }
}
