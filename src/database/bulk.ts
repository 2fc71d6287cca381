import { CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db, Schema } from './schema.ts'

type ColumnType = 'text' | 'bigint' | 'double precision' | 'integer'

/**
 * Writes any number of whole rows and replaces those whose key exists; without a key none may exist. PostgreSQL gets
 * them as one JSON text and knows the types of its columns.
 */
export async function upsertRows<T extends keyof Schema & string>(
  trx: Db,
  table: T,
  key: readonly (keyof Schema[T] & string)[],
  rows: readonly Schema[T][],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(rows[0]!) as (keyof Schema[T] & string)[]
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
  for (let at = 0, size = 0; at < rows.length; at += size) {
    const most = Math.min(ROWS_AT_ONCE, 2 ** Math.floor(Math.log2(rows.length - at)))
    if (size !== most) statement = `${head} ${Array(most).fill(place).join(', ')} ${tail}`
    size = most
    const values: unknown[] = []
    for (let row = at; row < at + size; row++) for (const name of names) values.push(rows[row]![name])
    await trx.executeQuery(CompiledQuery.raw(statement, values))
  }
}

const ROWS_AT_ONCE = 64

/** A condition: the column has one of these values, however many. */
export function among(db: Db, column: string, values: readonly (string | number)[]) {
  const list = JSON.stringify(values)
  if (!isPostgres(db)) return sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
  const type = typeof values[0] === 'number' ? sql`bigint` : sql`text`
  return sql<boolean>`${sql.ref(column)} in (select value::${type} from json_array_elements_text(${list}::json))`
}

/** The rows whose column has one of these values. */
export async function rowsAmong<T extends keyof Schema & string>(
  db: Db,
  table: T,
  column: keyof Schema[T] & string,
  values: readonly (string | number)[],
): Promise<Schema[T][]> {
  if (values.length === 0) return []
  const query = sql<Schema[T]>`select * from ${sql.table(table)} where ${among(db, column, values)}`
  return (await query.execute(db)).rows
}

/** Deletes the rows whose column has one of these values. */
export async function deleteAmong<T extends keyof Schema & string>(
  trx: Db,
  table: T,
  column: keyof Schema[T] & string,
  values: readonly (string | number)[],
): Promise<void> {
  if (values.length > 0) await sql`delete from ${sql.table(table)} where ${among(trx, column, values)}`.execute(trx)
}

/** How many rows of a table meet a condition, by default all. */
export async function countRows(db: Db, table: keyof Schema & string, where?: Expression<unknown>): Promise<number> {
  const condition = where ? sql`where ${where}` : sql``
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} ${condition}`.execute(
    db,
  )
  return Number(rows[0]!.count)
}

/** Any number of rows as a relation `given` with these columns, for joins and updates. They travel as one JSON text. */
export function givenRows<C extends string>(
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
  const picked = sql.join(names.map((name, at) => sql`value ->> ${sql.lit(at)} as ${sql.ref(name)}`))
  return sql`(select ${picked} from json_each(${data})) as given`
}
