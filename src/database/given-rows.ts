import { type RawBuilder, sql } from 'kysely'
import type { ColumnType } from './bulk.ts'
import { isPostgres } from './dialect.ts'
import type { Db } from './schema.ts'

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
