import type { PRICE_STATE_CODES } from '../schema/api/values.ts'
import { annotate, districtNames, phraseAt, stateNames } from '../search/parser/lexicon.ts'
import { tokenizeQuery } from '../search/parser/tokens.ts'

/** A name in English, Hindi and Tamil. */
type PlaceName = readonly [en: string, hi: string, ta: string]

/** Districts and towns. The list is open: another name is shown as it is written. */
export const DISTRICT_NAMES: readonly PlaceName[] = districtNames()

/** States and union territories by their codes, and all India. */
export const STATE_NAMES = Object.fromEntries(
  stateNames().map(([code, ...names]) => [code, names]),
) as unknown as Readonly<Record<(typeof PRICE_STATE_CODES)[number], PlaceName>>

/** Neighbouring words of a text as search sees them. */
export const wordsOf = (text: string) =>
  tokenizeQuery(text)
    .flatMap(({ words }) => words)
    .join(' ')

/** The code of the state that a text names, in any of the languages. */
export function stateNamed(text: string): string | undefined {
  const tokens = annotate(tokenizeQuery(text))
  const phrase = phraseAt(tokens, 0, 'state')
  return phrase?.end === tokens.length ? phrase.senses.state : undefined
}
