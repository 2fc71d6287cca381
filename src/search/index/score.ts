import { MAX_WORDS, TENTHS } from './costs.ts'

/** Why a machine ranks where it does. Each feature is 0 at best. */
export interface ScoreFeatures {
  /** The whole query is the machine's name (-1), its manufacturer (0) or its class, or none of them. */
  whole_query: number
  /** How far the matched words are from the typed ones, and how good their fields are. */
  words: number
  /** The model name does not begin with a typed word. */
  leading: number
  /** The name has the typed words in another order. */
  order: number
  /** The name is not exactly the typed words. */
  exact: number
  /** The name has words that were not typed. */
  covered: number
}

/** Returns the ranking score of a machine: the lowest comes first. `yantra explain` shows it. */
export function scoreOf({ whole_query, words, leading, order, exact, covered }: ScoreFeatures): number {
  return whole_query + words + leading + order + exact + covered
}

/** Sets all features, in place: one call for each matching row. */
export function setFeatures(
  features: ScoreFeatures,
  whole: number,
  words: number,
  leading: number,
  order: number,
  exact: number,
  covered: number,
): void {
  features.whole_query = whole
  features.words = words
  features.leading = leading
  features.order = order
  features.exact = exact
  features.covered = covered
}

/** Returns what orders machines of equal score, as `standing` packs it. */
export function tieBreakers(standing: number) {
  const group = Math.floor(standing / 16 / (MAX_WORDS + 1))
  return {
    lifecycle: (['current', 'upcoming', 'discontinued'] as const)[group >> 1]!,
    has_price: group % 2 === 0,
    name_words: (standing >>> 4) & MAX_WORDS,
    completeness: (TENTHS - (standing & 15)) / TENTHS,
  }
}
