import { randomUUID } from 'node:crypto'
import type { Projection } from '../../database/change-feed-reader.ts'
import { type Db, readRevision, snapshot } from '../../database/schema.ts'
import type { Log } from '../../lib/log.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { schedule } from '../../lib/timers.ts'
import { createSearchClient, finish, type MeilisearchTarget, type SearchClient } from './client.ts'
import {
  type IndexState,
  indexName,
  isOutdated,
  machinesChangedSince,
  readDocuments,
  readState,
  SETTINGS,
  STATE_ID,
  STATE_SEARCH,
} from './documents.ts'
import { isNotOurIndex } from './engine.ts'

const BATCH = 2_000
const LEASE_MS = 15_000
const LOOK_MS = 1_000
const OTHERS_TURN_MS = 2_000
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000
const CLOSE_MS = 2_000

class LeaseLost extends Error {}

export function createLease(db: Db, holder: string, clock: () => number = Date.now) {
  const take = (now: number) => db.updateTable('search_sync').set({ holder, held_until: now + LEASE_MS })
  return {
    /** Takes or keeps the turn; throws when another process has it. */
    async hold(): Promise<void> {
      const now = clock()
      const { numUpdatedRows } = await take(now)
        .where((eb) => eb.or([eb('holder', '=', holder), eb('holder', 'is', null), eb('held_until', '<', now)]))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new LeaseLost()
    },
    /** Takes the turn from its holder, who notices before the next batch. */
    seize: () => take(clock()).execute(),
    async drop() {
      await db.updateTable('search_sync').set({ holder: null, held_until: 0 }).where('holder', '=', holder).execute()
    },
  }
}

type Lease = ReturnType<typeof createLease>

export async function readSyncRow(db: Db): Promise<{ databaseId: string; sentRevision: number }> {
  const query = db.selectFrom('search_sync').select(['database_id', 'sent_revision'])
  const { database_id, sent_revision } = await query.executeTakeFirstOrThrow()
  return { databaseId: database_id, sentRevision: sent_revision }
}

interface IndexWriterOptions {
  db: Db
  client: SearchClient
  lease: Lease
  signal?: AbortSignal
  onProgress?: (sent: number, total: number) => void
}

async function catchUp(options: IndexWriterOptions, index: string, since: number): Promise<number> {
  const { db, client, lease, signal, onProgress } = options

  async function send(documents: object[], state: IndexState): Promise<number> {
    await lease.hold()
    const { taskUid } = await client.index<object>(index).addDocuments([...documents, { id: STATE_ID, state }])
    return taskUid
  }

  for (let complete = since; ; ) {
    const { revision, ids, documents } = await snapshot(db, async (trx) => {
      const ids = await machinesChangedSince(trx, complete)
      const documents = ids.length > BATCH ? undefined : await readDocuments(trx, ids)
      return { revision: await readRevision(trx), ids, documents }
    })
    // Comes before sending, so the index never holds a revision that this row does not know.
    const update = db.updateTable('search_sync').set({ sent_revision: revision })
    await update.where('sent_revision', '<', revision).execute()
    if (documents) {
      await finish(client, await send(documents, { revision, complete: revision }), signal)
      return revision
    }
    const tasks: number[] = []
    for (let i = 0; i < ids.length; i += BATCH) {
      tasks.push(await send(await readDocuments(db, ids.slice(i, i + BATCH)), { revision: null, complete }))
      onProgress?.(Math.min(i + BATCH, ids.length), ids.length)
    }
    for (const task of tasks) await finish(client, task, signal)
    // Reading in steps may see newer rows than the revision, so the next round sends what changed meanwhile.
    complete = revision
  }
}

/** Builds the index again, which takes the turn to write. Returns how many machines it holds at which revision. */
export async function rebuildIndex(options: IndexWriterOptions): Promise<{ machines: number; revision: number }> {
  const { db, client, lease, signal } = options
  const { databaseId } = await readSyncRow(db)
  const index = indexName(databaseId)
  await lease.seize()
  const { results } = await client.getIndexes({ limit: 10_000 })
  for (const { uid } of results) if (isOutdated(uid, databaseId) || uid === index) await client.deleteIndex(uid)
  await finish(client, (await client.createIndex(index, { primaryKey: 'id' })).taskUid, signal)
  await finish(client, (await client.index(index).updateSettings(SETTINGS)).taskUid, signal)
  const revision = await catchUp(options, index, -1)
  const { numberOfDocuments } = await client.index(index).getStats()
  return { machines: numberOfDocuments - 1, revision }
}

interface IndexSyncOptions {
  db: Db
  client: SearchClient
  log: Log
  lookMs?: number
  onRevision?: (revision: number) => void
}

/** Keeps the index equal to the database while this process has the turn. */
export function startIndexSync({ db, client, log, lookMs = LOOK_MS, onRevision }: IndexSyncOptions) {
  const lease = createLease(db, randomUUID())
  let failures = 0

  async function step(signal: AbortSignal): Promise<void> {
    await lease.hold()
    const { databaseId, state, trouble } = await inspectIndex(db, client)
    const options = { db, client, lease, signal }
    let revision = await readRevision(db)
    if (trouble !== undefined) {
      log.info({ reason: trouble }, 'building the search index')
      const start = performance.now()
      revision = (await rebuildIndex(options)).revision
      log.info({ revision, ms: Math.round(performance.now() - start) }, 'the search index is built')
    } else if (state!.revision !== revision) revision = await catchUp(options, indexName(databaseId), state!.complete)
    onRevision?.(revision)
  }

  async function attempt(signal: AbortSignal): Promise<number> {
    try {
      await step(signal)
      if (failures > 0) log.info({}, 'the search index is kept current again')
      failures = 0
      return lookMs
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return OTHERS_TURN_MS
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

/** Returns the state of the index, and why it must be built again; undefined if it can be continued. */
export async function inspectIndex(db: Db, client: SearchClient) {
  const { databaseId, sentRevision } = await readSyncRow(db)
  let state: IndexState | undefined
  try {
    state = readState(await client.index(indexName(databaseId)).search('', STATE_SEARCH))
  } catch (error) {
    if (!isNotOurIndex(error)) throw error
  }
  const isAhead = state !== undefined && state.complete > sentRevision
  const trouble = state ? (isAhead ? 'it was made from a later state of the database' : undefined) : 'there is none'
  return { databaseId, state, trouble }
}

/** Why the index of this database cannot answer, undefined when it can; and how many changes of the database it lacks. */
export async function examineIndex(
  db: Db,
  target: MeilisearchTarget,
): Promise<{ trouble: string | undefined; behind: number }> {
  const revision = await readRevision(db)
  const { state, trouble } = await inspectIndex(db, createSearchClient(target))
  return { trouble, behind: trouble === undefined ? Math.max(0, revision - state!.complete) : revision }
}
