import type { ClassRecord } from '../catalog/records.ts'
import { findRecords, keyOf } from '../database/records.ts'
import { type Db, deleteRows, findRows, type RevisionAllocator, upsertRows, whereIn } from '../database/schema.ts'
import type { SourceTable } from '../database/tables/catalogue.ts'
import type { ListingContactTable, ListingDecisionTable, ListingSenderTable } from '../database/tables/market.ts'
import { type ApartTable, keepReplaced, type ReplacedRow } from '../history/import-undo.ts'
import { type Change, type ChangeContext, deleteByRecord, makeChanges } from '../history/make-changes.ts'
import { erasedAmong } from '../history/redact-entries.ts'
import type { CheckedRow } from './check-row.ts'
import { error, type Issue } from './issue.ts'
import { RECORD_TYPES, type RecordKey, type RecordType, STORED, type StoredOf } from './row-shapes.ts'

export class LoadedTable<Row extends object> {
  readonly byKey = new Map<RecordKey, Row>()
  readonly before = new Map<RecordKey, Row | undefined>()
  /** The steps of those that changed more than once. */
  readonly between = new Map<RecordKey, Row[]>()
  readonly lines = new Map<RecordKey, number>()
  readonly keyById = new Map<number, string>()
  readonly removed = new Map<RecordKey, number>()
  lastId = 0

  constructor(rows: readonly Row[] = [], keyOf: (row: Row) => RecordKey = () => '') {
    for (const row of rows) this.remember(keyOf(row), row)
  }

  remember(key: RecordKey, row: Row): void {
    this.byKey.set(key, row)
    const { id } = row as { id?: number }
    if (id === undefined || typeof key === 'number') return
    this.keyById.set(id, key)
    this.lastId = Math.max(this.lastId, id)
  }

  put(key: RecordKey, row: Row, line = 0): void {
    if (!this.before.has(key)) this.before.set(key, this.byKey.get(key))
    else this.between.getOrInsertComputed(key, () => []).push(this.byKey.get(key)!)
    this.lines.set(key, line)
    this.remember(key, row)
  }

  takeChanged(): Row[] {
    const rows = [...this.before.keys()].map((key) => this.byKey.get(key)!)
    this.before.clear()
    this.between.clear()
    return rows
  }
}

export type WorkingSet = { [T in RecordType]: LoadedTable<StoredOf<T>> } & {
  classes: Map<string, ClassRecord>
  /** By `sourceKey`; an empty text means none. */
  sources: LoadedTable<SourceTable>
  contacts: LoadedTable<ListingContactTable>
  senders: LoadedTable<ListingSenderTable>
  /** What operators decided about listings. */
  decisions: ReadonlyMap<RecordKey, ListingDecisionTable>
}

export const sourceKey = (type: RecordType, key: RecordKey): string => `${type} ${key}`

type NamedRecords = Record<RecordType, { keys: Set<RecordKey>; ids: Set<number> }>

export async function loadWorkingSet(trx: Db, rows: readonly CheckedRow[]): Promise<WorkingSet> {
  const named = namedRecords(rows)
  const listing = await loadRecords(trx, 'listing', named)
  const ids = [...listing.byKey.keys()]
  const classes = await trx.selectFrom('classes').selectAll().execute()
  const byListing = ({ listing_id }: { listing_id: number }) => listing_id
  const set: WorkingSet = {
    manufacturer: await loadRecords(trx, 'manufacturer', named),
    class: new LoadedTable(classes, ({ key }) => key),
    machine: await loadRecords(trx, 'machine', named),
    implement: await loadRecords(trx, 'implement', named),
    listing,
    classes: new Map(classes.map(({ key, doc }) => [key, { key, ...JSON.parse(doc) }])),
    sources: new LoadedTable(),
    contacts: new LoadedTable(await findRows(trx, 'listing_contacts', 'listing_id', ids), byListing),
    senders: new LoadedTable(await findRows(trx, 'listing_senders', 'listing_id', ids), byListing),
    decisions: new LoadedTable(await findRows(trx, 'listing_decisions', 'listing_id', ids), byListing).byKey,
  }
  for (const type of RECORD_TYPES) {
    const keys = [...named[type].keys].filter((key) => set[type].byKey.has(key))
    for (const row of await sourcesAmong(trx, type, keys)) set.sources.remember(sourceKey(type, row.record_key), row)
  }
  return set
}

export function namedRecords(rows: readonly CheckedRow[]): NamedRecords {
  const named = Object.fromEntries(
    RECORD_TYPES.map((type) => [type, { keys: new Set(), ids: new Set() }]),
  ) as NamedRecords
  for (const { type, fields, onCreate = {} } of rows) {
    if (type === undefined) continue
    const key = keyOfRow(type, fields)
    const id = fields.id ?? onCreate.id
    const manufacturer = fields.manufacturer ?? onCreate.manufacturer
    if (key !== undefined) named[type].keys.add(key)
    if (typeof id === 'number') named[type].ids.add(id)
    if (manufacturer) named.manufacturer.keys.add(manufacturerSlug(manufacturer))
  }
  return named
}

