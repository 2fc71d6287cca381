import type { SearchQuery } from '../search/types.ts'
import type { Catalogue } from './catalogue.ts'
import { databaseEngine, type SearchEngine } from './search-engine.ts'
import { writeSearchPage } from './search-page.ts'

export interface SearchedPage {
  /** The response to the search as JSON. */
  page: Buffer
  /** False when a stand-in answered: then the engine is asked again as soon as it is back. */
  isCurrent: boolean
}

/** Asks the engine, and the catalogue's own index where the engine's hits are not of this catalogue. */
export function catalogueSearch(
  catalogue: Catalogue,
  engine?: SearchEngine,
): (query: SearchQuery) => Promise<SearchedPage> {
  const own = databaseEngine(catalogue)
  const first = engine ?? own
  return async (query) => {
    const found = await first.search(query)
    const page = writeSearchPage(catalogue.model, query, found)
    if (page) return { page, isCurrent: found.engine === first.name }
    // Found and written without a pause, so that its rows are of the model they are written from.
    const again = own.search(query) as Exclude<ReturnType<SearchEngine['search']>, Promise<unknown>>
    return { page: writeSearchPage(catalogue.model, query, again)!, isCurrent: false }
  }
}
