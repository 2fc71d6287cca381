import type { ClassRecord } from '../catalog/records.ts'
import { findRecords, keyOf } from '../database/records.ts'
import { type Db, deleteRows, findRows, type RevisionAllocator, upsertRows, whereIn } from '../database/schema.ts'
import type { SourceTable } from '../database/tables/catalogue.ts'
import type { ListingContactTable, ListingDecisionTable, ListingSenderTable } from '../database/tables/market.ts'
import { type ApartTable, keepReplaced, type ReplacedRow } from '../history/import-undo.ts'
import { type Change, type ChangeContext, deleteByRecord, makeChanges } from '../history/make-changes.ts'
import { erasedAmong } from '../history/redact-entries.ts'
import type { CheckedRow } from './check-row.ts'
import type { Fault } from './report.ts'
import { RECORD_TYPES, type RecordKey, type RecordType, STORED, type StoredOf } from './row-shapes.ts'

/** The rows of one table that a batch may touch: as stored, then as the rows change them. */
export interface LoadedTable<Row> {
  byKey: Map<RecordKey, Row>
  /** What the changed ones were before; undefined for new ones. */
  before: Map<RecordKey, Row | undefined>
  /** What those that changed more than once were meanwhile. */
  between: Map<RecordKey, Row[]>
  /** The lines that changed them last. */
  lines: Map<RecordKey, number>
  /** Whose ids are in use, for tables with a key beside the id. */
  keyById: Map<number, string>
  /** The highest id that was ever given. */
  lastId: number
  /** The ids of removed records: one that comes again has its own. */
  removed: Map<RecordKey, number>
}

export type WorkingSet = { [T in RecordType]: LoadedTable<StoredOf<T>> } & {
  /** The classes, read. */
  classes: Map<string, ClassRecord>
  /** By `sourceKey`; an empty text means none. */
  sources: LoadedTable<SourceTable>
  /** By the listing's id; two empty texts mean none. */
  contacts: LoadedTable<ListingContactTable>
  /** By the listing's id. */
  senders: LoadedTable<ListingSenderTable>
  /** What operators decided about listings. */
  decisions: ReadonlyMap<RecordKey, ListingDecisionTable>
}

export function sourceKey(type: RecordType, key: RecordKey): string {
  return `${type} ${key}`
}

export type Named = Record<RecordType, { keys: Set<RecordKey>; ids: Set<number> }>

/** Loads everything that the rows of a batch name, in a few queries. */
export async function loadWorkingSet(trx: Db, rows: readonly CheckedRow[]): Promise<WorkingSet> {
  const named = gatherNames(rows)
  const listing = await load(trx, 'listing', named)
  const ids = [...listing.byKey.keys()]
  const classes = loaded(await trx.selectFrom('classes').selectAll().execute(), ({ key }) => key)
  const set: WorkingSet = {
    manufacturer: await load(trx, 'manufacturer', named),
    class: classes,
    machine: await load(trx, 'machine', named),
    implement: await load(trx, 'implement', named),
    listing,
    classes: new Map([...classes.byKey.values()].map(({ key, doc }) => [key, { key, ...JSON.parse(doc) }])),
    sources: loaded<SourceTable>([], () => ''),
    contacts: loaded(await findRows(trx, 'listing_contacts', 'listing_id', ids), ({ listing_id }) => listing_id),
    senders: loaded(await findRows(trx, 'listing_senders', 'listing_id', ids), ({ listing_id }) => listing_id),
    decisions: loaded(await findRows(trx, 'listing_decisions', 'listing_id', ids), ({ listing_id }) => listing_id)
      .byKey,
  }
  // Only stored records can have sources.
  for (const type of RECORD_TYPES) {
    const keys = [...named[type].keys].filter((key) => set[type].byKey.has(key))
    for (const row of await sourcesAmong(trx, type, keys)) {
      set.sources.byKey.set(sourceKey(type, row.record_key), row)
    }
  }
  return set
}

