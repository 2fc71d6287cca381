import { Machine, type MachineSummary, type MediaItem, type PriceItem, type SpecGroup } from '../contract/machine.ts'
import { guardFreeForm, type JsonValue } from '../guard/guard.ts'
import { completeness } from './completeness.ts'
import { hpBand } from './hp-band.ts'
import { sortPrices } from './price-summary.ts'
import type { MachineDetail, MachineRecord } from './records.ts'
import { fillPlate } from './summary.ts'

const FIELDS = Object.keys(Machine.properties) as (keyof Machine)[]

/** The full sheet: only fields that the contract names, in its order; unknown ones as null. */
export function toSheet(record: MachineRecord, detail: MachineDetail, similar: MachineSummary[]): Machine {
  const { id, slug, maker, machineClass, facts } = record
  const known: Partial<Machine> = {
    ...facts,
    id,
    slug,
    manufacturer: { slug: maker.slug, name: maker.name },
    machine_class: machineClass.key,
    is_sample: facts.is_sample ?? false,
    plate: fillPlate(machineClass, facts, record),
    similar,
    hp_band: hpBand(facts.engine_hp ?? null),
    image: facts.image ?? record.media_image,
    hours_a_year: facts.hours_a_year ?? machineClass.hours_a_year,
    price_from_inr: record.price_from_inr,
    price_to_inr: record.price_to_inr,
    price_kind: record.price_kind,
    price_as_of: record.price_as_of,
    published_at: record.published_at,
    prices: sortPrices(detail.prices).map(toPrice),
    media: detail.media.map(toMedia),
    spec: detail.spec.map(toSpecGroup),
  }
  known.completeness = completeness(machineClass.expects, known)
  return Object.fromEntries(FIELDS.map((field) => [field, known[field] ?? null])) as Machine
}

function toPrice({
  kind,
  observed_at,
  price_inr,
  source_kind,
  state_code,
  basis,
  city,
  high_inr,
}: PriceItem): PriceItem {
  const guarded = basis && (guardFreeForm(basis as JsonValue) as Record<string, unknown>)
  return present({ kind, observed_at, price_inr, source_kind, state_code, basis: guarded, city, high_inr })
}

function toMedia(item: MediaItem): MediaItem {
  const { kind, url, alt, attribution, licence, summary, summary_by, thumb_url, height, width, highlights } = item
  const texts = { alt, attribution, licence, summary, summary_by, thumb_url }
  return present({ kind, url, ...texts, height, width, highlights })
}

function toSpecGroup({ key, label, fields }: SpecGroup): SpecGroup {
  return {
    key,
    label,
    fields: fields.map(({ key, label, confidence, unit, value }) => present({ key, label, confidence, unit, value })),
  }
}

/** Without the members that are unknown. */
function present<T extends object>(item: { [K in keyof T]: T[K] | null | undefined }): T {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null)) as T
}
