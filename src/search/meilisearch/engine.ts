import { MeilisearchApiError } from 'meilisearch'
import { createCache } from '../../lib/cache.ts'
import { isIndic } from '../../lib/text/normalize.ts'
import type { ParsedQuery } from '../parser/parse-query.ts'
import type { SearchAnswer, SearchQuery } from '../types.ts'
import type { SearchClient } from './client.ts'
import { type Plan, planSearch, readAnswer } from './query.ts'
import { fingerprint, indexName } from './settings.ts'

/**
 * What Meilisearch answered:
 * - `behind`: its index is at another revision than the catalogue in memory, or is not ours;
 * - `unfit`: it would not answer this query by our rules.
 * Any other failure is thrown.
 */
export type EngineOutcome = { answer: SearchAnswer } | 'behind' | 'unfit'

export type MeilisearchEngine = ReturnType<typeof createMeilisearchEngine>

interface MeilisearchEngineOptions {
  client: SearchClient
  /** Which database the catalogue comes from. */
  database: string
  /** The current revision of the catalogue in memory. */
  revision: () => number
  /** YYYY-MM-DD in the catalogue's time zone. */
  today: () => string
  parse: (q: string) => ParsedQuery
  /** How long an index that is behind may still answer; 0 for not at all. */
  maxLagMs?: number
  clock?: () => number
}

/** Takes machine ids, totals and facets from Meilisearch, never summaries. */
export function createMeilisearchEngine(options: MeilisearchEngineOptions) {
  const { client, database, revision, today, parse, maxLagMs = 0, clock = Date.now } = options
  const index = indexName(database)
  const expected = fingerprint()
  const lag = createLag(revision, clock)

  async function carryOut(plan: Plan, signal: AbortSignal): Promise<{ answer: SearchAnswer } | 'behind'> {
    let response: unknown
    try {
      response = await client.multiSearch({ queries: plan.queries }, { signal })
    } catch (error) {
      if (isNotOurIndex(error)) return 'behind'
      throw error
    }
    const { answer, state } = readAnswer(response, plan)
    if (state?.database !== database || state.fingerprint !== expected || state.revision === null) return 'behind'
    lag.note()
    const isCurrent = state.revision === revision() || (maxLagMs > 0 && lag.of(state.revision) <= maxLagMs)
    return isCurrent ? { answer } : 'behind'
  }

  return {
    async ask(query: SearchQuery, signal: AbortSignal): Promise<EngineOutcome> {
      lag.note()
      const parsed = parse(query.q)
      const plan = planSearch(index, query, parsed, today())
      if (plan === undefined) return 'unfit'
      const result = await carryOut(plan, signal)
      // A word of an Indic script may be known by its sound, which only the database hears.
      const isHeard = result !== 'behind' && result.answer.total === 0 && parsed.clauses[0]?.some(isIndic)
      return isHeard ? 'unfit' : result
    },
  }
}

/** There is no index, or one without our settings: it is lost or not made yet. */
export function isNotOurIndex(error: unknown): boolean {
  const code = error instanceof MeilisearchApiError ? error.cause?.code : undefined
  return code !== undefined && NOT_OURS.has(code)
}

const NOT_OURS = new Set<string>([
  'index_not_found',
  'invalid_search_filter',
  'invalid_search_sort',
  'invalid_search_facets',
])

const MAX_REMEMBERED = 1_000

/** Remembers when a newer revision replaced each one. */
function createLag(revision: () => number, clock: () => number) {
  const overtaken = createCache<number, number>(MAX_REMEMBERED)
  let newest: number | undefined
  return {
    note(): void {
      const now = revision()
      if (newest === now) return
      if (newest !== undefined) overtaken.set(newest, clock())
      newest = now
    },
    /** Milliseconds since a newer revision replaced this one; infinite for a revision never seen. */
    of(value: number): number {
      const since = overtaken.get(value)
      return since === undefined ? Number.POSITIVE_INFINITY : clock() - since
    },
  }
}
