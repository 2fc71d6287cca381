import type { Sort } from '../../contract/values.ts'

export type Unit = 'hp' | 'kg' | 'cylinder' | 'rupee'
export type Sense = 'max' | 'min' | 'near' | 'between' | 'from'
/** What a phrase does to the words beside it; the list of roles tells of each. */
export type Role =
  | 'either'
  | 'either_makers'
  | 'both'
  | 'compare'
  | 'take_off'
  | 'without'
  | 'without_before'
  | 'payment'
/** When a machine was launched: from the year on, in it, up to its end, or before it. */
export type Launch = 'since' | 'within' | 'until' | 'earlier'

/**
 * What the lexemes so far can mean together, and the phrases that go on. A phrase may have several meanings; the reader
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
  unit: Unit | undefined
  /** How many of the unit it is, such as 1000 kg. */
  by: number | undefined
  /** What it multiplies a number by. */
  scale: number | undefined
  /** A unit or scale of one letter, which counts only where a figure is certain; a state that no number may follow. */
  isWeak = false
  /** Beside these classes it is litres. */
  litresOf: string | undefined
  /** The sense of a unit's or scale's ending. */
  ending: Sense | undefined
  number: number | undefined
  /** Tens that a digit may follow. */
  tens: number | undefined
  /** Added to the number that follows; a half to the one before. */
  more: number | undefined
  isHalf = false
  before: Sense | undefined
  after: Sense | undefined
  /** Joins the two ends of a range: always, or only after `between`. */
  range: 'always' | 'between' | undefined
  /** A large number beside it is a price. */
  isPrice = false
  /** A bound on the price beside it is on prices of this kind. */
  priceKind: string | undefined
  /** A number before it does not describe the machine. */
  isCount = false
  /** No smaller one. */
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
  /** What a figure in kg or tonnes beside it is about. */
  load: 'lift' | 'weight' | undefined
  /** Used machines, a kind of implement, or a place. */
  isUsed = false
  implement: string | undefined
  state: string | undefined
  district: string | undefined
  /** What follows, or what stands before, may be fitted to a machine; then it names this kind of implement. */
  fits = false
  fitsBefore = false
  fitted: string | undefined
}

export type Meaning = Readonly<Omit<Phrases, 'next'>>

export const isWhole = (meaning: Meaning) => meaning.isWhole === true
export const isName = (meaning: Meaning) => meaning.name !== undefined
export const isWish = (meaning: Meaning) => meaning.sort !== undefined || meaning.lifecycle !== undefined
export const isFiller = (meaning: Meaning) =>
  meaning.isFiller === true ||
  ((meaning.unit !== undefined || meaning.scale !== undefined) && meaning.isWeak !== true) ||
  meaning.before !== undefined ||
  meaning.after !== undefined ||
  meaning.load !== undefined
export const isNumeral = ({ number, tens, more }: Meaning) =>
  number !== undefined || tens !== undefined || more !== undefined
/** Whether it parts the words where makers stand beside it, or where a comparison is asked for. */
export const mayPart = ({ role }: Meaning) => role === 'either_makers' || role === 'both'
export const hasRole = (meaning: Meaning) => meaning.role !== undefined
const isPlace = (meaning: Meaning) => meaning.state !== undefined || meaning.district !== undefined
export const isBeside = (meaning: Meaning) =>
  meaning.isUsed === true || meaning.implement !== undefined || isPlace(meaning)
