import type { EngineAnswer, SearchEngine, SearchQuery } from '../search/types.ts'
import { traced } from '../tracing.ts'
import type { Catalogue } from './catalogue.ts'
import { writeSearchPage } from './search-page.ts'

export interface SearchedPage {
  /** The response to the search as JSON. */
  page: Buffer
  /** False when a stand-in answered: then the engine is asked again as soon as it is back. */
  isCurrent: boolean
}

/** Asks the engine; where its hits do not belong to the catalogue in memory, that catalogue's own index answers. */
export function catalogueSearch(
  catalogue: Catalogue,
  engine?: SearchEngine,
): (query: SearchQuery) => Promise<SearchedPage> {
  // There is no pause between finding and writing, so the rows belong to the model they are written from.
  const own = (query: SearchQuery) => writeSearchPage(catalogue.model, query, findInMemory(catalogue, query))!
  const attributes = { 'yantra.engine': engine?.name ?? 'database' }
  const inSpan = (work: () => Promise<SearchedPage>) => traced({ name: 'search', kind: 'internal', attributes }, work)
  if (!engine) return (query) => inSpan(async () => ({ page: own(query), isCurrent: true }))
  return (query) => inSpan(() => asked(engine, query))

  async function asked(engine: SearchEngine, query: SearchQuery): Promise<SearchedPage> {
    const found = await engine.search(query)
    const page = writeSearchPage(catalogue.model, query, found)
    return page ? { page, isCurrent: found.engine === engine.name } : { page: own(query), isCurrent: false }
  }
}

/** The index in memory as an engine. */
export function databaseEngine(catalogue: Catalogue): SearchEngine {
  return { name: 'database', search: async (query) => findInMemory(catalogue, query) }
}

function findInMemory({ model }: Catalogue, query: SearchQuery): EngineAnswer {
  return { ...model.index.find(query), engine: 'database' }
}
