import { LINKAGES } from '../contract/values.ts'

/** What decides whether an implement fits a machine. */
export interface Carrier {
  engine_hp: number | null
  operating_weight_kg: number | null
  machine_class: string
  /** Bits of the linkage categories; 0 for none. */
  linkage: number
}

export interface Fitting {
  hp_min: number | null
  hp_max: number | null
  carrier_min_kg: number | null
  carrier_max_kg: number | null
  fits_classes: readonly string[]
  /** 0 for an implement without a linkage: it is trailed or carried. */
  linkage: number
}

export function linkageBits(categories: readonly string[]): number {
  let bits = 0
  for (const category of categories) {
    const number = (LINKAGES as readonly string[]).indexOf(category)
    if (number >= 0) bits |= 1 << number
  }
  return bits
}

/** Compares power, linkage, class and weight. An unknown figure is outside every bound. */
export function fits(carrier: Carrier, fitting: Fitting): boolean {
  return (
    within(carrier.engine_hp, fitting.hp_min, fitting.hp_max) &&
    (fitting.linkage === 0 || (fitting.linkage & carrier.linkage) !== 0) &&
    (fitting.fits_classes.length === 0 || fitting.fits_classes.includes(carrier.machine_class)) &&
    within(carrier.operating_weight_kg, fitting.carrier_min_kg, fitting.carrier_max_kg)
  )
}

function within(value: number | null, from: number | null, to: number | null): boolean {
  if (from === null && to === null) return true
  if (value === null) return false
  return (from === null || value >= from) && (to === null || value <= to)
}
