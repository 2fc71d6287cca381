import { hasBit } from '../memory/bits.ts'
import { CLASS } from './index/attributes.ts'
import { createCatalogueStore } from './index/catalogue-store.ts'
import { typosAllowed, typosTogether } from './index/costs.ts'
import { canJoin } from './index/field-tokens.ts'
import type { TokenDictionary } from './index/token-dictionary.ts'
import { createBoundReader } from './query/bounds.ts'
import { createCellSearch } from './query/cell-search.ts'
import { readFacets } from './query/facet-counts.ts'
import { compileFilters, type Filters } from './query/filters.ts'
import { createListSearch } from './query/list-search.ts'
import { createTextMatcher } from './query/text-match.ts'
import { type KnownWords, NOTHING_READ, type Reading, readQuery } from './reading/read-query.ts'
import type { FoundRows, SearchIndex, SearchQuery } from './types.ts'

export function createSearchIndex(today: string): SearchIndex {
  const store = createCatalogueStore()
  store.setToday(today)
  const matcher = createTextMatcher(store)
  const readBounds = createBoundReader(store)
  const listSearch = createListSearch(store)
  const cellSearch = createCellSearch(store)
  const classes = store.profiles.values[CLASS]!
  let state = {}

  const known = knownWords(store.dictionary)
  let last = { q: '', reading: NOTHING_READ }

  /** The route asks for the same reading after `find`, for a header, so the last one is kept. */
  function read(q: string): Reading {
    if (last.q !== q) last = { q, reading: readQuery(q, known) }
    return last.reading
  }

  function find(query: SearchQuery): FoundRows {
    const filters = compileFilters(query, store)
    const { words, figures } = read(query.q)
    const text = words.length === 0 ? undefined : matcher.match(words)
    if (words.length > 0 && text === undefined) return nothing(filters)
    const within = readBounds(query, figures)
    // A driver leads to few rows; without one, whole cells are decided at once.
    const found =
      text?.driver !== undefined
        ? listSearch(query, filters, within, text, text.driver)
        : cellSearch.search(query, filters, within, text)
    text?.finish()
    return { rows: found.page, total: found.total, facets: readFacets(found.counts, filters, store), state }
  }

  function nothing(filters: Filters): FoundRows {
    const none = new Uint32Array(0)
    const counts = { byProfile: none, outOfPower: none, byMaker: none }
    return { rows: [], total: 0, facets: readFacets(counts, filters, store), state }
  }

  const idOf = (row: number) => store.columns.id[row]!
  const forgettingAfter =
    <A extends unknown[]>(change: (...given: A) => void) =>
    (...given: A) => {
      change(...given)
      state = {}
      cellSearch.forget()
      last = { q: '', reading: NOTHING_READ }
    }

  return {
    apply: forgettingAfter(store.apply),
    taker: store.taker,
    settle: forgettingAfter(store.settle),
    setToday: forgettingAfter(store.setToday),
    read,
    find,
    search(query) {
      const { rows, total, facets } = find(query)
      return { ids: rows.map(idOf), total, facets }
    },
    columns: store.columns,
    get state() {
      return state
    },
    rowOf: store.rowOf,
    isShown: (row) => hasBit(store.visibleBits(), row),
    makerNumber: store.makers.numberOf,
    makerOf: (row) => store.cells.maker[store.columns.cell[row]!]!,
    classNumber: classes.numberOf,
    classKey: classes.textOf,
    classOf: (row) => store.profiles.columns()[CLASS]![store.cells.profile[store.columns.cell[row]!]!]!,
    get size() {
      return store.rows()
    },
  }
}

/** Tells the reader of queries which words the index holds. */
function knownWords(dictionary: TokenDictionary): KnownWords {
  return {
    has: dictionary.has,
    hasPair: (first, second) => canJoin(first, second) && dictionary.has(first + second),
    matches(word, next, isLast) {
      if (next === undefined) return dictionary.match(word, typosAllowed(word.length), isLast).tokens.length > 0
      if (!canJoin(word, next)) return false
      return dictionary.match(word + next, typosTogether(word.length, next.length), isLast).tokens.length > 0
    },
  }
}
