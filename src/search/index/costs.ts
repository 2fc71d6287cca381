/**
 * How far a match is from the typed word, as one number: fewer is better, sums compare whole queries.
 * Typos weigh more than a prefix, a prefix more than any choice of field.
 */
export const TYPO = 1 << 17
export const PREFIX = 1 << 12
export const JOINED = 8
/** The name does not begin with a typed word, the maker's words aside. */
export const NOT_LEADING = 8
export const SPELLED = 8
/** The words of the name stand in another order than they were typed in. */
export const DISORDER = 2
/** The name has more words than were typed, or the typed ones are met elsewhere. */
export const INEXACT = 1
export const NO_MATCH = 0x7fffffff

/** Where a word stands: a smaller tier is a better place. */
export const TIER = { name: 0, maker: 0, attribute: 1, alias: 2 } as const
/** Stands for the name's tier in the entry of the word the name begins with. */
export const LEADING_TIER = 3
/** What a tier costs. */
export const TIER_COST = 8
/** The word is only a part of what a class is called: mini excavator. */
export const PART = 4

/** Typed alone, a maker's name gives its machines first, then comes what a class is called, then all else. */
export const MAKER_ALONE = 0
export const CLASS_ALONE = 1 << 26
export const NOT_ALONE = 2 << 26

/** Typos forgiven in a typed word, by its length in code points. */
export function typosAllowed(length: number): number {
  return length >= 9 ? 2 : length >= 4 ? 1 : 0
}

/** The same for two words read as one: as many as apart or together, and never so many that one of them could vanish. */
export function typosTogether(first: number, second: number): number {
  const apart = typosAllowed(first) + typosAllowed(second)
  return Math.min(apart, typosAllowed(first + second), first - 1, second - 1)
}

/** Words of this length or fewer are near only those that begin with the same letter. */
export const FIRST_LETTER_COUNTS = 4
