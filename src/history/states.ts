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

export type PointInTime = { revision: number } | { timestamp: number }

/** Whether all entries since exist. */
export function reaches(head: HistoryHeadTable, point: PointInTime): boolean {
  return 'timestamp' in point ? point.timestamp >= head.start_at : point.revision >= head.start_revision
}

export function reachesImport(head: HistoryHeadTable, beganAt: number): boolean {
  return head.start_revision === 0 || beganAt > head.start_at
}

/**
 * The previous record of the first later entry, else the current record. Absent ones are left out; so are redacted
 * ones, whose keys are added to `redacted`.
 */
export async function statesAt<T extends RecordType>(
  db: Db,
  type: T,
  keys: readonly string[],
  point: PointInTime,
  redacted?: Set<string>,
): Promise<Map<string, StoredOf<T>>> {
  if (keys.length === 0) return new Map()
  const stored = await findRecords(db, type, keys)
  const states = new Map(stored.map((row) => [String(keyOf(type, row)), row]))
  const later = sql`type = ${type} and ${whereIn(db, 'key', keys)} and ${after(point)}`
  const firsts = sql<HistoryTable>`select * from history where revision in
    (select min(revision) from history where ${later} group by key)`
  const entries = (await firsts.execute(db)).rows
  for (const [i, text] of (await readBefore(db, entries)).entries()) {
    const { key } = entries[i]!
    if (text === '') redacted?.add(key)
    if (!text) states.delete(key)
    else states.set(key, readRecord(text))
  }
  return states
}

/** Reads records at some revisions, none before `since`. `revision` is that of the last change or removal. */
export async function timelines<T extends RecordType>(
  db: Db,
  type: T,
  keys: readonly string[],
  since: number,
  revisions: readonly number[],
  current?: readonly StoredOf<T>[],
) {
  const states = current ?? (await findRecords(db, type, keys))
  const rows = new Map(states.map((row) => [String(keyOf(type, row)), row]))
  const ofKeys = db
    .selectFrom('history')
    .selectAll()
    .where('type', '=', type)
    .where(whereIn(db, 'key', keys))
  const entries = await ofKeys.where('revision', '>', since).orderBy('revision').execute()
  const byKey = Map.groupBy(entries, ({ key }) => key)
  const nextOf = (key: string, revision: number) => byKey.get(key)?.find((entry) => entry.revision > revision)
  const nexts = new Set([...byKey.keys()].flatMap((key) => revisions.flatMap((item) => nextOf(key, item) ?? [])))
  const texts = await readBefore(db, [...nexts])
  const records = new Map([...nexts].map((entry, i) => [entry, texts[i] ? readRecord<T>(texts[i]) : undefined]))
  const absentKeys = keys.filter((key) => !rows.has(key) || byKey.has(key))
  const removals = await removalsBefore(db, type, absentKeys, since)
  return (key: string, revision: number) => {
    const next = nextOf(key, revision)
    const record = next ? records.get(next) : rows.get(key)
    const last = byKey.get(key)?.findLast((entry) => entry.revision <= revision)
    const visible = (next ? next.shown : (record as { announced?: number } | undefined)?.announced) === 1
    return { visible, revision: record?.revision ?? last?.revision ?? removals.get(key) ?? -1, record }
  }
}

/** From entries, and from removals whose entries are pruned. */
async function removalsBefore(db: Db, type: RecordType, keys: readonly string[], since: number) {
  if (keys.length === 0) return new Map<string, number>()
  const { rows } = await sql<{ key: string; revision: number }>`
    select key, max(revision) as revision from (
      select record_key as key, revision from removed_records
        where record_type = ${type} and ${whereIn(db, 'record_key', keys)}
      union all select key, revision from history where type = ${type} and ${whereIn(db, 'key', keys)}
    ) as changes where revision <= ${since} group by key`.execute(db)
  return new Map(rows.map(({ key, revision }) => [key, revision]))
}

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
  const price: number | null | undefined = 'doc' in state ? JSON.parse(state.doc).price_inr : state.price_from_inr
  return price ?? undefined
}

/** `order`: what an export is sorted by. */
export async function removedSince(
  db: Db,
  type: RecordType,
  point: PointInTime,
): Promise<{ key: string; order: RecordKey }[]> {
  const { table, key } = STORED[type]
  const { rows } = await sql<{ key: string; id: number | null }>`select distinct history.key, r.id from history
    left join removed_records r on r.record_type = history.type and r.record_key = history.key
    where history.type = ${type} and ${after(point)}
    and history.key not in (select cast(${sql.ref(key)} as text) from ${sql.table(table)})`.execute(db)
  const removed = rows.map(({ key, id }) => ({ key, order: id ?? key }))
  return removed.sort((a, b) => (a.order < b.order ? -1 : 1))
}

