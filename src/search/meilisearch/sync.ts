import { randomUUID } from 'node:crypto'
import type { Projection } from '../../database/change-feed-reader.ts'
import { type Db, readRevision } from '../../database/schema.ts'
import type { Log } from '../../lib/log.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { schedule } from '../../lib/timers.ts'
import { createSearchClient, type MeilisearchTarget, type SearchClient } from './client.ts'
import { fingerprint, type IndexState, indexName, readState, STATE_SEARCH } from './documents.ts'
import { isNotOurIndex } from './engine.ts'
import { createIndexWriter, createLease, LeaseLost, readSyncRow } from './index-writer.ts'

interface IndexSyncOptions {
  db: Db
  client: SearchClient
  log: Log
  /** How often the index itself is asked: it may have lost its data. */
  lookMs?: number
  /** Called whenever the index has reached a revision. */
  onRevision?: (revision: number) => void
}

const LOOK_MS = 1_000
const RENEW_MS = 5_000
const OTHERS_TURN_MS = 2_000
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000
const CLOSE_MS = 2_000

/** Keeps the index equal to the database while this process has the turn. */
export function startIndexSync({ db, client, log, lookMs = LOOK_MS, onRevision }: IndexSyncOptions) {
  const lease = createLease(db, randomUUID())
  let leasedAt = Number.NEGATIVE_INFINITY
  let failures = 0

  async function isOurTurn(): Promise<boolean> {
    if (performance.now() - leasedAt < RENEW_MS) return true
    const isOurs = await lease.hold()
    leasedAt = isOurs ? performance.now() : Number.NEGATIVE_INFINITY
    return isOurs
  }

  /** Looks once and does what is needed. Returns how long to wait until the next look. */
  async function step(signal: AbortSignal): Promise<number> {
    if (!(await isOurTurn())) return OTHERS_TURN_MS
    const { databaseId, sentRevision } = await readSyncRow(db)
    const writer = createIndexWriter({ db, client, databaseId, mayWrite: () => lease.hold() })
    const state = await lookAtIndex(client, databaseId)
    const trouble = rebuildReason(state, databaseId, sentRevision)
    let revision = await readRevision(db)
    if (trouble !== undefined) {
      log.info({ reason: trouble }, 'building the search index')
      const start = performance.now()
      const created = await writer.build(signal)
      await writer.swapIn(created.built, signal)
      revision = created.revision
      log.info({ revision, ms: Math.round(performance.now() - start) }, 'the search index is built')
    } else if (state!.revision !== revision) {
      revision = await writer.catchUp(indexName(databaseId), state!.complete, signal)
    }
    onRevision?.(revision)
    return lookMs
  }

  async function attempt(signal: AbortSignal): Promise<number> {
    try {
      const wait = await step(signal)
      if (failures > 0) log.info({}, 'the search index is kept current again')
      failures = 0
      return wait
    } catch (error) {
      if (signal.aborted) return 0
      leasedAt = Number.NEGATIVE_INFINITY
      if (error instanceof LeaseLost) return OTHERS_TURN_MS
      if (failures++ === 0) log.warn({ err: error }, 'the search index cannot be kept current; trying again')
      return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS)
    }
  }

  const loop = schedule(lookMs, attempt, { atOnce: true })
  return {
    /** It takes no rows, since the index says itself how far it is; each revision wakes the one who writes it. */
    projection: { tables: [], reset() {}, reached: () => void loop.wake() } satisfies Projection,
    async close() {
      // A request that hangs in a paused server must not keep this process alive.
      await withTimeout(loop.stop(), CLOSE_MS).catch(() => {})
      await lease.drop().catch(() => {})
    },
  }
}

/** Why the index must be built again; undefined when it can be continued. */
function rebuildReason(state: IndexState | undefined, databaseId: string, sentRevision: number): string | undefined {
  if (state === undefined) return 'there is none'
  if (state.database !== databaseId) return 'it was made from another database'
  if (state.fingerprint !== fingerprint()) return 'it was made with other settings'
  if (state.complete > sentRevision) return 'it was made from a later state of the database'
  return undefined
}

/** The state of the index; undefined when there is none, or one without our settings. */
export async function lookAtIndex(client: SearchClient, databaseId: string): Promise<IndexState | undefined> {
  try {
    return readState(await client.index(indexName(databaseId)).search('', STATE_SEARCH))
  } catch (error) {
    if (isNotOurIndex(error)) return undefined
    throw error
  }
}

/** Why the index of this database cannot answer, undefined when it can; and how many changes of the database it lacks. */
export async function examineIndex(
  db: Db,
  target: MeilisearchTarget,
): Promise<{ trouble: string | undefined; behind: number }> {
  const { databaseId, sentRevision } = await readSyncRow(db)
  const revision = await readRevision(db)
  const state = await lookAtIndex(createSearchClient(target), databaseId)
  const trouble = rebuildReason(state, databaseId, sentRevision)
  return { trouble, behind: trouble === undefined ? Math.max(0, revision - state!.complete) : revision }
}
