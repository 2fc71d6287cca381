/**
 * The score of a match: how far it is from what was typed. The lowest comes first. A typo costs more than a prefix, a
 * prefix more than any place of the word.
 */
export const TYPO = 1 << 17
export const PREFIX = 1 << 12
export const JOINED = 8
export const SPELLED = 8
/** The name has words that were not typed: more than any places cost, less than a prefix. */
const UNCOVERED = 1 << 11
/** The name, without the manufacturer's words, does not begin with a typed word. */
const NOT_LEADING = 8
const DISORDER = 2
const INEXACT = 1
export const NO_MATCH = 0x7fffffff

/** Where a word stands: a smaller tier is a better place. */
export const TIER = { name: 0, attribute: 1, alias: 2 } as const
export const TIER_COST = 8
/** The word is only part of a class's name: mini excavator. */
export const PART = 4
export const CLASS_WORD = TIER_COST + PART

/** A whole query that is a machine's name comes first; then its manufacturer's, then its class's, then the rest. */
export const WHOLE_QUERY = { name: -1, manufacturer: 0, class: 1 << 26, none: 2 << 26 } as const

/** Words up to this length match only words with the same first letter. */
export const FIRST_LETTER_COUNTS = 4

/** How many typos a typed word may have, by its length in code points. */
export function typosAllowed(length: number): number {
  return length >= 9 ? 2 : length >= 4 ? 1 : 0
}

/** The same for two words read as one, but too few to delete either word. */
export function typosTogether(first: number, second: number): number {
  const apart = typosAllowed(first) + typosAllowed(second)
  return Math.min(apart, typosAllowed(first + second), first - 1, second - 1)
}

/** Why a machine ranks where it does. Each feature is 0 at best; the score is their sum. */
export interface ScoreFeatures {
  /** Whether the whole query is the machine's name, its manufacturer or its class; see WHOLE_QUERY. */
  whole_query: number
  words: number
  leading: number
  order: number
  exact: number
  /** The name has words that were not typed. */
  covered: number
}

/** Sets the features of a matching row, in place: one call for each. */
export function setFeatures(
  features: ScoreFeatures,
  wholeQuery: number,
  words: number,
  isLeading: boolean,
  isOrdered: boolean,
  isWhole: boolean,
): void {
  const isCovered = isWhole && isOrdered
  features.whole_query = wholeQuery
  features.words = words
  features.leading = isLeading ? 0 : NOT_LEADING
  features.order = isOrdered ? 0 : DISORDER
  features.exact = words === 0 && isLeading && isCovered ? 0 : INEXACT
  features.covered = isCovered ? 0 : UNCOVERED
}

/** Sets the features of a row whose whole name is the query. */
export function setIdentical(features: ScoreFeatures): void {
  setFeatures(features, WHOLE_QUERY.name, 0, true, true, true)
}

/** Returns the score that ranks, and that `yantra explain` shows. */
export const scoreOf = ({ whole_query, words, leading, order, exact, covered }: ScoreFeatures): number =>
  whole_query + words + leading + order + exact + covered

export const MAX_WORDS = 63
export const TENTHS = 10
const STAGES = ['current', 'upcoming', 'discontinued']

/** What orders machines of equal score, the first before the others, with how many values it has. 0 is the best. */
const TIE_BREAKERS = { lifecycle: 3, without_price: 2, name_words: MAX_WORDS + 1, missing_tenths: TENTHS + 1 } as const
type TieBreakers = Record<keyof typeof TIE_BREAKERS, number>
const SIZES = Object.entries(TIE_BREAKERS) as [keyof TieBreakers, number][]

/** More than any tie-break rank, so that one number can order rows by score, then by rank. */
export const RANKS = 1 << 13

export const lifecycleRank = (lifecycle: string) => STAGES.indexOf(lifecycle)
export const tieBreakRank = (values: TieBreakers) => SIZES.reduce((rank, [name, size]) => rank * size + values[name], 0)

function readRank(rank: number): TieBreakers {
  const values = { lifecycle: 0, without_price: 0, name_words: 0, missing_tenths: 0 }
  for (const [name, size] of SIZES.toReversed()) {
    values[name] = rank % size
    rank = Math.floor(rank / size)
  }
  return values
}

/** What a rank was made of, for `yantra explain`. */
export function tieBreakers(rank: number) {
  const { lifecycle, without_price, name_words, missing_tenths } = readRank(rank)
  return {
    lifecycle: STAGES[lifecycle]!,
    has_price: without_price === 0,
    name_words,
    completeness: (TENTHS - missing_tenths) / TENTHS,
  }
}

/** The rank without the words of the name. */
export const usefulness = (rank: number) => tieBreakRank({ ...readRank(rank), name_words: 0 })