export function gatherNames(rows: readonly CheckedRow[]): Named {
  const named = Object.fromEntries(RECORD_TYPES.map((type) => [type, { keys: new Set(), ids: new Set() }])) as Named
  for (const { type, fields: input, onCreate } of rows) {
    if (type === undefined) continue
    const fields = onCreate ? { ...onCreate, ...input } : input
    const key = fields[STORED[type].key] as RecordKey | undefined
    if (key !== undefined) named[type].keys.add(key)
    if (typeof fields.id === 'number') named[type].ids.add(fields.id)
    if ((type === 'machine' || type === 'implement') && fields.manufacturer) {
      named.manufacturer.keys.add(manufacturerSlug(fields.manufacturer))
    }
  }
  return named
}

/** The manufacturer in a checked row is a slug or `{slug, name}`. */
export function manufacturerSlug(manufacturer: unknown): string {
  return typeof manufacturer === 'string' ? manufacturer : (manufacturer as { slug: string }).slug
}

async function load<T extends Exclude<RecordType, 'class'>>(
  trx: Db,
  type: T,
  named: Named,
): Promise<LoadedTable<StoredOf<T>>> {
  const { table, key } = STORED[type]
  const { keys, ids } = named[type]
  const result = loaded(await findRecords(trx, type, [...keys]), (row) => keyOf(type, row))
  if (type === 'listing')
    for (const id of await erasedAmong(trx, [...(keys as Set<number>)])) result.removed.set(id, id)
  if (key === 'id' || keys.size === 0) return result
  const last = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  result.lastId = last?.id ?? 0
  await loadRemoved(trx, type, result, keys, ids)
  const others = [...ids].filter((id) => !result.keyById.has(id))
  for (const { id, slug } of (await findRows(trx, table, 'id', others)) as { id: number; slug: string }[]) {
    result.keyById.set(id, slug)
  }
  return result
}

async function loadRemoved<Row>(
  trx: Db,
  type: RecordType,
  result: LoadedTable<Row>,
  keys: ReadonlySet<RecordKey>,
  ids: ReadonlySet<number>,
): Promise<void> {
  const removed = trx.selectFrom('removed_records').where('record_type', '=', type)
  const last = await removed.select((eb) => eb.fn.max('id').as('id')).executeTakeFirst()
  if (last?.id == null) return
  result.lastId = Math.max(result.lastId, last.id)
  const named = removed.where((eb) => eb.or([whereIn(trx, 'record_key', [...keys]), whereIn(trx, 'id', [...ids, 0])]))
  for (const { id, record_key } of await named.selectAll().execute()) {
    result.keyById.set(id, record_key)
    result.removed.set(record_key, id)
  }
}

function loaded<Row>(rows: readonly Row[], keyOf: (row: Row) => RecordKey): LoadedTable<Row> {
  const table: LoadedTable<Row> = {
    byKey: new Map(),
    before: new Map(),
    between: new Map(),
    lines: new Map(),
    keyById: new Map(),
    lastId: 0,
    removed: new Map(),
  }
  for (const row of rows) remember(table, keyOf(row), row)
  return table
}

export function remember<Row>(table: LoadedTable<Row>, key: RecordKey, row: Row): void {
  table.byKey.set(key, row)
  const { id } = row as { id?: number }
  if (id === undefined || typeof key === 'number') return
  table.keyById.set(id, key)
  table.lastId = Math.max(table.lastId, id)
}

/** Puts a new or changed row where later rows of the batch find it. */
export function put<Row>(table: LoadedTable<Row>, key: RecordKey, row: Row, line = 0): void {
  if (!table.before.has(key)) table.before.set(key, table.byKey.get(key))
  else table.between.getOrInsertComputed(key, () => []).push(table.byKey.get(key)!)
  table.lines.set(key, line)
  remember(table, key, row)
}

