import type { EngineAnswer, SearchEngine } from '../search/types.ts'
import type { Catalogue } from './catalogue.ts'

export type { EngineAnswer, SearchEngine }

/** The index in memory, fed from the database. */
export function databaseEngine(catalogue: Catalogue): SearchEngine {
  return {
    name: 'database',
    search: (query) => ({ ...catalogue.model.index.find(query), engine: 'database' }),
  }
}
