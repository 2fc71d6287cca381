import { CompiledQuery, type Expression, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { CatalogueTables } from './tables/catalogue.ts'
import type { HistoryTables } from './tables/history.ts'
import type { MarketTables } from './tables/market.ts'
import type { ImportTables, KeyTables, OperatorTables } from './tables/operator.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/** JSON is canonical text, dates are `YYYY-MM-DD`, timestamps milliseconds, flags 0 or 1. */
export interface DatabaseSchema
  extends CatalogueTables,
    HistoryTables,
    MarketTables,
    ImportTables,
    KeyTables,
    WebhookTables,
    OperatorTables {
  schema_version: { version: number; release: string | null }
  revision: { value: number }
}

export type Db = Kysely<DatabaseSchema>

/** Tables about this deployment: `move`, `backup` and `restore` skip them, so that ended sessions do not return. */
export const TRANSIENT_TABLES: readonly string[] = [
  'console_links',
  'console_sessions',
  'presence',
  'uploads',
  'upload_parts',
]

/** Allocates revisions within a writing transaction. */
export interface RevisionAllocator {
  next(): number
}

const allocators = new WeakMap<Db, RevisionAllocator>()

/**
 * Holds the writer lock from the first statement to the commit, so revisions are committed in order. Nested calls
 * share it.
 */
export async function writeTransaction<T>(db: Db, work: (trx: Db, lock: RevisionAllocator) => Promise<T>): Promise<T> {
  const outer = allocators.get(db)
  if (outer) return work(db, outer)
  return transact(db, async (trx) => {
    const start = await lockRevision(trx)
    let value = start
    const lock = { next: () => ++value }
    allocators.set(trx, lock)
    try {
      const result = await work(trx, lock)
      if (value > start) await trx.updateTable('revision').set({ value }).execute()
      return result
    } finally {
      allocators.delete(trx)
    }
  })
}

async function lockRevision(trx: Db): Promise<number> {
  // SQLite already holds the write lock.
  const query = trx.selectFrom('revision').select('value')
  const row = await (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirstOrThrow()
  return row.value
}

export async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('revision').select('value').executeTakeFirstOrThrow()
  return row.value
}

export async function readState(db: Db): Promise<{ revision: number; removal: number }> {
  const query = db.selectFrom(['revision', 'removals'])
  return query.select(['revision.value as revision', 'removals.revision as removal']).executeTakeFirstOrThrow()
}

/** Runs reads on one state of the database. */
export async function snapshot<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const transaction = db.transaction().setAccessMode('read only')
  return (isPostgres(db) ? transaction.setIsolationLevel('repeatable read') : transaction).execute(work)
}

/** Nested work commits with the outer transaction. */
export function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

type TableName = keyof DatabaseSchema & string
type ColumnOf<T extends TableName> = keyof DatabaseSchema[T] & string
type KeyValue = string | number
type ColumnType = 'text' | 'bigint' | 'double precision' | 'integer'

/** Replaces rows with the same key; without a key none may exist. PostgreSQL gets one JSON text. */
export async function upsertRows<T extends TableName>(
  trx: Db,
  table: T,
  key: readonly ColumnOf<T>[],
  rows: readonly DatabaseSchema[T][],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(rows[0]!) as ColumnOf<T>[]
  const list = sql.join(names.map((name) => sql.ref(name)))
  const replaced = sql.join(
    names.filter((name) => !key.includes(name)).map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  )
  const conflict =
    key.length === 0
      ? sql``
      : sql`on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${replaced}`
  if (isPostgres(trx)) {
    await sql`insert into ${sql.table(table)} (${list})
      select ${list} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}) ${conflict}`.execute(
      trx,
    )
    return
  }
  // On SQLite bound values cost a quarter of JSON. Powers of two keep statements few.
  const head = sql`insert into ${sql.table(table)} (${list}) values`.compile(trx).sql
  const tail = conflict.compile(trx).sql
  const place = `(${names.map(() => '?').join(', ')})`
  let statement = ''
  for (let i = 0, size = 0; i < rows.length; i += size) {
    const count = Math.min(ROWS_AT_ONCE, 2 ** Math.floor(Math.log2(rows.length - i)))
    if (size !== count) statement = `${head} ${Array(count).fill(place).join(', ')} ${tail}`
    size = count
    const values: unknown[] = []
    for (let row = i; row < i + size; row++) for (const name of names) values.push(rows[row]![name])
    await trx.executeQuery(CompiledQuery.raw(statement, values))
  }
}

const ROWS_AT_ONCE = 64

/** For any number of values. */
export function whereIn(db: Db, column: string | RawBuilder<unknown>, values: readonly KeyValue[]) {
  // Without a value PostgreSQL would not know its type.
  if (values.length === 0) return sql<boolean>`1 = 0`
  const list = JSON.stringify(values)
  const value = typeof column === 'string' ? sql.ref(column) : column
  if (!isPostgres(db)) return sql<boolean>`${value} in (select value from json_each(${list}))`
  const type = typeof values[0] === 'number' ? sql`bigint` : sql`text`
  return sql<boolean>`${value} in (select value::${type} from json_array_elements_text(${list}::json))`
}

