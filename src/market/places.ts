import { readFileSync } from 'node:fs'
import type { PRICE_STATE_CODES } from '../contract/values.ts'
import { toLexemes } from '../search/reading/vocabulary.ts'
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
