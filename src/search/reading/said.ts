import type { Sense } from './vocabulary.ts'

export interface ReadFigure {
  end: number
  said: Said
  /** The text states neither a bound nor a range, so values near it pass. */
  isNear: boolean
}

export type Measured = Measure | 'cylinders'

const MAX_KILOGRAMS = 2_000_000
const MAX: Record<Measured, number> = {
  ...{ hp: 2_000, price: 5_000_000_000, cylinders: 16 },
  ...{ weight: MAX_KILOGRAMS, lift: MAX_KILOGRAMS, mass: MAX_KILOGRAMS },
}

export const fits = (measure: Measured, value: number) =>
  value > 0 && value <= MAX[measure] && (measure !== 'cylinders' || Number.isInteger(value))

/** The bounds that a figure, or a range of two, states. */
export function finish(
  measure: Measured,
  value: number | [number, number],
  sense: Sense | undefined,
  end: number,
): ReadFigure {
  const isNear = typeof value === 'number' && sense !== 'max' && sense !== 'min' && sense !== 'from'
  const share = measure === 'cylinders' ? 0 : NEAR[measure]
  const [low, high] =
    typeof value !== 'number'
      ? value
      : [
          sense === 'max' ? null : isNear ? value * (1 - share) : value,
          sense === 'min' || sense === 'from' ? null : isNear ? value * (1 + share) : value,
        ]
  if (measure === 'cylinders') return { end, said: { cylinders: high ?? low! }, isNear }
  const said = {
    ...(low !== null && { [`${measure}_min`]: tidy(low, measure) }),
    ...(high !== null && { [`${measure}_max`]: tidy(high, measure) }),
  }
  return { end, said, isNear }
}

/** Rounds away the error of binary fractions. All bounds but those on power are whole. */
function tidy(value: number, measure: Measured): number {
  return measure === 'hp' ? Math.round(value * 1e4) / 1e4 : Math.round(value)
}

/** The bounds that words can state: parameters of a search. */
export interface SaidBounds {
  hp_min: number
  hp_max: number
  price_min: number
  price_max: number
  weight_min: number
  weight_max: number
  lift_min: number
  lift_max: number
  mass_min: number
  mass_max: number
  cylinders: number
  launched_since: string
  /** A class and a maker, where an order is wished for: words alone would put what merely resembles them first. */
  machine_class: string
  manufacturer: string
}

export type Said = Readonly<Partial<SaidBounds>>
export type Measure = 'hp' | 'price' | 'weight' | 'lift' | 'mass'

export const NOTHING_SAID: Said = {}
export const MEASURES: readonly Measure[] = ['hp', 'price', 'weight', 'lift', 'mass']
/** A figure without a comparison means values so near to it, as a share of it. */
export const NEAR: Record<Measure, number> = { hp: 0.05, price: 0.1, weight: 0.1, lift: 0.1, mass: 0.1 }

/** So many cylinders has no machine: two figures for them contradict each other. */
const NO_CYLINDERS = 0

/** The stricter of two bounds; null and undefined bound nothing. */
export function stricter<T extends number | string>(
  a: T | null | undefined,
  b: T | null | undefined,
  end: 'min' | 'max',
): T | undefined {
  if (a === null || a === undefined) return b ?? undefined
  if (b === null || b === undefined) return a
  return a > b === (end === 'min') ? a : b
}

/** Both must hold. With `isNear`, two figures of one measure that are far apart make a range from one to the other. */
export function combine(a: Said, b: Said, isNear: boolean): Said {
  if (a === NOTHING_SAID) return b
  if (b === NOTHING_SAID) return a
  const out: Partial<SaidBounds> = { ...a }
  for (const measure of MEASURES) {
    const [low, high] = [b[`${measure}_min`], b[`${measure}_max`]]
    const [wasLow, wasHigh] = [a[`${measure}_min`], a[`${measure}_max`]]
    const hasAll = low !== undefined && high !== undefined && wasLow !== undefined && wasHigh !== undefined
    if (isNear && hasAll && (low > wasHigh || high < wasLow)) {
      out[`${measure}_min`] = Math.min(low, wasLow)
      out[`${measure}_max`] = Math.max(high, wasHigh)
      continue
    }
    const least = stricter(wasLow, low, 'min')
    const most = stricter(wasHigh, high, 'max')
    if (least !== undefined) out[`${measure}_min`] = least
    if (most !== undefined) out[`${measure}_max`] = most
  }
  const cylinders = sameCylinders(a.cylinders, b.cylinders)
  if (cylinders !== undefined) out.cylinders = cylinders
  const since = stricter(a.launched_since, b.launched_since, 'min')
  if (since !== undefined) out.launched_since = since
  for (const name of NAMED) {
    const value = sameValue(a[name], b[name])
    if (value !== undefined) out[name] = value
  }
  return out
}

export const NAMED = ['machine_class', 'manufacturer'] as const
/** No value is written so: two values contradict each other. */
const NO_VALUE = '-'

/** The value that is said, if the filter that was sent has it among others. */
export function sameValue(sent: string | undefined, said: string | undefined): string | undefined {
  if (sent === undefined || sent === '') return said
  return said === undefined ? sent : sent.split(',').includes(said) ? said : NO_VALUE
}

export function sameCylinders(a: number | null | undefined, b: number | null | undefined): number | undefined {
  if (a === null || a === undefined) return b ?? undefined
  return b === null || b === undefined || a === b ? a : NO_CYLINDERS
}
