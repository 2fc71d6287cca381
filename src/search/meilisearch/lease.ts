import type { Db } from '../../database/schema.ts'

const LEASE_MS = 15_000

interface SyncRow {
  databaseId: string
  sentRevision: number
}

export async function readSyncRow(db: Db): Promise<SyncRow> {
  const query = db.selectFrom('search_sync').select(['database_id', 'sent_revision'])
  const { database_id, sent_revision } = await query.executeTakeFirstOrThrow()
  return { databaseId: database_id, sentRevision: sent_revision }
}

/** Comes before sending, so the index never holds a revision that this row does not know. */
export async function recordSent(db: Db, revision: number): Promise<void> {
  const update = db.updateTable('search_sync').set({ sent_revision: revision })
  await update.where('sent_revision', '<', revision).execute()
}

/** The turn to write the index. One process has it at a time. */
export interface Lease {
  /** Takes or keeps the turn; false when another process has it. */
  hold(): Promise<boolean>
  /** Takes the turn from its holder, who notices before the next batch. */
  seize(): Promise<void>
  drop(): Promise<void>
}

export function createLease(db: Db, holder: string, clock: () => number = Date.now): Lease {
  const take = (now: number) => db.updateTable('search_sync').set({ holder, held_until: now + LEASE_MS })
  return {
    async hold() {
      const now = clock()
      const { numUpdatedRows } = await take(now)
        .where((eb) => eb.or([eb('holder', '=', holder), eb('holder', 'is', null), eb('held_until', '<', now)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async seize() {
      await take(clock()).execute()
    },
    async drop() {
      await db.updateTable('search_sync').set({ holder: null, held_until: 0 }).where('holder', '=', holder).execute()
    },
  }
}
