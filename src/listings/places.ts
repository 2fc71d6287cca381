import { readFileSync } from 'node:fs'
import type { PRICE_STATE_CODES } from '../schema/api/values.ts'
import { IS } from '../search/parser/meaning.ts'
import { phraseAt, toLexemes } from '../search/parser/vocabulary.ts'
import { linesOf } from '../search/words/word-lists.ts'

/** A name in English, Hindi and Tamil. */
type PlaceName = readonly [en: string, hi: string, ta: string]

/** Districts and towns with their own names. The list is open: another name is written as it came. */
export const DISTRICT_NAMES: readonly PlaceName[] = [...linesOf('districts')].map(([en, hi, ta]) => [en!, hi!, ta!])

/** States and union territories by their codes, and all India. */
export const STATE_NAMES = Object.fromEntries(
  readFileSync(new URL('./states.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
    .map(([code, ...names]) => [code, names]),
) as unknown as Readonly<Record<(typeof PRICE_STATE_CODES)[number], PlaceName>>

/** Neighbouring words of a text as search sees them. */
export const wordsOf = (text: string) =>
  toLexemes(text)
    .flatMap(({ words }) => words)
    .join(' ')

/** The code of the state that a text names, in any of the languages. */
export function stateNamed(text: string): string | undefined {
  const words = wordsOf(text)
  const isNamed = ([code, names]: [string, PlaceName]) => code !== 'IN' && names.some((name) => wordsOf(name) === words)
  const [code] = Object.entries(STATE_NAMES).find(isNamed) ?? []
  const lexemes = toLexemes(text)
  const phrase = phraseAt(lexemes, 0, IS.state)
  return code ?? (phrase?.end === lexemes.length ? phrase.meaning.state : undefined)
}
