import type { SearchQuery } from '../search/types.ts'
import { traced } from '../tracing.ts'
import type { Catalogue } from './catalogue.ts'
import { findInMemory, type SearchEngine } from './search-engine.ts'
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
  // Found and written without a pause, so that its rows are of the model they are written from.
  const own = (query: SearchQuery) => writeSearchPage(catalogue.model, query, findInMemory(catalogue, query))!
  const attributes = { 'yantra.engine': engine?.name ?? 'database' }
  const within = (work: () => Promise<SearchedPage>) => traced({ name: 'search', kind: 'internal', attributes }, work)
  if (!engine) return (query) => within(async () => ({ page: own(query), isCurrent: true }))
  return (query) => within(() => asked(engine, query))

  async function asked(engine: SearchEngine, query: SearchQuery): Promise<SearchedPage> {
    const found = await engine.search(query)
    const page = writeSearchPage(catalogue.model, query, found)
    return page ? { page, isCurrent: found.engine === engine.name } : { page: own(query), isCurrent: false }
  }
}
