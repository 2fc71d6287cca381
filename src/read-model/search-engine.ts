import type { EngineAnswer, SearchEngine, SearchQuery } from '../search/types.ts'
import type { Catalogue } from './catalogue.ts'

export type { EngineAnswer, SearchEngine }

/** The index in memory, fed from the database. */
export function databaseEngine(catalogue: Catalogue): SearchEngine {
  return { name: 'database', search: async (query) => findInMemory(catalogue, query) }
}

export function findInMemory({ model }: Catalogue, query: SearchQuery): EngineAnswer {
  return { ...model.index.find(query), engine: 'database' }
}
