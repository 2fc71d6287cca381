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

/** The same for two words read as one: never so many that one of them could vanish. */
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

/** Names with more words besides the manufacturer's rank alike. */
export const MAX_WORDS = 63
export const TENTHS = 10
const STAGES = ['current', 'upcoming', 'discontinued']
/** More than any tie-break rank, so that one number can order rows by score, then by rank. */
export const RANKS = 1 << 13

/**
 * Returns the rank among machines of equal score, the lowest first: by lifecycle, with a price before without, fewer words
 * in the name, more tenths of what its class expects.
 */
export function tieBreakRank(lifecycle: string, hasPrice: boolean, words: number, tenths: number): number {
  const stage = STAGES.indexOf(lifecycle)
  return ((2 * stage + (hasPrice ? 0 : 1)) * (MAX_WORDS + 1) + words) * 16 + TENTHS - tenths
}

export function tieBreakers(rank: number) {
  const group = Math.floor(rank / 16 / (MAX_WORDS + 1))
  return {
    lifecycle: STAGES[group >> 1]!,
    has_price: group % 2 === 0,
    name_words: (rank >>> 4) & MAX_WORDS,
    completeness: (TENTHS - (rank & 15)) / TENTHS,
  }
}

export const usefulness = (rank: number) => rank - (((rank >>> 4) & MAX_WORDS) << 4)
