import { readFileSync } from 'node:fs'
import type { PRICE_STATE_CODES } from '../contract/values.ts'
import { toLexemes } from '../search/reading/vocabulary.ts'

/** A name in English, Hindi and Tamil. */
type PlaceName = readonly [en: string, hi: string, ta: string]

const linesOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('|'))

/** Districts and towns with their own names. The list is open: another name is written as it came. */
export const DISTRICT_NAMES = linesOf('./districts.txt') as unknown as readonly PlaceName[]

/** States and union territories by their codes, and all India. */
export const STATE_NAMES = Object.fromEntries(
  linesOf('./states.txt').map(([code, ...names]) => [code, names]),
) as unknown as Readonly<Record<(typeof PRICE_STATE_CODES)[number], PlaceName>>

/** Neighbouring words of a text as search sees them. */
export const wordsOf = (text: string) =>
  toLexemes(text)
    .flatMap(({ words }) => words)
    .join(' ')

/** The districts of the list by each of their names. */
export const DISTRICTS_BY_NAME: ReadonlyMap<string, string> = new Map(
  DISTRICT_NAMES.flatMap((names) => names.map((name) => [wordsOf(name), names[0].toLowerCase()])),
)