export const keyOfRow = (type: RecordType, fields: CheckedRow['fields']) =>
  fields[STORED[type].key] as RecordKey | undefined

export const manufacturerSlug = (manufacturer: unknown): string =>
  typeof manufacturer === 'string' ? manufacturer : (manufacturer as { slug: string }).slug

async function loadRecords<T extends Exclude<RecordType, 'class'>>(
  trx: Db,
  type: T,
  named: NamedRecords,
): Promise<LoadedTable<StoredOf<T>>> {
  const { table, key } = STORED[type]
  const { keys, ids } = named[type]
  const result = new LoadedTable(await findRecords(trx, type, [...keys]), (row) => keyOf(type, row))
  if (type === 'listing')
    for (const id of await erasedAmong(trx, [...(keys as Set<number>)])) result.removed.set(id, id)
  if (key === 'id' || keys.size === 0) return result
  result.lastId = Number(
    (
      await trx
        .selectFrom(table)
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirst()
    )?.id,
  )
  await loadRemoved(trx, type, result, named)
  const others = [...ids].filter((id) => !result.keyById.has(id))
  for (const { id, slug } of (await findRows(trx, table, 'id', others)) as { id: number; slug: string }[])
    result.keyById.set(id, slug)
  return result
}

async function loadRemoved(trx: Db, type: RecordType, table: LoadedTable<object>, named: NamedRecords): Promise<void> {
  const { keys, ids } = named[type]
  const removed = trx.selectFrom('removed_records').where('record_type', '=', type)
  const last = await removed.select((eb) => eb.fn.max('id').as('id')).executeTakeFirst()
  if (last?.id == null) return
  table.lastId = Math.max(table.lastId, last.id)
  const rows = removed.where((eb) => eb.or([whereIn(trx, 'record_key', [...keys]), whereIn(trx, 'id', [...ids, 0])]))
  for (const { id, record_key } of await rows.selectAll().execute()) {
    table.keyById.set(id, record_key)
    table.removed.set(record_key, id)
  }
}

/** The record's id: its own, the row's, or the next free one. */
export function recordId(
  table: LoadedTable<{ id: number; slug: string }>,
  slug: string,
  input: unknown,
  issues: Issue[],
): number {
  const existing = table.byKey.get(slug)?.id ?? table.removed.get(slug)
  if (typeof input !== 'number') {
    if (existing !== undefined) return existing
    if (table.lastId >= Number.MAX_SAFE_INTEGER)
      issues.push(error('id', 'is missing, and none is left to give: the highest possible one is in use'))
    return table.lastId + 1
  }
  const owner = table.keyById.get(input)
  if (existing !== undefined && existing !== input) {
    const reason = 'must be the id it has or left out: an id never changes'
    issues.push(error('id', reason, `${input}, not ${existing}`))
  } else if (owner !== undefined && owner !== slug)
    issues.push(error('id', 'belongs to another record', `${input}, of ${owner}`))
  return input
}

export async function writeChanges(
  trx: Db,
  lock: RevisionAllocator,
  set: WorkingSet,
  context: ChangeContext,
): Promise<void> {
  await keepReplaced(trx, context.author.importId, [
    ...replacedRows(set, set.contacts, 'listing_contacts', (key) => ['listing', key]),
    ...replacedRows(set, set.senders, 'listing_senders', (key) => ['listing', key]),
    ...replacedRows(set, set.sources, 'sources', recordOfSource),
  ])
  const changes: Change[] = []
  for (const type of RECORD_TYPES) {
    const table: LoadedTable<StoredOf<RecordType>> = set[type]
    for (const [key, before] of table.before)
      changes.push({
        type,
        key: String(key),
        before,
        after: table.byKey.get(key),
        between: table.between.get(key),
        line: table.lines.get(key),
      })
    table.takeChanged()
  }
  await makeChanges(trx, lock, changes, context)
  const contacts = Map.groupBy(set.contacts.takeChanged(), ({ doc, texts }) => doc !== '' || texts !== '')
  await upsertRows(trx, 'listing_contacts', ['listing_id'], contacts.get(true) ?? [])
  const removed = (contacts.get(false) ?? []).map(({ listing_id }) => listing_id)
  await deleteRows(trx, 'listing_contacts', 'listing_id', removed)
  await upsertRows(trx, 'listing_senders', ['listing_id'], set.senders.takeChanged())
  const sources = Map.groupBy(set.sources.takeChanged(), ({ doc }) => doc !== '')
  await upsertRows(trx, 'sources', ['record_type', 'record_key'], sources.get(true) ?? [])
  for (const [type, rows] of Map.groupBy(sources.get(false) ?? [], ({ record_type }) => record_type)) {
    const keys = rows.map(({ record_key }) => record_key)
    await deleteByRecord(trx, 'sources', type, keys)
  }
}

function replacedRows<Row extends object>(
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

export async function sourcesAmong(db: Db, type: RecordType, keys: readonly RecordKey[]): Promise<SourceTable[]> {
  if (keys.length === 0) return []
  const query = db.selectFrom('sources').selectAll().where('record_type', '=', type)
  return query.where(whereIn(db, 'record_key', keys.map(String))).execute()
}
