import type { Sense } from './meaning.ts'

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
  const share = isNear && measure !== 'cylinders' ? NEAR[measure] : 0
  const [least, most] = typeof value === 'number' ? [value * (1 - share), value * (1 + share)] : value
  const low = sense === 'max' ? null : least
  const high = sense === 'min' || sense === 'from' ? null : most
  if (measure === 'cylinders') return { end, said: { cylinders: high ?? low! }, isNear }
  const [min, max] = BOUNDS[measure]
  const said: Partial<SaidBounds> = {}
  if (low !== null) said[min] = tidy(low, measure)
  if (high !== null) said[max] = tidy(high, measure)
  return { end, said, isNear }
}

/** Rounds away the error of binary fractions. All bounds but those on power are whole. */
function tidy(value: number, measure: Measured): number {
  return measure === 'hp' ? Math.round(value * 1e4) / 1e4 : Math.round(value)
}

/** The bounds that words can state: parameters of a search. */
export interface SaidBounds extends Record<`${Measure}_min` | `${Measure}_max` | 'cylinders', number> {
  launched_since: string
  launched_until: string
  /** A class and a maker, where an order is wished for: words alone would put what merely resembles them first. */
  machine_class: string
  manufacturer: string
  lifecycle: string
  price_kind: string
}

export type Said = Readonly<Partial<SaidBounds>>
export type Measure = (typeof MEASURES)[number]

export const NOTHING_SAID: Said = {}
export const MEASURES = ['hp', 'price', 'weight', 'lift', 'mass'] as const
type Bounds = readonly [min: `${Measure}_min`, max: `${Measure}_max`]
const BOUNDS = Object.fromEntries(MEASURES.map((name) => [name, [`${name}_min`, `${name}_max`]])) as unknown as Record<
  Measure,
  Bounds
>
/** A figure without a comparison means values so near to it, as a share of it. */
export const NEAR: Record<Measure, number> = { hp: 0.05, price: 0.1, weight: 0.1, lift: 0.1, mass: 0.1 }

/** What no machine has: two figures for cylinders, or two names, contradict each other. */
const NO_CYLINDERS = 0
const NO_VALUE = '-'
export const NAMED = ['machine_class', 'manufacturer'] as const

/** What must hold when both of two statements do: of two bounds the stricter one. Sent names may be several. */
function both(name: keyof SaidBounds, sent: number | string, said: number | string): number | string {
  if (name === 'cylinders') return sent === said ? said : NO_CYLINDERS
  if (name === 'lifecycle' || name === 'machine_class' || name === 'manufacturer' || name === 'price_kind')
    return String(sent).split(',').includes(String(said)) ? said : NO_VALUE
  return sent > said === /_(max|until)$/.test(name) ? said : sent
}

/** Adds what was said to what was said or sent before; null and empty texts are nothing. Both must hold. */
export function addSaid<T extends { [K in keyof SaidBounds]?: SaidBounds[K] | null }>(before: T, said: Said): T {
  const all = { ...before } as Record<string, unknown>
  for (const name of Object.keys(said) as (keyof SaidBounds)[]) {
    const was = before[name]
    all[name] = was === undefined || was === null || was === '' ? said[name] : both(name, was, said[name]!)
  }
  return all as T
}

/** Both must hold. With `isNear`, two figures of one measure that are far apart make a range from one to the other. */
export function combine(a: Said, b: Said, isNear = false): Said {
  if (a === NOTHING_SAID) return b
  if (b === NOTHING_SAID) return a
  const all: Partial<SaidBounds> = addSaid(a, b)
  if (!isNear) return all
  for (const [min, max] of Object.values(BOUNDS)) {
    const [low, high, wasLow, wasHigh] = [b[min], b[max], a[min], a[max]]
    if (low === undefined || high === undefined || wasLow === undefined || wasHigh === undefined) continue
    if (low <= wasHigh && high >= wasLow) continue
    all[min] = Math.min(low, wasLow)
    all[max] = Math.max(high, wasHigh)
  }
  return all
}
