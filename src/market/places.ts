import { readFileSync } from 'node:fs'
import { toLexemes } from '../search/reading/vocabulary.ts'

/** A name in English, Hindi and Tamil. */
type PlaceName = readonly [en: string, hi: string, ta: string]

/** Districts and towns with their own names. The list is open. */
export const DISTRICT_NAMES: readonly PlaceName[] = readFileSync(new URL('./districts.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('|') as unknown as PlaceName)

/** Neighbouring words of a text as search sees them. */
export const wordsOf = (text: string) =>
  toLexemes(text)
    .flatMap(({ words }) => words)
    .join(' ')

/** The districts of the list by each of their names. */
export const DISTRICTS_BY_NAME: ReadonlyMap<string, string> = new Map(
  DISTRICT_NAMES.flatMap((names) => names.map((name) => [wordsOf(name), names[0].toLowerCase()])),
)
