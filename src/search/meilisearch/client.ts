import { Meilisearch } from 'meilisearch'

export type SearchClient = Meilisearch

export interface MeilisearchTarget {
  url: string
  key: string | undefined
}

const REQUEST_TIMEOUT_MS = 30_000

/** Searches have their own time limit; everything else may take a while. */
export function createSearchClient({ url, key }: MeilisearchTarget): SearchClient {
  return new Meilisearch({
    host: url,
    ...(key === undefined ? {} : { apiKey: key }),
    timeout: REQUEST_TIMEOUT_MS,
    // Compressed answers come in small packets that wait for each other's acknowledgement, which costs 40 ms.
    requestInit: { headers: { 'accept-encoding': 'identity' } },
  })
}
