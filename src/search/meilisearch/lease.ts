import type { Db } from '../../database/schema.ts'

const LEASE_MS = 15_000

export async function readSyncRow(db: Db): Promise<{ databaseId: string; sentRevision: number }> {
  const query = db.selectFrom('search_sync').select(['database_id', 'sent_revision'])
  const { database_id, sent_revision } = await query.executeTakeFirstOrThrow()
  return { databaseId: database_id, sentRevision: sent_revision }
}

/** Comes before sending, so the index never holds a revision that this row does not know. */
export async function recordSent(db: Db, revision: number): Promise<void> {
  const update = db.updateTable('search_sync').set({ sent_revision: revision })
  await update.where('sent_revision', '<', revision).execute()
}

export type Lease = ReturnType<typeof createLease>

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
