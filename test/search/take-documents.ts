import type { SearchIndex } from '../../src/search/search-index.ts'
import type { SearchDocument } from '../../src/search/types.ts'

/** Puts documents into an index, ready to be searched. */
export function takeDocuments(index: SearchIndex, documents: Iterable<SearchDocument>): void {
  index.put([...documents])
  index.settle()
}
