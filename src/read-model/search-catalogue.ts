import { asRead } from '../search/search-request.ts'
import type { EngineAnswer, SearchEngine, SearchQuery } from '../search/types.ts'
import { traced } from '../tracing.ts'
import type { Catalogue } from './catalogue.ts'
import { writeSearchPage } from './search-page.ts'

export interface SearchedPage {
  /** The response to the search as JSON. */
  page: Buffer
  facets: EngineAnswer['facets']
  /** False when a stand-in answered: then the engine is asked again as soon as it is back. */
  isCurrent: boolean
}

/** Asks the engine; where its hits do not belong to the catalogue in memory, that catalogue's own index answers. */
export function catalogueSearch(
  catalogue: Catalogue,
  engine?: SearchEngine,
): (query: SearchQuery) => Promise<SearchedPage> {
  // There is no pause between finding and writing, so the rows belong to the model they are written from.
  const own = (query: SearchQuery) => {
    const found = findInMemory(catalogue, query)
    return { page: write(query, found)!, facets: found.facets }
  }
  const write = (query: SearchQuery, found: EngineAnswer) =>
    writeSearchPage(catalogue.model, asRead(query, catalogue.model.index.read(query.q)), found)
  const attributes = { 'yantra.engine': engine?.name ?? 'database' }
  const inSpan = (work: () => Promise<SearchedPage>) => traced({ name: 'search', kind: 'internal', attributes }, work)
  if (!engine) return (query) => inSpan(async () => ({ ...own(query), isCurrent: true }))
  return (query) => inSpan(() => asked(engine, query))

  async function asked(engine: SearchEngine, query: SearchQuery): Promise<SearchedPage> {
    const found = await engine.search(query)
    const page = write(query, found)
    if (!page) return { ...own(query), isCurrent: false }
    return { page, facets: found.facets, isCurrent: found.engine === engine.name }
  }
}

/** The index in memory as an engine. */
export function databaseEngine(catalogue: Catalogue): SearchEngine {
  return { name: 'database', search: async (query) => findInMemory(catalogue, query) }
}

function findInMemory({ model }: Catalogue, query: SearchQuery): EngineAnswer {
  return { ...model.index.find(query), engine: 'database' }
}
