import { among, deleteAmong } from '../database/bulk.ts'
import { writeTransaction } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { SAMPLE_TABLES } from './sample.ts'

interface SampleRemoval {
  removed: number
  /** Records that an operator changed, and makers that other records use. */
  kept: number
}

/** Removes sample records that nobody changed. The others lose their mark: they are the operator's now. */
export function removeSample(db: Db): Promise<SampleRemoval> {
  return writeTransaction(db, async (trx, lock) => {
    const marks = await trx.selectFrom('sample_records').selectAll().execute()
    if (marks.length === 0) return { removed: 0, kept: 0 }
    let removed = 0
    for (const [type, table, column] of SAMPLE_TABLES) {
      const keys = marks.filter(({ record_type }) => record_type === type).map(({ record_key }) => record_key)
      if (keys.length > 0) removed += await removeUnchanged(trx, type, table, column, keys)
    }
    await trx.deleteFrom('sample_records').execute()
    await trx.updateTable('removals').set({ revision: lock.next() }).execute()
    // A search index that has more than was ever sent is built anew.
    await trx.updateTable('search_sync').set({ sent_revision: -1 }).execute()
    return { removed, kept: marks.length - removed }
  })
}

async function removeUnchanged(
  trx: Db,
  type: (typeof SAMPLE_TABLES)[number][0],
  table: (typeof SAMPLE_TABLES)[number][1],
  column: 'id' | 'slug',
  keys: readonly string[],
): Promise<number> {
  const known = type === 'listing' ? keys.map(Number) : keys
  const records = await trx
    .selectFrom(table)
    .select(['id', 'revision', column])
    .where(among(trx, column, known))
    .execute()
  const marks = await trx.selectFrom('sample_records').selectAll().where('record_type', '=', type).execute()
  const revisionOf = new Map(marks.map(({ record_key, revision }) => [record_key, revision]))
  const unchanged = records.filter(
    (record) => revisionOf.get(String((record as Record<string, unknown>)[column])) === record.revision,
  )
  const used = type === 'manufacturer' ? await usedMakers(trx) : new Set<number>()
  const gone = unchanged.filter(({ id }) => !used.has(id))
  if (gone.length === 0) return 0
  const ids = gone.map(({ id }) => id)
  const names = gone.map((record) => String((record as Record<string, unknown>)[column]))
  await trx
    .deleteFrom('sources')
    .where('record_type', '=', type)
    .where(among(trx, 'record_key', names))
    .execute()
  for (const part of type === 'listing' ? (['listing_contacts', 'listing_decisions'] as const) : [])
    await deleteAmong(trx, part, 'listing_id', ids)
  await deleteAmong(trx, table, 'id', ids)
  return gone.length
}

/** Makers that a machine or implement still has after the removal. */
async function usedMakers(trx: Db): Promise<Set<number>> {
  const machines = await trx.selectFrom('machines').select('manufacturer_id').distinct().execute()
  const implementsOf = await trx.selectFrom('implements').select('manufacturer_id').distinct().execute()
  return new Set([...machines, ...implementsOf].map(({ manufacturer_id }) => manufacturer_id))
}
