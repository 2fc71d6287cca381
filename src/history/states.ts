import { sql } from 'kysely'
import { detailOf } from '../catalog/machine-events.ts'
import { toClassRecord } from '../catalog/records.ts'
import { findRecords, keyOf, type RecordKey, type RecordType, STORED, type StoredOf } from '../database/records.ts'
import { type Db, findRows, snapshot, whereIn } from '../database/schema.ts'
import type { HistoryHeadTable, HistoryTable } from '../database/tables/history.ts'
import { Problem } from '../errors.ts'
import { kolkataDate } from '../lib/calendar.ts'
import type { Machine } from '../schema/api/machine.ts'
import type { Field } from '../schema/records/field.ts'
import { RECORDS } from '../schema/records/records.ts'
import { readBefore, readHead, readRecord } from './entries.ts'

/** A revision, or a moment in milliseconds. */
export type PointInTime = { revision: number } | { timestamp: number }

/** Whether there are entries of everything that happened since. */
export function reaches(head: HistoryHeadTable, point: PointInTime): boolean {
  return 'timestamp' in point ? point.timestamp >= head.start_at : point.revision >= head.start_revision
}

/** Whether the history has every entry of an import that began then. */
export function reachesImport(head: HistoryHeadTable, beganAt: number): boolean {
  return head.start_revision === 0 || beganAt > head.start_at
}

/**
 * Records as they were: what the first later entry holds as before, else the record as it stands. Those that did not
 * exist are left out, and those that are withheld, whose keys are noted.
 */
export async function statesAt<T extends RecordType>(
  db: Db,
  type: T,
  keys: readonly string[],
  point: PointInTime,
  withheld?: Set<string>,
) {
  if (keys.length === 0) return new Map()
  const stored = await findRecords(db, type, keys)
  const states = new Map(stored.map((row) => [String(keyOf(type, row)), row]))
  const later = sql`type = ${type} and ${whereIn(db, 'key', keys)} and ${after(point)}`
  const firsts = sql<HistoryTable>`select * from history where revision in
    (select min(revision) from history where ${later} group by key)`
  const entries = (await firsts.execute(db)).rows
  for (const [i, text] of (await readBefore(db, entries)).entries()) {
    const { key } = entries[i]!
    if (text === '') withheld?.add(key)
    if (!text) states.delete(key)
    else states.set(key, readRecord(text))
  }
  return states
}

/**
 * Records as they were at some revisions, none before `since`: whether they were visible, the revision of their last
 * change or removal, and the record. `standing`: the records as they stand, where they were read.
 */
export async function timelines<T extends RecordType>(
  db: Db,
  type: T,
  keys: readonly string[],
  since: number,
  revisions: readonly number[],
  standing?: readonly StoredOf<T>[],
) {
  const states = standing ?? (await findRecords(db, type, keys))
  const rows = new Map(states.map((row) => [String(keyOf(type, row)), row]))
  const later = db.selectFrom('history').selectAll().where('type', '=', type).where('revision', '>', since)
  const entries =
    keys.length === 0
      ? []
      : await later
          .where(whereIn(db, 'key', keys))
          .orderBy('revision')
          .execute()
  const byKey = Map.groupBy(entries, ({ key }) => key)
  const nextOf = (key: string, i: number) => byKey.get(key)?.find(({ revision }) => revision > i)
  const nexts = new Set([...byKey.keys()].flatMap((key) => revisions.map((i) => nextOf(key, i)!)).filter(Boolean))
  const texts = await readBefore(db, [...nexts])
  // None where there was no record, and where its content is withheld.
  const records = new Map([...nexts].map((entry, i) => [entry, texts[i] ? readRecord<T>(texts[i]) : undefined]))
  const removals = await removalsBefore(
    db,
    type,
    keys.filter((key) => !rows.has(key) || byKey.has(key)),
    since,
  )
  return (key: string, i: number) => {
    const next = nextOf(key, i)
    const record = next ? records.get(next) : rows.get(key)
    const last = byKey.get(key)?.findLast(({ revision }) => revision <= i)
    const visible = (next ? next.shown : (record as { announced?: number } | undefined)?.announced) === 1
    return { visible, revision: record?.revision ?? last?.revision ?? removals.get(key) ?? -1, record }
  }
}

