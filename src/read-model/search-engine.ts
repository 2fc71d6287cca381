import type { ENGINES } from '../contract/values.ts'
import type { SearchAnswer, SearchQuery } from '../search/types.ts'
import type { Catalogue } from './catalogue.ts'

export type EngineName = (typeof ENGINES)[number]

export interface EngineAnswer extends SearchAnswer {
  /** Who found it: not always the engine that was asked. */
  engine: EngineName
}

/** What can answer a search. Hits are ids; their summaries come from the catalogue whichever engine found them. */
export interface SearchEngine {
  readonly name: EngineName
  search(query: SearchQuery): EngineAnswer | Promise<EngineAnswer>
}

/** The index in memory, fed from the database. */
export function databaseEngine(catalogue: Catalogue): SearchEngine {
  return {
    name: 'database',
    search: (query) => ({ ...catalogue.model.search(query), engine: 'database' }),
  }
}
