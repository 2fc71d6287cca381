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
const IDENTICAL = -1
export const NO_MATCH = 0x7fffffff

/** Where a word stands: a smaller tier is a better place. */
export const TIER = { name: 0, attribute: 1, alias: 2 } as const
export const TIER_COST = 8
/** The word is only part of a class's name: mini excavator. */
export const PART = 4
/** A class word in a machine's name is no better than in the name of its class. */
export const CLASS_WORD = TIER_COST + PART

/** If the whole query names a manufacturer, its machines come first; then a class of that name, then the rest. */
export const WHOLE_QUERY = { manufacturer: 0, class: 1 << 26, none: 2 << 26 } as const

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

/** What is known of a matching row. */
export interface MatchFacts {
  /** The query is the row's whole name. */
  isIdentical: boolean
  wholeQuery: number
  /** How far the matched words are from the typed ones, and how good their fields are. */
  words: number
  isLeading: boolean
  isOrdered: boolean
  /** The typed words are all words of the name, besides the manufacturer's. */
  isWhole: boolean
}

/** Returns why a machine ranks where it does. Each feature is 0 at best; the score is their sum. */
export function scoreFeatures({ isIdentical, wholeQuery, words, isLeading, isOrdered, isWhole }: MatchFacts) {
  if (isIdentical) return { whole_query: IDENTICAL, words: 0, leading: 0, order: 0, exact: 0, covered: 0 }
  const isCovered = isWhole && isOrdered
  return {
    whole_query: wholeQuery,
    words,
    leading: isLeading ? 0 : NOT_LEADING,
    order: isOrdered ? 0 : DISORDER,
    exact: words === 0 && isLeading && isCovered ? 0 : INEXACT,
    covered: isCovered ? 0 : UNCOVERED,
  }
}

export type ScoreFeatures = ReturnType<typeof scoreFeatures>

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

/** Returns what a rank was made of. */
export function tieBreakers(rank: number) {
  const group = Math.floor(rank / 16 / (MAX_WORDS + 1))
  return {
    lifecycle: STAGES[group >> 1]!,
    has_price: group % 2 === 0,
    name_words: (rank >>> 4) & MAX_WORDS,
    completeness: (TENTHS - (rank & 15)) / TENTHS,
  }
}

/** The rank without the words of the name. */
export const usefulness = (rank: number) => rank - (((rank >>> 4) & MAX_WORDS) << 4)
