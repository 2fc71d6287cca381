import type { Sort } from '../../contract/values.ts'
import type { MeasureUnit, Sense } from './measures.ts'

/** What a phrase does to the words beside it; the list of roles tells of each. */
export type Role = 'either' | 'both' | 'compare' | 'without' | 'without_before'
/** When a machine was launched: from the year on, in it, up to its end, or before it. */
export type Launch = 'since' | 'within' | 'until' | 'earlier'

/**
 * What the lexemes so far can mean together, and the phrases that go on. A phrase may have several meanings; the parser
 * asks for the one that fits its place. All have all fields, those that are asked first at the beginning, so that asking
 * is fast.
 */
export class Phrases {
  next: Map<string, Phrases> | undefined
  /** The lexemes so far are a phrase; otherwise they only begin some. */
  isWhole = false
  /** A figure may begin so. */
  opensFigure = false
  isFiller = false
  /** It means nothing else. */
  isOnlyFiller = false
  /** Both together name what does the job. */
  crop: string | undefined
  job: string | undefined
  role: Role | undefined
  unit: MeasureUnit | undefined
  /** How many of the unit it is, such as 1000 kg. */
  by: number | undefined
  /** What it multiplies a number by. */
  scale: number | undefined
  /** A unit or scale of one letter, which counts only where a figure is certain; a state that no number may follow. */
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
  /** A number after it counts answers. */
  isTop = false
  /** The catalogue's words for it. */
  name: readonly string[] | undefined
  /** The order, or the stage of life, that is wished for. */
  sort: Sort | undefined
  lifecycle: string | undefined
  /** What the year behind it, or before it, tells of a launch. */
  yearAfter: Launch | undefined
  yearBefore: Launch | undefined
  /** The measure in kg or t of the figure beside it. */
  load: 'lift' | 'weight' | 'payload' | undefined
  /** Used machines, a kind of implement, or a place. */
  isUsed = false
  implement: string | undefined
  state: string | undefined
  district: string | undefined
  /** A kind of implement by a name that machines have, too. */
  fitted: string | undefined
}

export type Meaning = Readonly<Omit<Phrases, 'next'>>

export const isWhole = (meaning: Meaning) => meaning.isWhole
export const isName = ({ name }: Meaning) => name !== undefined
export const isWish = ({ sort, lifecycle }: Meaning) => sort !== undefined || lifecycle !== undefined
export const isFiller = (meaning: Meaning) =>
  meaning.isFiller ||
  ((meaning.unit !== undefined || meaning.scale !== undefined) && !meaning.isWeak) ||
  meaning.before !== undefined ||
  meaning.after !== undefined ||
  meaning.load !== undefined
export const isNumeral = ({ number, tens, more }: Meaning) =>
  number !== undefined || tens !== undefined || more !== undefined
export const hasRole = ({ role }: Meaning) => role !== undefined
export const isRange = ({ range }: Meaning) => range !== undefined
export const isBeside = ({ isUsed, implement, state, district }: Meaning) =>
  isUsed || implement !== undefined || state !== undefined || district !== undefined
