/**
 * How far a match is from the typed word, as one number: fewer is better, sums compare whole queries.
 * Typos weigh more than a prefix, a prefix more than any choice of field.
 */
export const TYPO = 1 << 17
export const PREFIX = 1 << 12
export const JOINED = 1
/** The name does not begin with a typed word, the maker's words aside. */
export const NOT_LEADING = 1
export const SPELLED = 1
export const NO_MATCH = 0x7fffffff

/** Where a word stands: a smaller tier is a better place. */
export const TIER = { name: 0, maker: 0, alias: 1, attribute: 2 } as const
/** Stands for the name's tier in the entry of the word the name begins with. */
export const LEADING_TIER = 3

/** Typos forgiven in a typed word, by its length in code points. */
export function typosAllowed(length: number): number {
  return length >= 9 ? 2 : length >= 5 ? 1 : 0
}