export async function findRows<T extends TableName>(
  db: Db,
  table: T,
  column: ColumnOf<T>,
  values: readonly KeyValue[],
) {
  if (values.length === 0) return []
  const query = sql<DatabaseSchema[T]>`select * from ${sql.table(table)} where ${whereIn(db, column, values)}`
  return (await query.execute(db)).rows
}

const PAGE_ROWS = 1_000

/** Pages in the order of a unique column. */
export async function* readPages<T extends TableName>(db: Db, table: T, by: string, place: KeyValue) {
  for (let last = place; ; ) {
    const page = sql<DatabaseSchema[T]>`select * from ${sql.table(table)}
      where ${sql.ref(by)} > ${last} order by ${sql.ref(by)} limit ${sql.lit(PAGE_ROWS)}`
    const { rows } = await page.execute(db)
    if (rows.length === 0) return
    last = rows.at(-1)![by as keyof DatabaseSchema[T]] as KeyValue
    yield rows
  }
}

export async function deleteRows<T extends TableName>(
  trx: Db,
  table: T,
  column: ColumnOf<T>,
  values: readonly KeyValue[],
) {
  if (values.length > 0) await sql`delete from ${sql.table(table)} where ${whereIn(trx, column, values)}`.execute(trx)
}

export async function countRows(db: Db, table: TableName, where?: Expression<unknown>): Promise<number> {
  const condition = where ? sql`where ${where}` : sql``
  const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)} ${condition}`
  return (await query.execute(db)).rows[0]!.count
}

/** Rows as a relation `given`, sent as one JSON text. */
export function valuesTable<C extends string>(
  db: Db,
  columns: Record<C, ColumnType>,
  rows: readonly Record<C, string | number | null>[],
): RawBuilder<unknown> {
  const names = Object.keys(columns) as C[]
  if (isPostgres(db)) {
    const shape = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`))
    return sql`json_to_recordset(${JSON.stringify(rows)}::json) as given(${shape})`
  }
  const data = JSON.stringify(rows.map((row) => names.map((name) => row[name])))
  const picked = sql.join(names.map((name, i) => sql`value ->> ${sql.lit(i)} as ${sql.ref(name)}`))
  return sql`(select ${picked} from json_each(${data})) as given`
}

/** Only for this module. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Undefined on SQLite. */
export async function currentSchema(db: Db): Promise<string | undefined> {
  if (!isPostgres(db)) return undefined
  return (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows[0]?.name
}

/** SQLite has one writer. */
export function maxWriters(db: Db): number {
  return isPostgres(db) ? 2 : 1
}

/** Suffix of a select for update. */
export function skipLocked(db: Db): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for update skip locked` : sql``
}

/** SQLite has one writer anyway. */
export async function lockName(trx: Db, name: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
}

/** As text. `names` is the path. */
export function jsonMember(
  db: Db,
  column: string,
  ...names: readonly (string | RawBuilder<string>)[]
): RawBuilder<string> {
  const json = isPostgres(db) ? sql`${sql.ref(column)}::json` : sql.ref(column)
  const path = names.map((name) => (typeof name === 'string' ? sql.lit(name) : name))
  const last = path.pop()
  return sql<string>`${sql.join([json, ...path], sql` -> `)} ->> ${last}`
}

/** In the column `value`. */
export function jsonItems(db: Db, list: RawBuilder<string>): RawBuilder<unknown> {
  return isPostgres(db) ? sql`json_array_elements_text((${list})::json)` : sql`json_each(${list})`
}

/** SQLite would read every row in that index's order to save the sort. */
export function withoutIndexOrder(db: Db, column: string): RawBuilder<unknown> {
  return isPostgres(db) ? sql.ref(column) : sql`+${sql.ref(column)}`
}

export function greatest(db: Db, ...figures: readonly RawBuilder<unknown>[]): RawBuilder<number> {
  return sql<number>`${sql.raw(isPostgres(db) ? 'greatest' : 'max')}(${sql.join(figures)})`
}

/** Makes PostgreSQL use indexes: statistics of a queue are always old, and it would read the whole backlog. */
export async function preferIndexes(trx: Db): Promise<void> {
  if (!isPostgres(trx)) return
  const off = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map(
    (method) => sql`set_config(${`enable_${method}`}, 'off', true)`,
  )
  await sql`select ${sql.join(off)}`.execute(trx)
}

/** Copies of a database share it. */
export async function readDatabaseId(db: Db): Promise<string> {
  return (await db.selectFrom('search_sync').select('database_id').executeTakeFirstOrThrow()).database_id
}

/** Milliseconds; undefined if it is this machine's. */
export async function readClock(db: Db): Promise<number | undefined> {
  if (!isPostgres(db)) return undefined
  const query = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
  return (await query.execute(db)).rows[0]!.now
}