/** The last entries of records up to a revision, and removals whose entries are pruned. */
async function removalsBefore(db: Db, type: RecordType, keys: readonly string[], since: number) {
  if (keys.length === 0) return new Map<string, number>()
  const removed = ['removed_records', 'past_removals'].map(
    (table) => sql`select record_key as key, revision from ${sql.table(table)}
      where record_type = ${type} and ${whereIn(db, 'record_key', keys)} and revision <= ${since} union all`,
  )
  const { rows } = await sql<{ key: string; revision: number }>`${sql.join(removed, sql` `)}
    select key, max(revision) as revision from history
    where type = ${type} and ${whereIn(db, 'key', keys)} and revision <= ${since} group by key`.execute(db)
  return new Map(rows.sort((a, other) => a.revision - other.revision).map(({ key, revision }) => [key, revision]))
}

/** Whether readers ever saw a record, as far as the history reaches back. */
export async function wasVisible(db: Db, type: RecordType, key: string): Promise<boolean> {
  const query = db.selectFrom('history').select('revision').where('key', '=', key).where('type', '=', type)
  return (await query.where('shown', '=', 1).executeTakeFirst()) !== undefined
}

/** Returns the keys of records of a type that had states retracted. */
export async function retractedKeys(db: Db, type: RecordType): Promise<string[]> {
  const acts = db.selectFrom('withheld as w').innerJoin('history as h', 'h.revision', 'w.revision').select('h.key')
  const rows = await acts.where('h.type', '=', 'retracted').where('h.key', 'like', `${type} %`).execute()
  return rows.map(({ key }) => key.slice(type.length + 1))
}

/** Returns the lowest price when new that readers saw at a time; undefined if there was none, or if it is not known. */
export async function newPriceAsOf(
  db: Db,
  type: 'machine' | 'implement',
  slug: string,
  timestamp: number,
): Promise<number | undefined> {
  const state = (await statesAt(db, type, [slug], { timestamp })).get(slug)
  if (!state?.published_at || state.published_at > kolkataDate(timestamp)) return undefined
  return (type === 'machine' ? state.price_from_inr : JSON.parse(state.doc).price_inr) ?? undefined
}

/** The keys of records that were removed since, each with what an export is ordered by: its id, or its key without one. */
export async function removedSince(
  db: Db,
  type: RecordType,
  point: PointInTime,
): Promise<{ key: string; order: RecordKey }[]> {
  const { table, key } = STORED[type]
  const fields = sql`select cast(${sql.ref(key)} as text) from ${sql.table(table)}`
  const { rows } = await sql<{ key: string; id: number | null }>`select distinct history.key, r.id from history
    left join removed_records r on r.record_type = history.type and r.record_key = history.key
    where history.type = ${type} and ${after(point)} and history.key not in (${fields})`.execute(db)
  const removed = rows.map(({ key, id }) => ({ key, order: id ?? key }))
  return removed.sort((a, other) => (a.order < other.order ? -1 : 1))
}

/** A condition: the entry is of a change after the point. */
function after(point: PointInTime) {
  if ('revision' in point) return sql`history.revision > ${point.revision}`
  // What precedes a correction of the clock was made by its time.
  return sql`at > ${point.timestamp} and history.revision > coalesce(
    (select max(revision) from history where key = '' and type = 'clock' and at <= ${point.timestamp}), -1)`
}

/** A change of a record, for people. */
export type RecordEntry = Awaited<ReturnType<typeof readRecordHistory>>[number]

/** The changes of one record, newest first, with what each one changed. */
export async function readRecordHistory(
  db: Db,
  type: RecordType,
  key: string,
  { limit = 50, below = Number.MAX_SAFE_INTEGER }: { limit?: number; below?: number } = {},
) {
  const query = db
    .selectFrom('history')
    .selectAll()
    .where('revision', '<', below)
    .orderBy('revision', 'desc')
    .limit(limit)
  const entries = await query.where('key', '=', key).where('type', '=', type).execute()
  const acts = await query.where('key', '=', `${type} ${key}`).where('type', 'in', ['retracted', 'erased']).execute()
  if (entries.length + acts.length === 0) return []
  const redacted = new Set<string>()
  const statesByKey = await statesAt(db, type, [key], { revision: entries[0]?.revision ?? -1 }, redacted)
  const newest = redacted.has(key) ? '' : statesByKey.get(key)
  const before = (await readBefore(db, entries)).map((text) => text && readRecord(text))
  const states = [newest, ...before] as (StoredOf<RecordType> | '' | undefined)[]
  const manufacturers = await manufacturerSlugs(db, states.filter(Boolean) as object[])
  const versions = states.map((state) => state && fieldsOf(type, state, manufacturers))
  const changes = entries.map(({ after, block, ...entry }, i) => {
    const change = after === null ? 'removed' : block === null ? 'created' : 'changed'
    // No fields where only private ones differ, or where one side is withheld.
    const [from, to] = [versions[i + 1], versions[i]]
    return toRecordEntry(entry, change, from === '' || to === '' ? [] : differences(from ?? {}, to ?? {}))
  })
  const reasons = new Map(
    (
      await findRows(
        db,
        'withheld',
        'revision',
        acts.map(({ revision }) => revision),
      )
    ).map(({ revision, reason }) => [revision, reason]),
  )
  const withheld = acts.map((entry) => ({
    ...toRecordEntry(entry, entry.type as 'retracted', []),
    reason: reasons.get(entry.revision) ?? '',
  }))
  return [...changes, ...withheld].sort((a, b) => b.revision - a.revision).slice(0, limit)
}

