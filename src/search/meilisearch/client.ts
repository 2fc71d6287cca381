import { Meilisearch } from 'meilisearch'

export type SearchClient = Meilisearch

export interface MeilisearchTarget {
  url: string
  key: string | undefined
}

const REQUEST_TIMEOUT_MS = 30_000

/** Searches bring a limit of their own; everything else may take a while. */
export function createSearchClient({ url, key }: MeilisearchTarget): SearchClient {
  return new Meilisearch({
    host: url,
    ...(key === undefined ? {} : { apiKey: key }),
    timeout: REQUEST_TIMEOUT_MS,
    // Compressed answers leave in several small packets, each waiting for the one before to be acknowledged: 40 ms.
    requestInit: { headers: { 'accept-encoding': 'identity' } },
  })
}
