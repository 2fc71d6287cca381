import type { ParsedFilters } from './fields.ts'

/** What the parser asks of an index. */
export interface TermLookup {
  /** Whether some text of the index has this very word. */
  has(word: string): boolean
  /** Whether some text of the index has the word twice. */
  repeats(word: string): boolean
  /** Whether two words are neighbours in some text of the index. */
  hasPair(first: string, second: string): boolean
  /** Whether the word, joined with the next if there is one, matches anything. */
  matches(word: string, next: string | undefined, isLast: boolean, withTypos: boolean): boolean
  /** Whether a manufacturer is called so, by one word or by several with blanks between. */
  isManufacturer(name: string): boolean
  /** Whether the word is part of the name of a machine class. */
  isClassWord(word: string): boolean
  /**
   * Where the longest run of these words is the whole name of a machine, with or without its manufacturer's: one with a
   * word whose use is something else, and with one that is no part of a figure.
   */
  wholeName(words: readonly string[], uses: readonly WordUse[]): readonly [start: number, end: number] | undefined
  /** The one class, or the one manufacturer, that is called so. */
  valueNamed(field: 'machine_class' | 'manufacturer', words: readonly string[]): string | undefined
  /** Whether a visible machine of this manufacturer is of this class. */
  makes(manufacturer: string, machineClass: string): boolean
  /** The power that implements of these kinds need of a class; those with most of the words in their names. */
  powerFor(
    kinds: readonly string[],
    words: readonly string[],
    machineClass: string | undefined,
  ): Pick<ParsedFilters, 'hp_min' | 'hp_max'>
  /** Whether a visible machine matches all these words. */
  matchesAll(words: readonly string[]): boolean
}

/** Places of used listings; without them a query is for machines. */
export interface PlaceLookup {
  /** The district that is written so, if listings are in it; words are joined by blanks. */
  districtNamed(words: string): string | undefined
  /** The value of `near` for a district, in a state if one is named. */
  nearNamed(words: string, state?: string): string | undefined
  isKnownPin(text: string): boolean
  /** The year now. */
  thisYear(): number
}

/** What the parser makes of a word: a word to match, something else, or part of a figure. */
export type WordUse = 'word' | 'other' | 'figure'

/** What a query is parsed against. With `places` it is for used listings. */
export interface ParseContext {
  lookup: TermLookup
  places: PlaceLookup | undefined
}
