import { sql } from 'kysely'
import type { TimeContext } from '../catalog/record-events.ts'
import { RECORD_TYPES, type RecordKey, type RecordType, STORED } from '../database/records.ts'
import { type Db, deleteRows, type RevisionAllocator, upsertRows, valuesTable, whereIn } from '../database/schema.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { endReviews } from '../listings/moderation/reviews.ts'
import { EVENTS_OF, enqueueEvents, type RecordStep, type StoredRecord } from './enqueue-events.ts'
import { type Author, appendEntries, digest, type NewEntry, recordText } from './entries.ts'

export interface Change {
  type: RecordType
  key: string
  before: StoredRecord | undefined
  /** Undefined removes the record. */
  after: StoredRecord | undefined
  /** Intermediate states within one import. */
  between?: readonly StoredRecord[] | undefined
  line?: number | undefined
}

export interface ChangeContext {
  author: Author
  now: number
  isDue?: boolean
  newId?: (() => string) | undefined
}

export function createTimeContext(now: number): TimeContext {
  return { now, today: kolkataDate(now) }
}

interface WrittenChanges {
  entries: NewEntry[]
  steps: RecordStep[]
}

/** The only way to change records: each gets a revision, a history entry and events, in one transaction. */
export async function makeChanges(
  trx: Db,
  lock: RevisionAllocator,
  changes: readonly Change[],
  context: ChangeContext,
) {
  if (changes.length === 0) return
  const { author, now, newId } = context
  const written: WrittenChanges = { entries: [], steps: [] }
  const byType = Map.groupBy(changes, ({ type }) => type)
  // Referenced types are written first and removed last.
  for (const type of RECORD_TYPES) {
    const some = byType.get(type)?.filter(({ after }) => after) ?? []
    if (some.length > 0) await writeRecords(trx, lock, type, some, context, written)
  }
  for (const type of RECORD_TYPES.toReversed()) {
    const removals = byType.get(type)?.filter(({ after }) => !after) ?? []
    if (removals.length > 0) await removeRecords(trx, lock, type, removals, written)
  }
  await appendEntries(trx, lock, author, now, written.entries)
  await enqueueEvents(trx, written.steps, now, newId)
}

function toEntry({ type, key, before, after, line = 0 }: Change, revision: number): NewEntry {
  return {
    ...{ type, key, revision, line, shown: before?.announced ?? 0 },
    after: after ? digest(recordText(type, after)) : null,
    before: before && recordText(type, before),
  }
}

async function writeRecords(
  trx: Db,
  lock: RevisionAllocator,
  type: RecordType,
  changes: readonly Change[],
  { now, isDue = false }: ChangeContext,
  { entries, steps }: WrittenChanges,
): Promise<void> {
  const time = createTimeContext(now)
  const isVisible = EVENTS_OF[type]?.isVisible
  const newKeys = changes.filter(({ before }) => !before).map(({ key }) => key)
  const versions = await removedVersions(trx, type, newKeys)
  for (const change of changes) {
    const { key, before, after, between = [] } = change
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
    entries.push(toEntry(change, after!.revision))
  }
  const rows = changes.map(({ after }) => after!)
  if (isDue) return updateDue(trx, type, rows)
  await upsertRows(trx, STORED[type].table, [STORED[type].key as never], rows as never)
  if (type === 'listing') await endReviews(trx, changes as never)
}

/** Writes only the columns that database roles may update. */
async function updateDue(trx: Db, type: RecordType, rows: readonly StoredRecord[]): Promise<void> {
  const columns: Record<string, 'bigint' | 'text'> = { announced: 'bigint', revision: 'bigint' }
  if (rows[0]!.version !== undefined) columns.version = 'bigint'
  if (type === 'listing') columns.status = 'text'
  const values = valuesTable(trx, { id: 'bigint', ...columns }, rows as never)
  const set = sql.join(Object.keys(columns).map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`))
  const table = sql.table(STORED[type].table)
  await sql`update ${table} set ${set} from ${values} where ${table}.id = given.id`.execute(trx)
}

async function removedVersions(trx: Db, type: RecordType, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const query = trx.selectFrom('removed_records').select(['record_key', 'version']).where('record_type', '=', type)
  const removed = await query.where(whereIn(trx, 'record_key', keys)).execute()
  return new Map(removed.map(({ record_key, version }) => [record_key, version]))
}

/** Tombstones reserve ids and versions. */
async function removeRecords(
  trx: Db,
  lock: RevisionAllocator,
  type: RecordType,
  changes: readonly Change[],
  { entries, steps }: WrittenChanges,
): Promise<void> {
  const keys = changes.map(({ key }) => (type === 'listing' ? Number(key) : key))
  await deleteByRecord(trx, 'sources', type, keys)
  await deleteByRecord(trx, 'import_undo', type, keys)
  if (type === 'listing')
    for (const table of ['listing_contacts', 'listing_senders', 'listing_decisions', 'listing_seen'] as const)
      await deleteRows(trx, table, 'listing_id', keys)
  await deleteRows(trx, STORED[type].table, STORED[type].key as never, keys)
  let revision = 0
  const tombstones = []
  for (const change of changes) {
    const before = change.before!
    revision = lock.next()
    const version = (before.version ?? -1) + 1
    if ('id' in before) tombstones.push({ record_type: type, record_key: change.key, id: before.id, version, revision })
    entries.push(toEntry(change, revision))
    const step = { type, key: change.key, revision, before, after: undefined, version: version || revision }
    if (before.announced) steps.push(step)
  }
  await upsertRows(trx, 'removed_records', ['record_type', 'record_key'], tombstones)
  await trx.updateTable('removals').set({ revision }).execute()
  // The search index would keep removed records: rebuild it.
  await trx.updateTable('search_sync').set({ sent_revision: -1 }).execute()
}

export async function deleteByRecord(
  trx: Db,
  table: 'sources' | 'import_undo',
  type: RecordType,
  keys: readonly RecordKey[],
): Promise<void> {
  const query = trx.deleteFrom(table).where('record_type', '=', type)
  await query.where(whereIn(trx, 'record_key', keys.map(String))).execute()
}