function after(point: PointInTime) {
  if ('revision' in point) return sql`history.revision > ${point.revision}`
  // Entries before a correction of the clock were made by its time.
  return sql`at > ${point.timestamp} and history.revision > coalesce(
    (select max(revision) from history where key = '' and type = 'clock' and at <= ${point.timestamp}), -1)`
}

export type RecordEntry = Awaited<ReturnType<typeof readRecordHistory>>[number]

export async function readRecordHistory(
  db: Db,
  type: RecordType,
  key: string,
  { limit = 50, below = Number.MAX_SAFE_INTEGER }: { limit?: number; below?: number } = {},
) {
  const query = db.selectFrom('history').selectAll().where('revision', '<', below)
  const newest = query.orderBy('revision', 'desc').limit(limit)
  const entries = await newest.where('key', '=', key).where('type', '=', type).execute()
  const redactions = await newest
    .where('key', '=', `${type} ${key}`)
    .where('type', 'in', ['retracted', 'erased'])
    .execute()
  const redacted = new Set<string>()
  const statesByKey = await statesAt(db, type, [key], { revision: entries[0]?.revision ?? -1 }, redacted)
  const before = (await readBefore(db, entries)).map((text) => (text === '' ? 'redacted' : text && readRecord(text)))
  const states: ('redacted' | StoredOf<RecordType> | undefined)[] = [
    redacted.has(key) ? 'redacted' : statesByKey.get(key),
    ...(before as StoredOf<RecordType>[]),
  ]
  const manufacturers = await manufacturerSlugs(
    db,
    states.filter((state) => typeof state === 'object'),
  )
  const changes = entries.map((entry, i) => {
    const change = entry.after === null ? 'removed' : entry.block === null ? 'created' : 'changed'
    const [to, from] = [states[i], states[i + 1]]
    if (from === 'redacted' || to === 'redacted') return toRecordEntry(entry, change, [])
    const fieldsIn = (state: typeof from) => (state ? fieldsOf(type, state, manufacturers) : {})
    return toRecordEntry(entry, change, differences(fieldsIn(from), fieldsIn(to)))
  })
  const revisions = redactions.map(({ revision }) => revision)
  const notes = await findRows(db, 'withheld', 'revision', revisions)
  const reasons = new Map(notes.map(({ revision, reason }) => [revision, reason]))
  const others = redactions.map((entry) =>
    toRecordEntry(entry, entry.type as 'retracted' | 'erased', [], reasons.get(entry.revision)),
  )
  return [...changes, ...others].sort((a, b) => b.revision - a.revision).slice(0, limit)
}

function toRecordEntry(
  { revision, at, made_by: by, who, import_id: id, line }: HistoryTable,
  change: 'removed' | 'created' | 'changed' | 'retracted' | 'erased',
  fields: ReturnType<typeof differences>,
  reason = '',
) {
  return { revision, at, by, who, import: id === '' ? null : { id, line }, change, fields, reason }
}

/** Columns that are fields and not computed, and members of JSON. */
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

export async function manufacturerSlugs(db: Db, records: readonly object[]): Promise<Map<number, string>> {
  const ids = [...new Set(records.flatMap((record) => (record as { manufacturer_id?: number }).manufacturer_id ?? []))]
  const removed = await findRows(db, 'removed_records', 'id', ids)
  const current = await findRows(db, 'manufacturers', 'id', ids)
  return new Map([
    ...removed.flatMap(({ id, record_type, record_key }): [number, string][] =>
      record_type === 'manufacturer' ? [[id, record_key]] : [],
    ),
    ...current.map(({ id, slug }) => [id, slug] as const),
  ])
}

/** Throws a problem if the history does not reach back to a time. */
export async function requireReach(trx: Db, point: PointInTime): Promise<void> {
  const head = await readHead(trx)
  if (reaches(head, point)) return
  throw new Problem('history-too-short', `The history begins at ${new Date(head.start_at).toISOString()}.`)
}

/** Undefined if the machine was not visible. */
export function detailAsOf(db: Db, slug: string, timestamp: number, base?: string): Promise<Machine | undefined> {
  return snapshot(db, async (trx) => {
    const point = { timestamp }
    await requireReach(trx, point)
    const redacted = new Set<string>()
    const machine = (await statesAt(trx, 'machine', [slug], point, redacted)).get(slug)
    if (redacted.size > 0) throw new Problem('retracted', 'What this machine was at that time was retracted.')
    if (!machine || machine.published_at === null || machine.published_at > kolkataDate(timestamp)) return undefined
    const manufacturers = [...(await manufacturerSlugs(trx, [machine])).values()]
    const [manufacturer] = (await statesAt(trx, 'manufacturer', manufacturers, point, redacted)).values()
    const classes = await statesAt(trx, 'class', [machine.class_key], point, redacted)
    if (redacted.size > 0)
      throw new Problem('retracted', 'What its manufacturer or class was at that time was retracted.')
    const machineClass = toClassRecord(machine.class_key, classes.get(machine.class_key)!.doc)
    return detailOf(machine, { manufacturer: manufacturer!, machineClass }, base)
  })
}
