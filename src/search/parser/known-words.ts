import type { Said } from './measures.ts'

/** What the reader asks of the catalogue's words. */
export interface KnownWords {
  /** The catalogue is one of used machines. */
  areUsed: boolean
  /** Whether the catalogue holds this very word. */
  has(word: string): boolean
  /** Whether some text of the catalogue has the word twice. */
  repeats(word: string): boolean
  /** Whether two words are neighbours in some text of the catalogue. */
  hasPair(first: string, second: string): boolean
  /** Whether the word, joined with the next if given, matches anything. */
  matches(word: string, next: string | undefined, isLast: boolean, withTypos: boolean): boolean
  /** Whether a maker is called so, by one word or by several with blanks between. */
  isMaker(name: string): boolean
  /**
   * Where the longest run of these words is the whole name of a machine, with or without its maker's: one with a word
   * whose use is something else, and with one that no figure has.
   */
  wholeName(words: readonly string[], uses: readonly WordUse[]): readonly [start: number, end: number] | undefined
  /** The one class, or the one maker, that is called so. */
  valueNamed(field: 'machine_class' | 'manufacturer', words: readonly string[]): string | undefined
  /** Whether buyers see a machine of this maker in this class. */
  makes(maker: string, machineClass: string): boolean
  /** The power that implements of these kinds need of a class, if given; those with most of the words in their names. */
  powerFor(
    kinds: readonly string[],
    words: readonly string[],
    machineClass: string | undefined,
  ): Pick<Said, 'hp_min' | 'hp_max'>
  /** Whether buyers see a machine that matches all these words. */
  finds(words: readonly string[]): boolean
}

/** What the parser would make of a word: a word to search for, something else, or part of a figure. */
export type WordUse = 'word' | 'other' | 'figure'
