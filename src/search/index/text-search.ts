import { createCache } from '../../lib/cache.ts'
import { hasCommon, intersection } from '../../lib/collections/bitset.ts'
import { toBmpCodeUnits } from '../../lib/text/normalize.ts'
import type { Clauses } from '../parser/clauses.ts'
import type { TermLookup } from '../parser/term-lookup.ts'
import { typosAllowed, typosTogether } from './score.ts'
import { CLASS, createTextIndex, MANUFACTURER, type TextTable } from './text-index.ts'
import { createTextMatcher } from './text-match.ts'
import { AGAIN, canJoin } from './text-tokens.ts'

const MAX_TRIED = 2_048
const ENGLISH_PLURAL = /^[a-z]{3,}s$/

/** The texts of a table's rows, what matches them, and what the parser asks of them. */
export function createTextSearch(
  table: TextTable,
  visible: () => Uint32Array,
  powerFor: TermLookup['powerFor'] = () => ({}),
) {
  const text = createTextIndex(table)
  const matcher = createTextMatcher(text)
  const { dictionary } = text
  const tried = createCache<string, boolean>(MAX_TRIED)
  const facetOf = (field: 'machine_class' | 'manufacturer') => (field === 'machine_class' ? CLASS : MANUFACTURER)
  const withValue = (field: 'machine_class' | 'manufacturer', value: string) =>
    table.withCode(facetOf(field), table.lists[facetOf(field)].codeOf(value))

  const lookup: TermLookup = {
    powerFor,
    has: text.has,
    repeats: (word) => text.has(word + AGAIN),
    hasPair: (first, second) => (canJoin(first, second) ? text.has(first + second) : text.areNeighbours(first, second)),
    matches(typed, following, isLast, withTypos) {
      const word = toBmpCodeUnits(typed)
      const next = toBmpCodeUnits(following ?? '')
      if (following !== undefined && !canJoin(word, next)) return false
      const typos = next === '' ? typosAllowed(word.length) : typosTogether(word.length, next.length)
      return dictionary.match(word + next, withTypos ? typos : 0, isLast).size > 0
    },
    matchesAll: (words) => tried.getOrCompute(words.join(' '), () => matcher.finds(words, visible())),
    isManufacturer: (name) => text.codesNamed(MANUFACTURER, name).size > 0,
    isClassWord: (word) => text.isClassWord(word) || (ENGLISH_PLURAL.test(word) && text.isClassWord(word.slice(0, -1))),
    wholeName: text.wholeName,
    valueNamed(field, words) {
      const [code, ...others] = text.codesNamed(facetOf(field), words.join(' '))
      return code === undefined || others.length > 0 ? undefined : table.lists[facetOf(field)].textOf(code)
    },
    makes: (manufacturer, machineClass) =>
      hasCommon(
        intersection([withValue('manufacturer', manufacturer), withValue('machine_class', machineClass)]),
        visible(),
      ),
  }

  return {
    lookup,
    put: text.put,
    setWords: text.setWords,
    nameLengths: text.nameLengths,
    match: (clauses: Clauses) => matcher.match(clauses, visible()),
    commit(): void {
      text.commit()
      matcher.forget()
      tried.clear()
    },
    forget: tried.clear,
  }
}
