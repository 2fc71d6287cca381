import type { ParsedFilters } from './fields.ts'

export interface TermLookup {
  has(word: string): boolean
  repeats(word: string): boolean
  /** Whether two words are neighbours in some text of the index. */
  hasPair(first: string, second: string): boolean
  /** Whether the word, joined with the next if there is one, matches anything. */
  matches(word: string, next: string | undefined, isLast: boolean, withTypos: boolean): boolean
  isManufacturer(name: string): boolean
  isClassWord(word: string): boolean
  /**
   * Where the longest run of these words is the whole name of a machine, with or without its manufacturer's: one with a
   * word whose use is something else, and with one that is no part of a figure.
   */
  wholeName(words: readonly string[], uses: readonly WordUse[]): readonly [start: number, end: number] | undefined
  valueNamed(field: 'machine_class' | 'manufacturer', words: readonly string[]): string | undefined
  makes(manufacturer: string, machineClass: string): boolean
  /** The power that implements of these kinds need of a class; those with most of the words in their names. */
  powerFor(
    kinds: readonly string[],
    words: readonly string[],
    machineClass: string | undefined,
  ): Pick<ParsedFilters, 'hp_min' | 'hp_max'>
  matchesAll(words: readonly string[]): boolean
}

/** Places of used listings; without them a query is for machines. */
export interface PlaceLookup {
  /** The district that is written so, if listings are in it; words are joined by blanks. */
  districtNamed(words: string): string | undefined
  /** The value of `near` for a district, in a state if one is named. */
  nearNamed(words: string, state?: string): string | undefined
  isKnownPin(text: string): boolean
  thisYear(): number
}

/** What the parser makes of a word: a word to match, something else, or part of a figure. */
export type WordUse = 'word' | 'other' | 'figure'

/** What a query is parsed against. With `places` it is for used listings. */
export interface ParseContext {
  lookup: TermLookup
  places: PlaceLookup | undefined
}
