import type { Registry } from 'prom-client'
import { kolkataDate } from '../../calendar.ts'
import type { Db } from '../../database/schema.ts'
import type { Log } from '../../log.ts'
import type { SearchEngine, SearchIndex } from '../types.ts'
import { createSearchClient, type MeilisearchTarget } from './client.ts'
import { createMeilisearchEngine } from './engine.ts'
import { createEngineChoice, type EngineChoice } from './engine-choice.ts'
import { createEngineMetrics } from './engine-metrics.ts'
import { readSyncRow } from './lease.ts'
import { startIndexSync } from './sync.ts'

export interface MeilisearchParts {
  target: MeilisearchTarget & { maxLagMs?: number }
  db: Db
  /** What is served from memory: the index may answer only at the same revision. */
  catalogue: {
    readonly revision: number
    readonly model: Pick<SearchIndex, 'read'>
    onChange(listener: () => void): void
  }
  /** Answers in place of Meilisearch. */
  database: SearchEngine
  log: Log
  metrics: Registry
}

/** Everything a server needs to search with Meilisearch: who is asked, and the index kept current meanwhile. */
export async function startMeilisearchSearch(
  parts: MeilisearchParts,
): Promise<{ engine: EngineChoice; close(): Promise<void> }> {
  const { target, db, catalogue, database, log, metrics } = parts
  const client = createSearchClient(target)
  const { databaseId } = await readSyncRow(db)
  const meilisearch = createMeilisearchEngine({
    client,
    database: databaseId,
    revision: () => catalogue.revision,
    today: () => kolkataDate(Date.now()),
    read: (q) => catalogue.model.read(q),
    maxLagMs: target.maxLagMs ?? 0,
  })
  const engine = createEngineChoice({
    meilisearch,
    database,
    log,
    metrics: createEngineMetrics(metrics),
  })
  const sync = startIndexSync({ db, client, log })
  catalogue.onChange(() => sync.nudge())
  return { engine, close: sync.close }
}
