import type { Registry } from 'prom-client'
import { kolkataDate } from '../../calendar.ts'
import type { Db } from '../../database/schema.ts'
import type { Follower } from '../../following/follower.ts'
import type { Log } from '../../log.ts'
import type { SearchEngine, SearchIndex } from '../types.ts'
import { createSearchClient, type MeilisearchTarget } from './client.ts'
import { createMeilisearchEngine } from './engine.ts'
import { createEngineChoice, type EngineChoice } from './engine-choice.ts'
import { createEngineMetrics } from './engine-state.ts'
import { readSyncRow } from './lease.ts'
import { startIndexSync } from './sync.ts'

export interface MeilisearchParts {
  target: MeilisearchTarget & { maxLagMs?: number }
  db: Db
  /** The index may answer only at the revision of this catalogue. */
  catalogue: {
    readonly revision: number
    readonly model: { index: Pick<SearchIndex, 'read'> }
    follower: Pick<Follower, 'follow'>
  }
  /** Answers in place of Meilisearch. */
  database: SearchEngine
  log: Log
  metrics: Registry
}

/** Starts the choice of engines for a server, and keeps the index current. */
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
    read: (q) => catalogue.model.index.read(q),
    maxLagMs: target.maxLagMs ?? 0,
  })
  const engine = createEngineChoice({ meilisearch, database, log, metrics: createEngineMetrics(metrics) })
  const sync = startIndexSync({ db, client, log })
  await catalogue.follower.follow(sync.projection)
  return { engine, close: sync.close }
}
