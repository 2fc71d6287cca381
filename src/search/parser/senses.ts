import type { Sort } from '../../schema/api/values.ts'
import { type Comparison, MACHINE_FIELDS, type MachineFigure, UNIT_FIELDS, type UnitName } from './fields.ts'

/** When a machine was launched, or made: from the year on, after it, in it, up to its end, or before it. */
export type YearComparison = 'since' | 'after' | 'within' | 'until' | 'earlier'

/** What a phrase can mean. A phrase may have several senses; the parser asks for the one that fits its place. */
export class Senses {
  stop: boolean | undefined
  /** A large number next to it is a price. */
  price: boolean | undefined
  /** A number before it, within these limits, does not describe the machine: 10 acre. */
  counted: boolean | undefined
  min: number | undefined
  max: number | undefined
  /** A crop and a job together name what does the job. */
  crop: string | undefined
  job: string | undefined
  role: 'either' | 'both' | 'compare' | 'without' | 'without_before' | undefined
  unit: UnitName | undefined
  factor: number | undefined
  scale: number | undefined
  weak: boolean | undefined
  /** The comparison that an ending on a unit or scale states. */
  ending: Comparison | undefined
  number: number | undefined
  tens: number | undefined
  more: number | undefined
  half: boolean | undefined
  prefix: Comparison | undefined
  suffix: Comparison | undefined
  /** The comparison excludes a year or a number of owners itself. */
  strict: boolean | undefined
  /** Joins the two ends of a range: always, or only after `between`. */
  range: 'always' | 'between' | undefined
  name: readonly string[] | undefined
  equipment: boolean | undefined
  sort: Sort | undefined
  lifecycle: string | undefined
  yearPrefix: YearComparison | undefined
  yearSuffix: YearComparison | undefined
  unsupported: boolean | undefined
  measure: MachineFigure | undefined
  used: boolean | undefined
  implement: string | undefined
  fitted: string | undefined
  state: string | undefined
  district: string | undefined
  status: 'sold' | undefined
  ownerCount: number | undefined
  ownerWord: boolean | undefined
  owners: number | undefined
  seller: string | undefined
  inspection: string | undefined
  yearsWord: boolean | undefined
  oldWord: boolean | undefined
  agePrefix: 'min' | 'max' | undefined
  listingSort: 'hours_asc' | 'distance_asc' | undefined
  nearPrefix: boolean | undefined
  nearSuffix: boolean | undefined
  distanceJoint: boolean | undefined
  distanceSuffix: boolean | undefined
  runSuffix: boolean | undefined
}

export type SenseName = keyof Senses

export interface Phrase {
  readonly end: number
  readonly senses: Senses
}

const NUMBERS = ['min', 'max', 'factor', 'scale', 'number', 'tens', 'more', 'ownerCount', 'owners']
const COMPARISONS = ['max', 'min', 'near', 'between', 'from']
/** The allowed values of each sense; `true` allows any text. */
const VALUES: Readonly<Record<string, readonly string[] | true>> = {
  role: ['either', 'both', 'compare', 'without', 'without_before'],
  unit: Object.keys(UNIT_FIELDS),
  prefix: COMPARISONS,
  suffix: COMPARISONS,
  range: ['always', 'between'],
  lifecycle: ['current', 'upcoming', 'discontinued'],
  yearPrefix: ['since', 'after', 'within', 'until', 'earlier'],
  yearSuffix: ['since', 'after', 'within', 'until', 'earlier'],
  measure: Object.keys(MACHINE_FIELDS),
  status: ['sold'],
  agePrefix: ['min', 'max'],
  listingSort: ['hours_asc', 'distance_asc'],
  ...Object.fromEntries(
    ['crop', 'job', 'sort', 'implement', 'state', 'district', 'seller', 'inspection'].map((name) => [name, true]),
  ),
}

const FLAGS = new Set(Object.keys(new Senses())).difference(
  new Set([...NUMBERS, ...Object.keys(VALUES), 'name', 'ending']),
)

/** Reads a section header such as `unit=kg factor=1000 weak`. Throws on an unknown sense or value. */
export function parseSenses(header: string): Partial<Senses> {
  const senses: Record<string, unknown> = {}
  for (const part of header.split(' ')) {
    const [name, value] = part.split('=') as [string, string | undefined]
    const allowed = VALUES[name]
    const isValid =
      value === undefined
        ? FLAGS.has(name)
        : NUMBERS.includes(name)
          ? Number.isFinite(Number(value))
          : allowed === true || allowed?.includes(value)
    if (!isValid) throw new Error(`lexicon: unknown sense "${part}" in "${header}"`)
    senses[name] = value === undefined ? true : NUMBERS.includes(name) ? Number(value) : value
  }
  return senses
}
