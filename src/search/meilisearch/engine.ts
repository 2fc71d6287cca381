import { MeilisearchApiError } from 'meilisearch'
import { createCache } from '../../lib/cache.ts'
import { isIndic } from '../../lib/text/normalize.ts'
import type { ParsedQuery } from '../parser/parse-query.ts'
import type { SearchAnswer, SearchQuery } from '../types.ts'
import type { SearchClient } from './client.ts'
import { indexName } from './documents.ts'
import { planSearch, readAnswer } from './query.ts'

/**
 * What Meilisearch answered:
 * - `behind`: its index is at another revision than the catalogue in memory, or is not ours;
 * - `unfit`: it cannot answer this query.
 * Any other failure is thrown.
 */
export type EngineOutcome = { answer: SearchAnswer } | 'behind' | 'unfit'

export type MeilisearchEngine = ReturnType<typeof createMeilisearchEngine>

interface MeilisearchEngineOptions {
  client: SearchClient
  database: string
  revision: () => number
  today: () => string
  parse: (q: string) => ParsedQuery
  /** How long an index that is behind may still answer; 0 for not at all. */
  maxLagMs?: number
}

const MAX_REVISIONS = 1_000

export function createMeilisearchEngine(options: MeilisearchEngineOptions) {
  const { client, database, revision, today, parse, maxLagMs = 0 } = options
  const index = indexName(database)
  const replaced = createCache<number, number>(MAX_REVISIONS)
  let newest = revision()

  function isCurrent(of: number): boolean {
    const now = revision()
    if (now !== newest) replaced.set(newest, Date.now())
    newest = now
    return of === now || Date.now() - (replaced.get(of) ?? Number.NEGATIVE_INFINITY) <= maxLagMs
  }

  return {
    async ask(query: SearchQuery, signal: AbortSignal): Promise<EngineOutcome> {
      isCurrent(newest)
      const parsed = parse(query.q)
      const plan = planSearch(index, query, parsed, today())
      if (plan === undefined) return 'unfit'
      const response = await client.multiSearch({ queries: plan.queries }, { signal }).catch((error) => {
        if (!isNotOurIndex(error)) throw error
        return 'behind' as const
      })
      if (response === 'behind') return response
      const { answer, state } = readAnswer(response, plan)
      if (typeof state?.revision !== 'number' || !isCurrent(state.revision)) return 'behind'
      // A word of an Indic script may be known by its sound, which only the database hears.
      return answer.total === 0 && parsed.clauses[0]?.some(isIndic) ? 'unfit' : { answer }
    },
  }
}

const NOT_OURS = ['index_not_found', 'invalid_search_filter', 'invalid_search_sort', 'invalid_search_facets']

/** Whether there is no index, or one without our settings: it is lost or not built yet. */
export const isNotOurIndex = (error: unknown): boolean =>
  error instanceof MeilisearchApiError && NOT_OURS.includes(error.cause?.code ?? '')
