import { sql } from 'kysely'
import type { TimeContext } from '../catalog/record-events.ts'
import { RECORD_TYPES, type RecordKey, type RecordType, STORED } from '../database/records.ts'
import { type Db, deleteRows, type RevisionAllocator, upsertRows, valuesTable, whereIn } from '../database/schema.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { endReviews } from '../listings/moderation/reviews.ts'
import { EVENTS_OF, enqueueEvents, type RecordStep, type StoredRecord } from './enqueue-events.ts'
import { type Author, appendHistory, type RecordChange } from './entries.ts'

export interface Change {
  type: RecordType
  key: string
  /** As it is stored; undefined for a new record. */
  before: StoredRecord | undefined
  /** What it becomes; undefined for one that goes. */
  after: StoredRecord | undefined
  /** What it was in between, where one import changed it more than once. */
  between?: readonly StoredRecord[] | undefined
  /** Of an import's file. */
  line?: number | undefined
}

export interface ChangeContext {
  author: Author
  now: number
  /** Only the passing of time caused these changes. */
  isDue?: boolean
  /** Makes the ids of events. */
  newId?: (() => string) | undefined
}

export function createTimeContext(now: number): TimeContext {
  return { now, today: kolkataDate(now) }
}

/**
 * Makes changes, each with a new revision, its entry of the history and its events, in one transaction. Every change of
 * a record comes through here, whoever made it.
 */
export async function makeChanges(
  trx: Db,
  lock: RevisionAllocator,
  changes: readonly Change[],
  context: ChangeContext,
) {
  if (changes.length === 0) return
  const { author, now, newId } = context
  const done: WrittenChanges = { records: [], steps: [] }
  const byType = Map.groupBy(changes, ({ type }) => type)
  // Referenced types are written first and removed last.
  for (const type of RECORD_TYPES) {
    const some = byType.get(type)?.filter(({ after }) => after) ?? []
    if (some.length > 0) await writeRecords(trx, lock, type, some, context, done)
  }
  for (const type of RECORD_TYPES.toReversed()) {
    const removals = byType.get(type)?.filter(({ after }) => !after) ?? []
    if (removals.length > 0) await removeRecords(trx, lock, type, removals, done)
  }
  await appendHistory(trx, lock, author, now, done.records)
  await enqueueEvents(trx, done.steps, now, newId)
}

interface WrittenChanges {
  records: RecordChange[]
  /** Those that a reader could see, before or after. */
  steps: RecordStep[]
}

async function writeRecords(
  trx: Db,
  lock: RevisionAllocator,
  type: RecordType,
  changes: readonly Change[],
  { now, isDue = false }: ChangeContext,
  { records, steps }: WrittenChanges,
): Promise<void> {
  const time = createTimeContext(now)
  const isVisible = EVENTS_OF[type]?.isVisible
  const fresh = changes.filter(({ before }) => !before).map(({ key }) => key)
  const versions = await reviveTombstones(trx, type, fresh)
  for (const { key, before, after, between = [], line } of changes) {
    let last = before
    let version = before?.version ?? versions.get(key) ?? 0
    for (const step of [...between, after!]) {
      step.revision = lock.next()
      if (isVisible) step.announced = isVisible(step, time) ? 1 : 0
      if (step.version !== undefined) step.version = version = Math.max(version, step.version) + 1
      if (step.announced || last?.announced) {
        const { revision, version = revision } = step
        steps.push({ type, key, revision, before: last, after: step, version })
      }
      last = step
    }
    records.push({ type, key, revision: after!.revision, before, after, line })
  }
  const rows = changes.map(({ after }) => after!)
  if (isDue) return writeAnnounced(trx, type, rows)
  await upsertRows(trx, STORED[type].table, [STORED[type].key as never], rows as never)
  if (type === 'listing') await endReviews(trx, changes as never)
}

/** Writes only what the time changes, so that a database role may be limited to it: visibility, status of a listing. */
async function writeAnnounced(trx: Db, type: RecordType, rows: readonly StoredRecord[]): Promise<void> {
  const columns: Record<string, 'bigint' | 'text'> = { announced: 'bigint', revision: 'bigint' }
  if (rows[0]!.version !== undefined) columns.version = 'bigint'
  if (type === 'listing') columns.status = 'text'
  const names = Object.keys(columns)
  const values = valuesTable(trx, { id: 'bigint', ...columns }, rows as never)
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`))
  const table = sql.table(STORED[type].table)
  await sql`update ${table} set ${set} from ${values} where ${table}.id = given.id`.execute(trx)
}

/** Deletes the tombstones of records that are created again. Returns their last versions. */
async function reviveTombstones(trx: Db, type: RecordType, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0 || type === 'class') return new Map()
  const query = trx.deleteFrom('removed_records').where('record_type', '=', type)
  const removed = await query
    .where(whereIn(trx, 'record_key', keys))
    .returningAll()
    .execute()
  const past = removed.map(({ record_key, revision }) => ({ record_type: type, record_key, revision }))
  await upsertRows(trx, 'past_removals', [], past)
  return new Map(removed.map(({ record_key, version }) => [record_key, version]))
}

/** Removes records and their private parts; tombstones reserve their ids and versions. */
async function removeRecords(
  trx: Db,
  lock: RevisionAllocator,
  type: RecordType,
  changes: readonly Change[],
  done: WrittenChanges,
) {
  const removals = changes.map(({ key, before }) => ({ key, before: before!, revision: lock.next() }))
  const { table, key } = STORED[type]
  const keys = removals.map(({ key }) => (type === 'listing' ? Number(key) : key))
  await dropSources(trx, type, keys)
  const apart =
    type === 'listing' ? (['listing_contacts', 'listing_senders', 'listing_decisions', 'listing_seen'] as const) : []
  for (const part of apart) await deleteRows(trx, part, 'listing_id', keys)
  await deleteRows(trx, table, key as never, keys)
  const recordKeys = removals.map(({ key }) => key)
  await trx
    .deleteFrom('import_undo')
    .where('record_type', '=', type)
    .where(whereIn(trx, 'record_key', recordKeys))
    .execute()
  if (type !== 'class') {
    const tombstones = removals.map(({ key, before, revision }) => {
      const { id, version = -1 } = before as StoredRecord & { id: number }
      return { record_type: type, record_key: key, id, version: version + 1, revision }
    })
    await upsertRows(trx, 'removed_records', ['record_type', 'record_key'], tombstones)
  }
  await trx
    .updateTable('removals')
    .set({ revision: removals.at(-1)!.revision })
    .execute()
  // Forces a rebuild of the search index, which would keep the removed records.
  await trx.updateTable('search_sync').set({ sent_revision: -1 }).execute()
  for (const { key, before, revision } of removals) {
    done.records.push({ type, key, revision, before, after: undefined })
    const version = before.version === undefined ? revision : before.version + 1
    if (before.announced) done.steps.push({ type, key, revision, before, after: undefined, version })
  }
}

export async function dropSources(trx: Db, type: RecordType, keys: readonly RecordKey[]): Promise<void> {
  const query = trx.deleteFrom('sources').where('record_type', '=', type)
  await query.where(whereIn(trx, 'record_key', keys.map(String))).execute()
}
