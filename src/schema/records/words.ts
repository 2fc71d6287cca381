import { lazy } from '../../lib/cache.ts'
import { phrasesOf, readTsv } from '../../lib/text/word-lists.ts'

/** Of fields (`spec`) and units: labels in three languages, then synonyms. */
export const wordLines = lazy(() => readTsv(new URL('words.tsv', import.meta.url)))

export function labelsOf(list: 'spec' | 'unit', key: string): string[] {
  const lines = wordLines().filter(([of, name]) => of === list && name === key)
  return lines.flatMap(([, , en, hi, ta, synonyms]) => [en!, hi!, ta!, ...(synonyms ? phrasesOf(synonyms) : [])])
}
