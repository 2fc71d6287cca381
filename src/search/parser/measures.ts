import { type Field, UNITS, type Unit } from '../../schema/records/field.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import {
  type Asked,
  type EqualName,
  type FigureBound,
  MACHINE_QUESTIONS,
  type Question,
} from '../../schema/records/machine-questions.ts'

/** How a figure bounds what it measures. */
export type Sense = 'max' | 'min' | 'near' | 'between' | 'from'

type Stem<P> = P extends `${infer S}_min` ? S : never
/** The measures whose parameters have two ends. */
export type Bounded = Stem<FigureBound>
export type Measure = Bounded | EqualName | 'payload'
export type MeasureUnit = 'hp' | 'rupee' | 'kg' | 'cylinder' | Unit

/** What a figure may measure. */
interface Line {
  /** The search has it, with `_min` and `_max` unless only equal values are asked for. */
  parameter: Bounded | EqualName
  /** What it is counted in; a word beside the figure tells which measure of that unit is meant. */
  unit: MeasureUnit
  /** The field of a machine, or `plate` for any figure of the plate in kg or t. */
  bounds: Asked
  /** Without a comparison it means values about it, at least it, or it alone. */
  alone: 'about' | 'least' | 'equal'
  /** How far about it is, as a share of it; no larger one than `most` is a figure. */
  near: number
  most: number
}

const UNIT_WORDS: Partial<Record<Unit, MeasureUnit>> = { HP: 'hp', INR: 'rupee' }
const described = Object.entries<Question>(MACHINE_QUESTIONS).flatMap(
  ([field, { bounds, equal, said }]): [string, Line][] => {
    const { type, unit = '' }: Field = MACHINE[field as Asked]
    if (type === 'date' || !(bounds || equal)) return []
    const parameter = (equal ? field : bounds![0].replace(/_min$/, '')) as Bounded
    const usual = { unit: UNIT_WORDS[unit] ?? unit, alone: 'about', near: 0.1, most: UNITS[unit] } as const
    return [[parameter, { parameter, bounds: field as Asked, ...usual, ...(said as Partial<Line>) }]]
  },
)

/** The questions about figures, and what is said of machines beside them. */
export const MEASURES = {
  ...Object.fromEntries(described),
  payload: { parameter: 'mass', unit: 'kg', bounds: 'plate', alone: 'least', near: 0.1, most: 2e6 },
} as Record<Measure, Line>

export const BOUNDED = described.filter(([, { alone }]) => alone !== 'equal').map(([name]) => name as Bounded)

/** What is measured in a unit where no word beside the figure tells more. */
export const MEASURED_IN: Partial<Record<MeasureUnit, Measure>> = {
  hp: 'hp',
  rupee: 'price',
  kg: 'mass',
  cylinder: 'cylinders',
}

/** Whether the unit alone does not tell that it is meant, so that words must. */
export const isNamed = (measure: Measure) => MEASURED_IN[MEASURES[measure].unit] !== measure

/** What words can state: parameters of a search. */
export interface SaidBounds extends Record<FigureBound | EqualName, number> {
  launched_since: string
  launched_until: string
  /** A class and a maker, where an order is wished for: words alone would put what merely resembles them first. */
  machine_class: string
  manufacturer: string
  lifecycle: string
}
export type Said = Readonly<Partial<SaidBounds>>
export const NOTHING_SAID: Said = {}

export interface Figure {
  end: number
  said: Said
}

export const fits = (measure: Measure, value: number) =>
  value > 0 && value <= MEASURES[measure].most && (measure !== 'cylinders' || Number.isInteger(value))

/** The bounds that a figure, or a range of two, states. */
export function finish(measure: Measure, first: number, last: number, given: Sense | undefined, end: number): Figure {
  const { parameter, alone, near } = MEASURES[measure]
  if (parameter === 'cylinders') return { end, said: { cylinders: last } }
  const isPlain = first === last && (given === undefined || given === 'near' || given === 'between')
  const share = isPlain && (alone === 'about' || given === 'near') ? near : 0
  const isOpen = given === 'min' || given === 'from' || (isPlain && share === 0)
  const said: Partial<SaidBounds> = {}
  if (given !== 'max') said[`${parameter}_min`] = tidy(first * (1 - share), parameter)
  if (!isOpen) said[`${parameter}_max`] = tidy(last * (1 + share), parameter)
  return { end, said }
}

/** Rounds away the error of binary fractions. All bounds but those on power are whole. */
const tidy = (value: number, parameter: Bounded) =>
  parameter === 'hp' ? Math.round(value * 1e4) / 1e4 : Math.round(value)

/** What no machine has: two figures for cylinders, or two names, contradict each other. */
const NO_CYLINDERS = 0
const NO_VALUE = '-'

/** What must hold when both of two statements do: of two bounds the stricter one. Sent names may be several. */
function both(name: keyof SaidBounds, sent: number | string, said: number | string): number | string {
  if (name === 'cylinders') return sent === said ? said : NO_CYLINDERS
  if (name === 'lifecycle' || name === 'machine_class' || name === 'manufacturer')
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

/** What two parts of a text state together. */
export const joinSaid = (a: Said, b: Said): Said => (a === NOTHING_SAID ? b : b === NOTHING_SAID ? a : addSaid(a, b))

/** Whether nothing can hold it: a least that is above the most. */
export const isContrary = (said: Said) =>
  BOUNDED.some((name) => (said[`${name}_min`] ?? 0) > (said[`${name}_max`] ?? Number.POSITIVE_INFINITY))
