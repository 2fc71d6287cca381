import { readFileSync } from 'node:fs'
import type { Term } from './terms.ts'

type OpenList = 'kind' | 'spec' | 'unit' | 'said'

/** One line for each value: its list, its key, its words in every language. */
export const OPEN_ROWS = readFileSync(new URL('open-lists.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [list: OpenList, key: string, ...Term])

function words(list: OpenList): Record<string, Term> {
  return Object.fromEntries(OPEN_ROWS.flatMap(([of, key, ...term]) => (of === list ? [[key, term]] : [])))
}

/** Lists of values that come with the data. Any may bring others: they are shown as the data has them. */
export const openLists = {
  /** Kinds of machines and implements. */
  kind: words('kind'),
  /** Labels of figures, in the order of a sheet, and of spec groups. */
  spec: words('spec'),
  unit: words('unit'),
  /** Texts that sheets and listings repeat, in lower case. */
  said: words('said'),
}