/** The record's id: its own, the row's, or the next free one. */
export function recordId(
  table: LoadedTable<{ id: number; slug: string }>,
  slug: string,
  input: unknown,
  faults: Fault[],
): number {
  const self = table.byKey.get(slug)?.id ?? table.removed.get(slug)
  if (typeof input !== 'number') {
    if (self !== undefined) return self
    if (table.lastId < Number.MAX_SAFE_INTEGER) return table.lastId + 1
    faults.push({ path: 'id', reason: 'is missing, and none is left to give: the highest possible one is in use' })
    return 0
  }
  const owner = table.keyById.get(input)
  if (self !== undefined && self !== input) {
    faults.push({
      path: 'id',
      reason: 'must be the id it has or left out: an id never changes',
      found: `${input}, not ${self}`,
    })
  } else if (owner !== undefined && owner !== slug) {
    faults.push({ path: 'id', reason: 'belongs to another record', found: `${input}, of ${owner}` })
  }
  return input
}

/** Writes all changes so far. */
export async function writeChanges(
  trx: Db,
  lock: RevisionAllocator,
  set: WorkingSet,
  making: ChangeContext,
): Promise<void> {
  await keepReplaced(trx, making.author.importId, [
    ...replacedOf(set, set.contacts, 'listing_contacts', (key) => ['listing', key]),
    ...replacedOf(set, set.senders, 'listing_senders', (key) => ['listing', key]),
    ...replacedOf(set, set.sources, 'sources', recordOfSource),
  ])
  const changes: Change[] = []
  for (const type of RECORD_TYPES) {
    const { byKey, before, between, lines }: LoadedTable<StoredOf<RecordType>> = set[type]
    for (const [key, existing] of before) {
      const change = { before: existing, after: byKey.get(key), between: between.get(key), line: lines.get(key) }
      changes.push({ type, key: String(key), ...change })
    }
    before.clear()
    between.clear()
  }
  await makeChanges(trx, lock, changes, making)
  const [contacts, noContacts] = parted(takeChanged(set.contacts), ({ doc, texts }) => doc !== '' || texts !== '')
  await upsertRows(trx, 'listing_contacts', ['listing_id'], contacts)
  const removed = noContacts.map(({ listing_id }) => listing_id)
  await deleteRows(trx, 'listing_contacts', 'listing_id', removed)
  await upsertRows(trx, 'listing_senders', ['listing_id'], takeChanged(set.senders))
  const [sources, noSources] = parted(takeChanged(set.sources), ({ doc }) => doc !== '')
  await upsertRows(trx, 'sources', ['record_type', 'record_key'], sources)
  for (const [type, some] of Map.groupBy(noSources, ({ record_type }) => record_type)) {
    const keys = some.map(({ record_key }) => record_key)
    await deleteByRecord(trx, 'sources', type, keys)
  }
}

/** The rows apart from records that are about to change. A record that the import created needs none to be undone. */
function replacedOf<Row extends object>(
  set: WorkingSet,
  { before }: LoadedTable<Row>,
  table: ApartTable,
  recordOf: (key: RecordKey) => [type: RecordType, key: RecordKey],
): ReplacedRow[] {
  return [...before].flatMap(([name, row]) => {
    const [type, key] = recordOf(name)
    const records = set[type].before as Map<RecordKey, object | undefined>
    const isNew = records.has(key) && records.get(key) === undefined
    return isNew ? [] : { type, key: String(key), table, before: row }
  })
}

function recordOfSource(name: RecordKey): [RecordType, RecordKey] {
  const [type, key] = String(name).split(' ') as [RecordType, string]
  return [type, type === 'listing' ? Number(key) : key]
}

function takeChanged<Row>(table: LoadedTable<Row>): Row[] {
  const rows = [...table.before.keys()].map((key) => table.byKey.get(key)!)
  table.before.clear()
  return rows
}

function parted<Row>(rows: readonly Row[], isRetained: (row: Row) => boolean): [kept: Row[], removed: Row[]] {
  return [rows.filter(isRetained), rows.filter((row) => !isRetained(row))]
}

export async function sourcesAmong(db: Db, type: RecordType, keys: readonly RecordKey[]): Promise<SourceTable[]> {
  if (keys.length === 0) return []
  const query = db.selectFrom('sources').selectAll().where('record_type', '=', type)
  return query.where(whereIn(db, 'record_key', keys.map(String))).execute()
}
