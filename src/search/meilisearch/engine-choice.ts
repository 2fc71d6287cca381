import { MeilisearchApiError } from 'meilisearch'
import type { ChangeFeedReader } from '../../database/change-feed-reader.ts'
import type { Db } from '../../database/schema.ts'
import { kolkataDate } from '../../lib/calendar.ts'
import type { Log } from '../../lib/log.ts'
import type { MetricRegistry } from '../../lib/metrics.ts'
import type { SearchIndex } from '../search-index.ts'
import type { EngineAnswer, SearchAnswer, SearchEngine, SearchQuery } from '../types.ts'
import { createCircuitBreaker, createEngineMetrics, type EngineStateName, type Fallback } from './circuit-breaker.ts'
import { createSearchClient, type MeilisearchTarget, reasonOf } from './client.ts'
import { createMeilisearchEngine, type EngineOutcome, type MeilisearchEngine } from './engine.ts'
import { readSyncRow } from './index-writer.ts'
import { startIndexSync } from './sync.ts'

interface EngineChoiceOptions {
  meilisearch: MeilisearchEngine
  database: SearchEngine
  log: Log
  metrics?: ReturnType<typeof createEngineMetrics>
  /** How long a search waits for Meilisearch. */
  limitMs?: number
  clock?: () => number
}

const LIMIT_MS = 300
/** The index is behind for a moment after each change; only a longer time is logged. */
const WORTH_A_LINE_MS = 5_000

/** Asks Meilisearch when it is healthy and current, otherwise the database, within the same request. */
export function createEngineChoice(options: EngineChoiceOptions) {
  const { meilisearch, database, log, metrics, limitMs = LIMIT_MS, clock = Date.now } = options
  const state = createCircuitBreaker(clock, (name) => {
    metrics?.state(name)
    report()
  })
  let reported: EngineStateName = 'serving'

  /** Logs one line for each change of state. */
  function report(): void {
    const { name, since, reason } = state
    if (name === reported || (name === 'behind' && clock() - since < WORTH_A_LINE_MS)) return
    reported = name
    if (name === 'serving') log.info({}, 'Meilisearch answers searches')
    else log.warn({ reason }, 'the database answers searches in place of Meilisearch')
  }

  /** What Meilisearch found, or why it did not. */
  async function ask(query: SearchQuery): Promise<SearchAnswer | Fallback> {
    const start = performance.now()
    const signal = AbortSignal.timeout(limitMs)
    let outcome: EngineOutcome
    try {
      outcome = await meilisearch.ask(query, signal)
    } catch (error) {
      if (isOurFault(error)) {
        state.served()
        return 'refused'
      }
      state.failed(signal.aborted ? `no answer within ${limitMs} ms` : reasonOf(error))
      return signal.aborted ? 'slow' : 'failing'
    } finally {
      metrics?.asked((performance.now() - start) / 1_000)
    }
    if (outcome === 'behind') {
      state.fellBehind()
      report()
      return 'behind'
    }
    if (outcome === 'unfit') {
      state.skipped()
      return 'unfit'
    }
    state.served()
    return outcome.answer
  }

  function fallBack(query: SearchQuery, reason: Fallback): Promise<EngineAnswer> {
    metrics?.fellBack(reason)
    metrics?.answered('database')
    return database.search(query)
  }

  async function searchThere(query: SearchQuery): Promise<EngineAnswer> {
    const result = await ask(query)
    if (typeof result === 'string') return fallBack(query, result)
    metrics?.answered('meilisearch')
    return { ...result, engine: 'meilisearch' }
  }

  return {
    name: 'meilisearch' as const,
    get state() {
      return state.name
    },
    async search(query: SearchQuery): Promise<EngineAnswer> {
      if (state.name === 'serving') return searchThere(query)
      if (state.takeLook()) void ask(query)
      return fallBack(query, state.name === 'behind' ? 'behind' : 'failing')
    },
  }
}

/** Refusing a request says nothing about Meilisearch's health. */
function isOurFault(error: unknown): boolean {
  if (!(error instanceof MeilisearchApiError)) return false
  const { status } = error.response
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}

interface MeilisearchParts {
  target: MeilisearchTarget & { maxLagMs?: number }
  db: Db
  /** The index may answer only at the revision of this catalogue. */
  catalogue: {
    readonly revision: number
    readonly model: { index: Pick<SearchIndex, 'parse'> }
    follower: Pick<ChangeFeedReader, 'follow'>
  }
  /** Answers in place of Meilisearch. */
  database: SearchEngine
  log: Log
  metrics: MetricRegistry
}

/** Starts the choice of engines for a server, and keeps the index current. */
export async function startMeilisearchSearch(parts: MeilisearchParts) {
  const { target, db, catalogue, database, log, metrics } = parts
  const client = createSearchClient(target)
  const { databaseId } = await readSyncRow(db)
  const meilisearch = createMeilisearchEngine({
    client,
    database: databaseId,
    revision: () => catalogue.revision,
    today: () => kolkataDate(Date.now()),
    parse: (q) => catalogue.model.index.parse(q),
    maxLagMs: target.maxLagMs ?? 0,
  })
  const engine = createEngineChoice({ meilisearch, database, log, metrics: createEngineMetrics(metrics) })
  const sync = startIndexSync({ db, client, log })
  await catalogue.follower.follow(sync.projection)
  return { engine, close: sync.close }
}
