import { createCatalogueStore } from './index/catalogue-store.ts'
import { createKnownWords } from './index/known-words.ts'
import { createBoundReader } from './query/bounds.ts'
import { createCellSearch } from './query/cell-search.ts'
import { readFacets } from './query/facet-counts.ts'
import { compileFilters } from './query/filters.ts'
import { createListSearch } from './query/list-search.ts'
import { createTextMatcher } from './query/text-match.ts'
import { NOTHING_READ, readQuery } from './reading/read-query.ts'
import type { SearchAnswer, SearchIndex, SearchQuery } from './types.ts'

export function createSearchIndex(today: string): SearchIndex {
  const store = createCatalogueStore()
  store.setToday(today)
  const matcher = createTextMatcher(store)
  const bounds = createBoundReader(store)
  const listSearch = createListSearch(store)
  const cellSearch = createCellSearch(store)

  const known = createKnownWords(store.dictionary)
  const read = (q: string) => (q === '' ? NOTHING_READ : readQuery(q, known))

  function search(query: SearchQuery): SearchAnswer {
    const filters = compileFilters(query, store)
    const { words, figures } = read(query.q)
    const text = words.length === 0 ? undefined : matcher.match(words)
    if (words.length > 0 && text === undefined) return nothing(filters)
    const within = bounds.read(query, figures)
    // A word that only machines' own text can hold leads to few rows; otherwise whole cells are decided at once.
    const found =
      text?.driver !== undefined
        ? listSearch(query, filters, within, text, text.driver)
        : cellSearch(query, filters, within, text)
    text?.finish()
    return {
      ids: found.page.map((row) => store.columns.id[row]!),
      total: found.total,
      facets: readFacets(found.counts, filters, store),
    }
  }

  function nothing(filters: ReturnType<typeof compileFilters>): SearchAnswer {
    const none = new Uint32Array(0)
    return {
      ids: [],
      total: 0,
      facets: readFacets({ byProfile: none, outOfPower: none, byMaker: none }, filters, store),
    }
  }

  return {
    apply: store.apply,
    stager: store.stager,
    setToday: store.setToday,
    read,
    search,
    get size() {
      return store.machines()
    },
    stats: () => ({
      machines: store.machines(),
      visible: store.visible(),
      tokens: store.dictionary.size,
      profiles: store.profiles.size,
      cells: store.cells.bound,
      bytes: store.bytes() + bounds.bytes(),
    }),
  }
}
