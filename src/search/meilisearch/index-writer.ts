import { randomBytes } from 'node:crypto'
import { type Db, readRevision, snapshot } from '../../database/schema.ts'
import { finish, type SearchClient } from './client.ts'
import {
  fingerprint,
  type IndexState,
  indexName,
  machinesChangedSince,
  readDocuments,
  SETTINGS,
  STATE_ID,
} from './documents.ts'

/** Another process took the turn to write. */
export class LeaseLost extends Error {}

interface IndexWriterOptions {
  db: Db
  client: SearchClient
  databaseId: string
  /** Called before each batch; false stops the work. */
  mayWrite: () => Promise<boolean>
  onProgress?: (sent: number, total: number) => void
  batchSize?: number
}

const BATCH = 2_000
/** How many batches are sent before waiting: Meilisearch works through them together. */
const UNFINISHED = 4
/** A build this old was abandoned. */
const ABANDONED_MS = 3_600_000

export function createIndexWriter(options: IndexWriterOptions) {
  const { db, client, databaseId, mayWrite, onProgress, batchSize = BATCH } = options
  const name = indexName(databaseId)
  const print = fingerprint()

  async function send(index: string, documents: object[], state: Pick<IndexState, 'revision' | 'complete'>) {
    if (!(await mayWrite())) throw new LeaseLost()
    const row = { id: STATE_ID, state: { database: databaseId, fingerprint: print, ...state } satisfies IndexState }
    const task = await client.index<object>(index).addDocuments([...documents, row], { primaryKey: 'id' })
    return task.taskUid
  }

  /** Sends one change in batches. Until the last batch the index says that it equals no revision. */
  async function sendMany(index: string, ids: readonly number[], since: number, signal: AbortSignal): Promise<void> {
    const tasks: number[] = []
    for (let i = 0; i < ids.length; i += batchSize) {
      signal.throwIfAborted()
      const documents = await readDocuments(db, ids.slice(i, i + batchSize))
      tasks.push(await send(index, documents, { revision: null, complete: since }))
      if (tasks.length > UNFINISHED) await finish(client, tasks.shift()!, signal)
      onProgress?.(Math.min(i + batchSize, ids.length), ids.length)
    }
    for (const task of tasks) await finish(client, task, signal)
  }

  /** Sends all changes after `since` and returns the revision that the index reaches. */
  async function catchUp(index: string, since: number, signal: AbortSignal): Promise<number> {
    for (let complete = since; ; ) {
      const { revision, ids, documents } = await snapshot(db, async (trx) => {
        const revision = await readRevision(trx)
        const ids = await machinesChangedSince(trx, complete)
        if (ids.length > batchSize) return { revision, ids }
        return { revision, ids, documents: await readDocuments(trx, ids) }
      })
      await recordSent(db, revision)
      if (documents) {
        await finish(client, await send(index, documents, { revision, complete: revision }), signal)
        return revision
      }
      // Reading in steps may see newer rows than the revision, so the next round sends what changed meanwhile.
      await sendMany(index, ids, complete, signal)
      complete = revision
    }
  }

  /** Makes a full index beside the one in use and returns its name and revision. */
  async function build(signal: AbortSignal): Promise<{ built: string; revision: number }> {
    await removeAbandoned()
    const built = `${name}_${randomBytes(6).toString('hex')}`
    await finish(client, (await client.createIndex(built, { primaryKey: 'id' })).taskUid, signal)
    await finish(client, (await client.index(built).updateSettings(SETTINGS)).taskUid, signal)
    return { built, revision: await catchUp(built, -1, signal) }
  }

  /** Replaces the index in use by a built one. */
  async function swapIn(built: string, signal: AbortSignal): Promise<void> {
    const { results } = await client.getIndexes({ limit: 10_000 })
    if (!results.some(({ uid }) => uid === name)) {
      await finish(client, (await client.createIndex(name, { primaryKey: 'id' })).taskUid, signal)
    }
    const swap = await client.swapIndexes([{ indexes: [name, built], rename: false }])
    await finish(client, swap.taskUid, signal)
    await finish(client, (await client.deleteIndex(built)).taskUid, signal)
  }

  async function removeAbandoned(): Promise<void> {
    const { results } = await client.getIndexes({ limit: 10_000 })
    const before = Date.now() - ABANDONED_MS
    const abandoned = results.filter(
      ({ uid, createdAt }) => uid.startsWith(`${name}_`) && Number(createdAt ?? 0) < before,
    )
    for (const { uid } of abandoned) await client.deleteIndex(uid)
  }

  return { catchUp, build, swapIn }
}

const LEASE_MS = 15_000

export async function readSyncRow(db: Db): Promise<{ databaseId: string; sentRevision: number }> {
  const query = db.selectFrom('search_sync').select(['database_id', 'sent_revision'])
  const { database_id, sent_revision } = await query.executeTakeFirstOrThrow()
  return { databaseId: database_id, sentRevision: sent_revision }
}

/** Comes before sending, so the index never holds a revision that this row does not know. */
async function recordSent(db: Db, revision: number): Promise<void> {
  const update = db.updateTable('search_sync').set({ sent_revision: revision })
  await update.where('sent_revision', '<', revision).execute()
}

type Lease = ReturnType<typeof createLease>

/** The turn to write the index. One process has it at a time. */
export function createLease(db: Db, holder: string, clock: () => number = Date.now) {
  const take = (now: number) => db.updateTable('search_sync').set({ holder, held_until: now + LEASE_MS })
  return {
    /** Takes or keeps the turn; false when another process has it. */
    async hold(): Promise<boolean> {
      const now = clock()
      const { numUpdatedRows } = await take(now)
        .where((eb) => eb.or([eb('holder', '=', holder), eb('holder', 'is', null), eb('held_until', '<', now)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Takes the turn from its holder, who notices before the next batch. */
    async seize() {
      await take(clock()).execute()
    },
    async drop() {
      await db.updateTable('search_sync').set({ holder: null, held_until: 0 }).where('holder', '=', holder).execute()
    },
  }
}

/** Builds a new index while a server keeps the old one current. */
export async function rebuildIndex(
  options: Omit<IndexWriterOptions, 'mayWrite'> & { lease: Lease },
): Promise<{ machines: number; revision: number }> {
  const { client, databaseId, lease } = options
  const { signal } = new AbortController()
  // Nobody else writes an index that is being built.
  const builder = createIndexWriter({ ...options, mayWrite: async () => true })
  const { built, revision } = await builder.build(signal)
  await lease.seize()
  const writer = createIndexWriter({ ...options, onProgress: () => {}, mayWrite: () => lease.hold() })
  await writer.swapIn(built, signal)
  // A server may have sent changes to the old index during the swap; the new one gets them now.
  const newest = await writer.catchUp(indexName(databaseId), revision, signal)
  const { numberOfDocuments } = await client.index(indexName(databaseId)).getStats()
  return { machines: numberOfDocuments - 1, revision: newest }
}
