/**
 * How far a match is from the typed word, as one number. Lower is better; sums compare whole queries. A typo costs more
 * than a prefix, a prefix more than any place of the word.
 */
export const TYPO = 1 << 17
export const PREFIX = 1 << 12
export const JOINED = 8
/** The name, without the maker's words, does not begin with a typed word. */
export const NOT_LEADING = 8
export const SPELLED = 8
/** The name has words that were not typed: more than any places cost, less than a prefix. */
export const UNCOVERED = 1 << 11
/** The name has the typed words in another order. */
export const DISORDER = 2
/** The name is not exactly the typed words. */
export const INEXACT = 1
/** The typed words are the whole name: before everything. */
export const IDENTICAL = -1
export const NO_MATCH = 0x7fffffff

/** Where a word stands: a smaller tier is a better place. */
export const TIER = { name: 0, maker: 0, attribute: 1, alias: 2 } as const
/** Replaces the name's tier in the entry of the name's first word. */
export const LEADING_TIER = 3
export const TIER_COST = 8
/** The word is only part of a class's name: mini excavator. */
export const PART = 4
/** A class word in a machine's name is no better than in the name of its class. */
export const CLASS_WORD = TIER_COST + PART

/** Where the whole query is a maker's name, that maker's machines come first; then a class of that name, then the rest. */
export const MANUFACTURER_ALONE = 0
export const CLASS_ALONE = 1 << 26
export const NOT_ALONE = 2 << 26

/** How many typos a typed word may have, by its length in code points. */
export function typosAllowed(length: number): number {
  return length >= 9 ? 2 : length >= 4 ? 1 : 0
}

/** The same for two words read as one: never so many that one of them could vanish. */
export function typosTogether(first: number, second: number): number {
  const apart = typosAllowed(first) + typosAllowed(second)
  return Math.min(apart, typosAllowed(first + second), first - 1, second - 1)
}

/** Words up to this length match only words with the same first letter. */
export const FIRST_LETTER_COUNTS = 4

/** Names with more words beside the maker's rank alike. */
export const MAX_WORDS = 63
export const TENTHS = 10

/**
 * The order among equal costs: what is sold now, then what is to come; of these what has a price, then fewer words in the
 * name beside the maker's, then more tenths of what its class expects.
 */
export function standing(lifecycle: string, hasPrice: boolean, words: number, tenths: number): number {
  const stage = lifecycle === 'current' ? 0 : lifecycle === 'upcoming' ? 1 : 2
  return (((2 * stage + (hasPrice ? 0 : 1)) * (MAX_WORDS + 1) + words) << 4) + TENTHS - tenths
}

/** The same without the words. */
export const usefulness = (standing: number) => ((standing >>> 4) & ~MAX_WORDS) + (standing & 15)
