import type { PRICE_STATE_CODES } from '../schema/api/values.ts'
import { annotate, districtNames, phraseAt, stateNames } from '../search/parser/lexicon.ts'
import { tokenizeQuery } from '../search/parser/tokens.ts'

/** A name in English, Hindi and Tamil. */
type PlaceName = readonly [en: string, hi: string, ta: string]

/** Districts and towns; other names are shown as written. */
export const DISTRICT_NAMES: readonly PlaceName[] = districtNames()

export const STATE_NAMES = Object.fromEntries(
  stateNames().map(([code, ...names]) => [code, names]),
) as unknown as Readonly<Record<(typeof PRICE_STATE_CODES)[number], PlaceName>>

export const wordsOf = (text: string) =>
  tokenizeQuery(text)
    .flatMap(({ words }) => words)
    .join(' ')

/** Returns the code of a state named in any language. */
export function stateNamed(text: string): string | undefined {
  const tokens = annotate(tokenizeQuery(text))
  const phrase = phraseAt(tokens, 0, 'state')
  return phrase?.end === tokens.length ? phrase.senses.state : undefined
}
