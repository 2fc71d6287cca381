import { lazy } from '../../lib/cache.ts'
import { phrasesOf, readTsv } from '../../lib/text/word-lists.ts'

/** The lines of words.tsv: a field (`spec`) or a unit, its labels in three languages, what else it is called. */
export const wordLines = lazy(() => readTsv(new URL('words.tsv', import.meta.url)))

/** All that a field or a unit is called. */
export function labelsOf(list: 'spec' | 'unit', key: string): string[] {
  const lines = wordLines().filter(([of, name]) => of === list && name === key)
  return lines.flatMap(([, , en, hi, ta, synonyms]) => [en!, hi!, ta!, ...(synonyms ? phrasesOf(synonyms) : [])])
}
