import { MeilisearchApiError } from 'meilisearch'
import type { ChangeFeedReader } from '../../database/change-feed-reader.ts'
import type { Db } from '../../database/schema.ts'
import { kolkataDate } from '../../lib/calendar.ts'
import type { Log } from '../../lib/log.ts'
import { createHistogram, createLabelledCounter, type MetricRegistry } from '../../lib/metrics.ts'
import { ENGINES } from '../../schema/api/values.ts'
import type { SearchIndex } from '../search-index.ts'
import type { EngineAnswer, SearchAnswer, SearchEngine, SearchQuery } from '../types.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createSearchClient, type MeilisearchTarget, reasonOf } from './client.ts'
import { createMeilisearchEngine, type EngineOutcome, type MeilisearchEngine } from './engine.ts'
import { readSyncRow, startIndexSync } from './sync.ts'

const FALLBACKS = ['slow', 'failing', 'behind', 'unfit', 'refused'] as const
type Fallback = (typeof FALLBACKS)[number]

interface EngineChoiceOptions {
  meilisearch: MeilisearchEngine
  database: SearchEngine
  log: Log
  metrics?: ReturnType<typeof createEngineMetrics>
}

const LIMIT_MS = 300
/** The index is briefly behind after each change; only longer delays are logged. */
const MIN_LOGGED_MS = 5_000

/** Asks Meilisearch when it is healthy and current, otherwise the database, within the same request. */
export function createEngineChoice({ meilisearch, database, log, metrics }: EngineChoiceOptions) {
  const breaker = createCircuitBreaker(Date.now, (name) => {
    metrics?.isServing(name === 'serving')
    report()
  })
  let reported = 'serving'

  function report(): void {
    const { name, since, reason } = breaker
    if (name === reported || (name === 'behind' && Date.now() - since < MIN_LOGGED_MS)) return
    reported = name
    if (name === 'serving') log.info({}, 'Meilisearch answers searches')
    else log.warn({ reason }, 'the database answers searches in place of Meilisearch')
  }

  async function ask(query: SearchQuery): Promise<SearchAnswer | Fallback> {
    const start = performance.now()
    const signal = AbortSignal.timeout(LIMIT_MS)
    let outcome: EngineOutcome | 'refused'
    try {
      outcome = await meilisearch.ask(query, signal)
    } catch (error) {
      if (!isRefusal(error)) {
        breaker.failed(signal.aborted ? `no answer within ${LIMIT_MS} ms` : reasonOf(error))
        return signal.aborted ? 'slow' : 'failing'
      }
      outcome = 'refused'
    } finally {
      metrics?.asked((performance.now() - start) / 1_000)
    }
    if (outcome === 'behind') {
      breaker.fellBehind()
      report()
    } else if (outcome === 'unfit') breaker.skipped()
    else breaker.served()
    return typeof outcome === 'string' ? outcome : outcome.answer
  }

  return {
    name: 'meilisearch' as const,
    get state() {
      return breaker.name
    },
    async search(query: SearchQuery): Promise<EngineAnswer> {
      let result: SearchAnswer | Fallback = breaker.name === 'behind' ? 'behind' : 'failing'
      if (breaker.name === 'serving') result = await ask(query)
      else if (breaker.takeLook()) void ask(query)
      if (typeof result === 'string') metrics?.fellBack(result)
      metrics?.answered(typeof result === 'string' ? 'database' : 'meilisearch')
      return typeof result === 'string' ? database.search(query) : { ...result, engine: 'meilisearch' }
    },
  }
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof MeilisearchApiError)) return false
  const { status } = error.response
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}

export function createEngineMetrics(registry: MetricRegistry) {
  const durations = ['yantra_search_meilisearch_seconds', 'From asking Meilisearch to its answer or failure'] as const
  const answers = ['yantra_search_answers_total', 'Searches, by the engine that answered'] as const
  const why = 'Searches that the database answered in place of Meilisearch, by reason'
  let serving = 1
  registry.add({
    name: 'yantra_search_meilisearch_serving',
    help: '1 while Meilisearch answers searches, 0 while the database does in its place',
    type: 'gauge',
    collect: () => [{ value: serving }],
  })
  return {
    answered: createLabelledCounter(registry, answers, 'engine', ENGINES),
    fellBack: createLabelledCounter(registry, ['yantra_search_fallbacks_total', why], 'reason', FALLBACKS),
    asked: createHistogram(registry, durations, [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5]),
    isServing(isServing: boolean): void {
      serving = Number(isServing)
    },
  }
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
  database: SearchEngine
  log: Log
  metrics: MetricRegistry
}

export async function startMeilisearchSearch({ target, db, catalogue, database, log, metrics }: MeilisearchParts) {
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
