import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db, Schema } from './schema.ts'

export type ColumnType = 'text' | 'bigint' | 'double precision' | 'integer'

/** What `upsertRows` needs to know of a table: its columns in order, and its key. */
export interface BulkTable<T extends keyof Schema & string> {
  table: T
  key: readonly (keyof Schema[T] & string)[]
  columns: Record<keyof Schema[T] & string, ColumnType>
}

/** Writes any number of rows and replaces those whose key exists. PostgreSQL gets them as one JSON text. */
export async function upsertRows<T extends keyof Schema & string>(
  trx: Db,
  { table, key, columns }: BulkTable<T>,
  rows: readonly Schema[T][],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns) as (keyof Schema[T] & string)[]
  const list = sql.join(names.map((name) => sql.ref(name)))
  const replaced = sql.join(
    names.filter((name) => !key.includes(name)).map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  )
  const conflict = sql`on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${replaced}`
  if (isPostgres(trx)) {
    const shape = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`))
    const data = JSON.stringify(rows)
    await sql`insert into ${sql.table(table)} (${list})
      select ${list} from json_to_recordset(${data}::json) as given(${shape}) ${conflict}`.execute(trx)
    return
  }
  // For SQLite bound values cost a quarter of JSON. There are two statements: one for many rows, one for a single row.
  const one = sql`insert into ${sql.table(table)} (${list}) values ${places(names, 1)} ${conflict}`.compile(trx).sql
  const many = sql`insert into ${sql.table(table)} (${list}) values ${places(names, ROWS_AT_ONCE)} ${conflict}`
  const manySql = rows.length < ROWS_AT_ONCE ? one : many.compile(trx).sql
  for (let at = 0; at < rows.length; ) {
    const size = rows.length - at < ROWS_AT_ONCE ? 1 : ROWS_AT_ONCE
    const values: unknown[] = []
    for (const row of rows.slice(at, at + size)) for (const name of names) values.push(row[name])
    await trx.executeQuery(CompiledQuery.raw(size === 1 ? one : manySql, values))
    at += size
  }
}

const ROWS_AT_ONCE = 64

function places(names: readonly string[], rows: number) {
  return sql.raw(
    Array(rows)
      .fill(`(${names.map(() => '?').join(', ')})`)
      .join(', '),
  )
}

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
