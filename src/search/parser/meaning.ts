import type { Sort } from '../../schema/api/values.ts'
import type { Measure, MeasureUnit, Sense } from './measures.ts'

/** When a machine was launched: from the year on, in it, up to its end, or before it. */
type Launch = 'since' | 'within' | 'until' | 'earlier'

/**
 * What the lexemes so far can mean together, and the phrases that go on. A phrase may have several meanings; the parser
 * asks for the one that fits its place. All have all fields, so that asking is fast. The lists in vocabulary/ fill them,
 * but for the first seven, which follow from the others.
 */
export class Phrases {
  next: Map<string, Phrases> | undefined
  /** The bits of IS that hold. */
  sorts = 0
  /** The lexemes so far are a phrase; otherwise they only begin some. A figure may begin so. */
  isWhole = false
  opensFigure = false
  /** Left out, whatever else it is; and nothing else. */
  isIdle = false
  isOnlyFiller = false
  /** Used machines, a kind of implement, or a place. */
  isBeside = false
  isFiller = false
  /** Both together name what does the job. */
  crop: string | undefined
  job: string | undefined
  /** What it does to the words beside it; the list of roles tells of each. */
  role: 'either' | 'both' | 'compare' | 'without' | 'without_before' | undefined
  /** A unit, how many of it (1000 kg), and what multiplies a number; a weak one has one letter. */
  unit: MeasureUnit | undefined
  by: number | undefined
  scale: number | undefined
  isWeak = false
  /** The sense of a unit's or scale's ending. */
  ending: Sense | undefined
  number: number | undefined
  /** Tens that a digit may follow. */
  tens: number | undefined
  /** Added to the number that follows; a half to the one before. */
  more: number | undefined
  isHalf = false
  /** The sense of the figure behind it, or before it. */
  before: Sense | undefined
  after: Sense | undefined
  /** Joins the two ends of a range: always, or only after `between`. */
  range: 'always' | 'between' | undefined
  /** A large number beside it is a price. */
  isPrice = false
  /** A number before it does not describe the machine, if it is so large at least. */
  isCount = false
  least: number | undefined
  /** And so large at most. */
  most: number | undefined
  /** The catalogue's words for it. */
  name: readonly string[] | undefined
  /** They tell what a machine is fitted with; where none is, they are left out. */
  isEquipment = false
  /** The order, or the stage of life, that is wished for. */
  sort: Sort | undefined
  lifecycle: string | undefined
  /** What the year behind it, or before it, tells of a launch. */
  yearAfter: Launch | undefined
  yearBefore: Launch | undefined
  /** The measure in kg or t of the figure beside it. */
  load: Measure | undefined
  isUsed = false
  implement: string | undefined
  state: string | undefined
  district: string | undefined
  /** A kind of implement by a name that machines have, too. */
  fitted: string | undefined
}

/** What a phrase may be asked for, a bit each. */
const SORTS = [
  ...(['isWhole', 'isIdle', 'isOnlyFiller', 'isBeside', 'isFiller', 'crop', 'job', 'role', 'unit', 'scale'] as const),
  ...(['number', 'tens', 'more', 'isHalf', 'before', 'after', 'range', 'isPrice', 'isCount', 'name', 'sort'] as const),
  ...(['lifecycle', 'yearAfter', 'yearBefore', 'load', 'state', 'district', 'fitted'] as const),
]
export const IS = Object.fromEntries(SORTS.map((sort, at) => [sort, 1 << at])) as Record<(typeof SORTS)[number], number>

export type Meaning = Readonly<Omit<Phrases, 'next' | 'sorts'>>