type EntryKind = 'removed' | 'created' | 'changed' | 'retracted' | 'erased'

function toRecordEntry(
  { revision, at: i, made_by: by, who, import_id: id, line }: Omit<HistoryTable, 'after' | 'block'>,
  change: EntryKind,
  fields: ReturnType<typeof differences>,
) {
  return { revision, at: i, by, who, import: id === '' ? null : { id, line }, change, fields, reason: '' }
}

/** The fields of a row for this record: its columns that are fields and not computed, and what its JSON holds. */
function fieldsOf(type: RecordType, record: StoredOf<RecordType>, manufacturers: ReadonlyMap<number, string>) {
  const row = record as unknown as Record<string, string | number>
  const recordFields: Readonly<Record<string, Field>> = RECORDS[type].fields
  const fields: Record<string, unknown> = {}
  const inside: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(RECORDS[type].columns)) {
    const value = kind === 'json' ? JSON.parse(row[name] as string) : row[name]
    if (recordFields[name] === undefined) Object.assign(inside, kind === 'json' ? value : {})
    else if (recordFields[name].stored !== 'computed') fields[name] = value
  }
  if (row.manufacturer_id) fields.manufacturer = manufacturers.get(row.manufacturer_id as number) ?? null
  if (row.class_key) fields.machine_class = row.class_key
  return { ...fields, ...inside }
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, from: before[name] ?? null, to: after[name] ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

/** The makers that records name, also those that were removed. */
export async function manufacturerSlugs(db: Db, records: readonly object[]): Promise<Map<number, string>> {
  const ids = [...new Set(records.flatMap((record) => (record as { manufacturer_id?: number }).manufacturer_id ?? []))]
  const manufacturers = await findRows(db, 'manufacturers', 'id', ids)
  const removed = await findRows(db, 'removed_records', 'id', ids)
  const redacted = removed.filter(({ record_type }) => record_type === 'manufacturer')
  return new Map([
    ...redacted.map(({ id, record_key }) => [id, record_key] as const),
    ...manufacturers.map(({ id, slug }) => [id, slug] as const),
  ])
}

/** Throws a problem if the history does not reach back to a time. */
export async function requireReach(trx: Db, point: PointInTime): Promise<void> {
  const head = await readHead(trx)
  if (reaches(head, point)) return
  throw new Problem('history-too-short', `The history begins at ${new Date(head.start_at).toISOString()}.`)
}

/** Returns the detail of a machine at a moment, with maker and class as they were; undefined if it was not visible then. */
export function detailAsOf(db: Db, slug: string, timestamp: number, base?: string): Promise<Machine | undefined> {
  return snapshot(db, async (trx) => {
    const point = { timestamp }
    await requireReach(trx, point)
    const withheld = new Set<string>()
    const machine = (await statesAt(trx, 'machine', [slug], point, withheld)).get(slug)
    if (withheld.size > 0) throw new Problem('retracted', 'What this machine was at that moment was retracted.')
    if (!machine || machine.published_at === null || machine.published_at > kolkataDate(timestamp)) return undefined
    const manufacturers = [...(await manufacturerSlugs(trx, [machine])).values()]
    const [manufacturer] = (await statesAt(trx, 'manufacturer', manufacturers, point, withheld)).values()
    const machineClass = (await statesAt(trx, 'class', [machine.class_key], point, withheld)).get(machine.class_key)
    if (withheld.size > 0) throw new Problem('retracted', 'What its maker or class was at that moment was retracted.')
    return detailOf(machine, { manufacturer, machineClass: toClassRecord(machine.class_key, machineClass.doc) }, base)
  })
}
