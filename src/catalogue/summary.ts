import type { MachineSummary, PlateCell } from '../contract/machine.ts'
import type { PriceSummary } from './price-summary.ts'
import type { ClassRecord, MachineFacts, MachineRecord } from './records.ts'

/** What search lists of a machine: only fields that the contract names, unknown ones as null. */
export function toSummary({ id, slug, maker, machineClass, facts, ...record }: MachineRecord): MachineSummary {
  return {
    id,
    slug,
    name: facts.name,
    manufacturer: { slug: maker.slug, name: maker.name },
    machine_class: machineClass.key,
    lifecycle: facts.lifecycle,
    section: facts.section,
    is_sample: facts.is_sample ?? false,
    plate: fillPlate(machineClass, facts, record),
    kind: facts.kind ?? null,
    family: facts.family ?? null,
    image: facts.image ?? record.media_image,
    power_source: facts.power_source ?? null,
    wheel_drive: facts.wheel_drive ?? null,
    engine_hp: facts.engine_hp ?? null,
    power_kw: facts.power_kw ?? null,
    pto_hp: facts.pto_hp ?? null,
    cylinders: facts.cylinders ?? null,
    gears_fwd: facts.gears_fwd ?? null,
    gears_rev: facts.gears_rev ?? null,
    fuel_lph: facts.fuel_lph ?? null,
    lift_capacity_kg: facts.lift_capacity_kg ?? null,
    lift_capacity_t: facts.lift_capacity_t ?? null,
    lift_height_m: facts.lift_height_m ?? null,
    operating_weight_kg: facts.operating_weight_kg ?? null,
    payload_kg: facts.payload_kg ?? null,
    rated_load_kg: facts.rated_load_kg ?? null,
    tipping_load_kg: facts.tipping_load_kg ?? null,
    blade_width_mm: facts.blade_width_mm ?? null,
    boom_length_m: facts.boom_length_m ?? null,
    bucket_m3: facts.bucket_m3 ?? null,
    dig_depth_mm: facts.dig_depth_mm ?? null,
    drum_width_mm: facts.drum_width_mm ?? null,
    price_from_inr: record.price_from_inr,
    price_to_inr: record.price_to_inr,
    price_kind: record.price_kind,
    price_as_of: record.price_as_of,
    launched_at: facts.launched_at ?? null,
    published_at: record.published_at,
    verified_at: facts.verified_at ?? null,
  }
}

/** The class's plate filled with the machine's values, in class order; cells without a value are left out. */
export function fillPlate(machineClass: ClassRecord, facts: MachineFacts, prices: PriceSummary): PlateCell[] {
  const cells: PlateCell[] = []
  for (const { key, label, label_hi, label_ta, unit } of machineClass.plate) {
    const value = figure(key, machineClass, facts, prices)
    if (typeof value === 'number') cells.push({ key, label, label_hi, label_ta, unit, value })
  }
  return cells
}

function figure(key: string, machineClass: ClassRecord, facts: MachineFacts, prices: PriceSummary): unknown {
  if (key === 'price_from_inr' || key === 'price_to_inr') return prices[key]
  if (key === 'hours_a_year') return facts.hours_a_year ?? machineClass.hours_a_year
  return facts[key as keyof MachineFacts]
}
