import { CompiledQuery, type Expression, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { CatalogueTables } from './tables/catalogue.ts'
import type { HistoryTables } from './tables/history.ts'
import type { MarketTables } from './tables/market.ts'
import type { ImportTables, KeyTables, OperatorTables } from './tables/operator.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/**
 * Every table, for both dialects. JSON is canonical text, so equal records are equal strings. A date is `YYYY-MM-DD`, a
 * moment is milliseconds since 1970, a flag is 0 or 1.
 */
export interface DatabaseSchema
  extends CatalogueTables,
    HistoryTables,
    MarketTables,
    ImportTables,
    KeyTables,
    WebhookTables,
    OperatorTables {
  /** `release`: the one that made this version. */
  schema_version: { version: number; release: string | null }
  /** One row. Its lock orders all writers; its value is the newest committed revision. */
  revision: { value: number }
}

/** A database or a transaction on one: the first argument of every store function. */
export type Db = Kysely<DatabaseSchema>

/**
 * Tables about where the service runs, not about what it keeps: ways into the console, processes, and files on one
 * machine's disk. They stay behind when a database is moved, backed up or restored, so that an ended session does not
 * come back.
 */
export const TRANSIENT_TABLES: readonly string[] = [
  'console_links',
  'console_sessions',
  'presence',
  'uploads',
  'upload_parts',
]

/** Hands out revision numbers inside one writing transaction. */
export interface RevisionAllocator {
  /** The number for another changed record. */
  next(): number
}

const allocators = new WeakMap<Db, RevisionAllocator>()

/**
 * Runs a writing transaction that holds the writer lock from its first statement to its commit. So numbers are
 * committed in order, and a reader that has seen N never meets a smaller one later. A transaction that takes no number
 * leaves the revision unchanged; a nested one shares the counter of the outer one.
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
  // On SQLite the transaction began with the write lock.
  const query = trx.selectFrom('revision').select('value')
  const row = await (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirstOrThrow()
  return row.value
}

export async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('revision').select('value').executeTakeFirstOrThrow()
  return row.value
}

/** The newest revision, and the one at which records were last removed. */
export async function readState(db: Db): Promise<{ revision: number; removal: number }> {
  const query = db.selectFrom(['revision', 'removals'])
  return query.select(['revision.value as revision', 'removals.revision as removal']).executeTakeFirstOrThrow()
}

/** Runs several reads on one state of the database: that of the given transaction, or of a new one. */
export async function snapshot<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const transaction = db.transaction().setAccessMode('read only')
  return (isPostgres(db) ? transaction.setIsolationLevel('repeatable read') : transaction).execute(work)
}

/** Works in the given transaction, or in a new one: a nested change commits with the outer one. */
export function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

type TableName = keyof DatabaseSchema & string
type ColumnOf<T extends TableName> = keyof DatabaseSchema[T] & string
type KeyValue = string | number
type ColumnType = 'text' | 'bigint' | 'double precision' | 'integer'

/**
 * Writes any number of whole rows and replaces those whose key exists; without a key none may exist. PostgreSQL gets
 * them as one JSON text and knows the types of its columns.
 */
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
  // For SQLite bound values cost a quarter of JSON. Powers of two keep the statements few.
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

/** A condition: the column has one of these values, however many. */
export function whereIn(db: Db, column: string | RawBuilder<unknown>, values: readonly KeyValue[]) {
  // Without a value PostgreSQL would not know its type.
  if (values.length === 0) return sql<boolean>`1 = 0`
  const list = JSON.stringify(values)
  const value = typeof column === 'string' ? sql.ref(column) : column
  if (!isPostgres(db)) return sql<boolean>`${value} in (select value from json_each(${list}))`
  const type = typeof values[0] === 'number' ? sql`bigint` : sql`text`
  return sql<boolean>`${value} in (select value::${type} from json_array_elements_text(${list}::json))`
}

/** The rows whose column has one of these values. */
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

/** The rows after a place, a page at a time, in the order of a column that no two share. */
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

/** Deletes the rows whose column has one of these values. */
export async function deleteRows<T extends TableName>(
  trx: Db,
  table: T,
  column: ColumnOf<T>,
  values: readonly KeyValue[],
) {
  if (values.length > 0) await sql`delete from ${sql.table(table)} where ${whereIn(trx, column, values)}`.execute(trx)
}

/** How many rows of a table meet a condition, by default all. */
export async function countRows(db: Db, table: TableName, where?: Expression<unknown>): Promise<number> {
  const condition = where ? sql`where ${where}` : sql``
  const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)} ${condition}`
  return (await query.execute(db)).rows[0]!.count
}

/** Any number of rows as a relation `given` with these columns, for joins and updates. They travel as one JSON text. */
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

/** For this module only; others use one of the functions below. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The schema of PostgreSQL in which unnamed ones stand; SQLite has none. */
export async function currentSchema(db: Db): Promise<string | undefined> {
  if (!isPostgres(db)) return undefined
  return (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows[0]?.name
}

/** How many transactions may write at the same time with profit: SQLite has one writer. */
export function maxWriters(db: Db): number {
  return isPostgres(db) ? 2 : 1
}

/** Ends a select of rows that are to be changed, and leaves out those that another transaction is changing. */
export function skipLocked(db: Db): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for update skip locked` : sql``
}

/** Lets one transaction at a time go on under this name. On SQLite there is only one. */
export async function lockName(trx: Db, name: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
}

/** A member of a JSON text as text; the names lead to it. */
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

/** The items of a JSON list, each in the column `value`. */
export function jsonItems(db: Db, list: RawBuilder<string>): RawBuilder<unknown> {
  return isPostgres(db) ? sql`json_array_elements_text((${list})::json)` : sql`json_each(${list})`
}

/** A column to sort by. SQLite would read every row in the order of that column's index to spare itself the sorting. */
export function withoutIndexOrder(db: Db, column: string): RawBuilder<unknown> {
  return isPostgres(db) ? sql.ref(column) : sql`+${sql.ref(column)}`
}

/** The greatest of some figures. */
export function greatest(db: Db, ...figures: readonly RawBuilder<unknown>[]): RawBuilder<number> {
  return sql<number>`${sql.raw(isPostgres(db) ? 'greatest' : 'max')}(${sql.join(figures)})`
}

/**
 * Makes PostgreSQL use indexes in this transaction. For a table used as a queue its own choice is often wrong: its
 * statistics are always old, and it reads the whole backlog to find a few rows.
 */
export async function preferIndexes(trx: Db): Promise<void> {
  if (!isPostgres(trx)) return
  const off = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map(
    (method) => sql`set_config(${`enable_${method}`}, 'off', true)`,
  )
  await sql`select ${sql.join(off)}`.execute(trx)
}

/** Drawn when the database was made; a copy of it has the same. */
export async function readDatabaseId(db: Db): Promise<string> {
  return (await db.selectFrom('search_sync').select('database_id').executeTakeFirstOrThrow()).database_id
}

/** The database's own clock in milliseconds; undefined where it is this machine's. */
export async function readClock(db: Db): Promise<number | undefined> {
  if (!isPostgres(db)) return undefined
  const query = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
  return (await query.execute(db)).rows[0]!.now
}
