import { withdrawnEvent } from '../catalogue/machine-events.ts'
import { keyOf, type RecordKey, type RecordType, STORED, type StoredOf } from '../database/records.ts'
import { among, type Db, deleteAmong, type RevisionLock, upsertRows } from '../database/schema.ts'
import type { MachineTable } from '../database/tables/catalogue.ts'
import { recordEvents } from '../webhooks/outbox.ts'
import { type Author, noteChanges } from './entries.ts'

/** Removes records with all that is stored apart from them. Their ids and versions are not given to others later. */
export async function removeRecords<T extends RecordType>(
  trx: Db,
  lock: RevisionLock,
  type: T,
  records: readonly StoredOf<T>[],
  author: Author,
  now: number,
): Promise<void> {
  if (records.length === 0) return
  const gone = records.map((before) => ({ before, key: keyOf(type, before), revision: lock.next() }))
  const keys = gone.map(({ key }) => key)
  await dropSources(trx, type, keys)
  const apart = type === 'listing' ? (['listing_contacts', 'listing_decisions'] as const) : []
  for (const part of apart) await deleteAmong(trx, part, 'listing_id', keys)
  await deleteAmong(trx, STORED[type].table, STORED[type].key as never, keys)
  if (type !== 'listing' && type !== 'class') {
    const kept = gone.map(({ before, key, revision }) => {
      const { id, version } = { version: -1, ...(before as Partial<MachineTable> & { id: number }) }
      return { record_type: type, record_key: String(key), id, version: version + 1, revision }
    })
    await upsertRows(trx, 'removed_records', ['record_type', 'record_key'], kept)
  }
  const told = gone.map(({ before, key, revision }) => ({ type, key: String(key), revision, before, after: undefined }))
  await noteChanges(trx, author, now, told)
  if (type === 'machine') {
    const visible = (records as readonly MachineTable[]).filter(({ announced }) => announced === 1)
    const events = visible.map((machine) => withdrawnEvent({ ...machine, version: machine.version + 1 }, now))
    await recordEvents(trx, events)
  }
  await trx
    .updateTable('removals')
    .set({ revision: gone.at(-1)!.revision })
    .execute()
  // A search index that has more than was ever sent is built anew.
  await trx.updateTable('search_sync').set({ sent_revision: -1 }).execute()
}

/** Records that come again are no longer removed. */
export async function dropRemoved(trx: Db, type: RecordType, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const query = trx.deleteFrom('removed_records').where('record_type', '=', type)
  await query.where(among(trx, 'record_key', keys)).execute()
}

export async function dropSources(trx: Db, type: RecordType, keys: readonly RecordKey[]): Promise<void> {
  const query = trx.deleteFrom('sources').where('record_type', '=', type)
  await query.where(among(trx, 'record_key', keys.map(String))).execute()
}
