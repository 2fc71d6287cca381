import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { Refused } from '../errors.ts'
import { type Db, isPostgres, LEFT_BEHIND } from './schema.ts'

/** A copied table. Equal digests mean the same rows, in any order. */
export interface CopiedTable {
  table: string
  rows: number
  digest: string
}

type Table = Awaited<ReturnType<typeof tablesOf>>[number]
type Row = Record<string, unknown>

const ROWS_AT_ONCE = 1_000
const STAYING = ['schema_version', ...LEFT_BEHIND]
/** Less than either database's limit for one statement. */
const MAX_PARAMETERS = 30_000
/** Other tables refer to their rows. */
const FIRST = ['api_keys', 'subscriptions']
/** What an unused database may hold; it is replaced. */
const MADE_AT_START = ['revision', 'removals', 'search_sync', 'classes', 'history', 'history_blocks', 'history_head']

/**
 * Copies every table, except those that stay behind, into an empty database of the same schema, in one transaction;
 * then reads it back and compares. The source cannot be written meanwhile. A failure leaves the target unchanged.
 */
export async function copyDatabase(from: Db, to: Db, onRows: (table: string, rows: number) => void = () => {}) {
  const tables = await tablesOf(from)
  return reading(from, (source) =>
    to.transaction().execute(async (target) => {
      await refuseUnlessEmpty(target, tables)
      for (const name of MADE_AT_START) await sql`delete from ${sql.table(name)}`.execute(target)
      const copied: CopiedTable[] = []
      for (const table of tables) {
        const digest = createDigest(table.columns)
        for await (const rows of pagesOf(source, table.name)) {
          digest.add(rows)
          await insertRows(target, table, rows)
          onRows(table.name, rows.length)
        }
        copied.push({ table: table.name, ...digest.result() })
      }
      for (const [i, table] of tables.entries()) {
        const digest = createDigest(table.columns)
        for await (const rows of pagesOf(target, table.name)) digest.add(rows)
        const { rows, digest: arrived } = digest.result()
        if (arrived !== copied[i]!.digest) {
          const why = `${table.name}: ${copied[i]!.rows} rows were sent and ${rows} arrived, or not the same`
          throw new Refused(why, 2)
        }
      }
      return copied
    }),
  )
}

/** All reads see one state, and nobody writes until they end. */
function reading<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (!isPostgres(db)) return db.transaction().execute(work)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      for (const { name } of await tablesOf(trx)) await sql`lock table ${sql.table(name)} in share mode`.execute(trx)
      return work(trx)
    })
}

async function tablesOf(db: Db) {
  const schema = isPostgres(db)
    ? (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows[0]?.name
    : undefined
  const found = (await db.introspection.getTables())
    .filter((table) => !table.isView && table.schema === schema && !STAYING.includes(table.name))
    .map((table) => ({ name: table.name, columns: table.columns.map((column) => column.name).sort() }))
  const place = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return found.sort((a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1))
}

async function refuseUnlessEmpty(target: Db, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    if (MADE_AT_START.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target)
    if (rows.length > 0) throw new Refused(`the target is not empty: it has rows in ${name}`, 2)
  }
}

async function* pagesOf(trx: Db, table: string): AsyncGenerator<Row[]> {
  if (isPostgres(trx)) {
    await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(trx)
    yield* pages(() => sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from copied`)
    await sql`close copied`.execute(trx)
    return
  }
  let after = Number.MIN_SAFE_INTEGER
  yield* pages(
    () => sql<Row>`select rowid as copied_row, * from ${sql.table(table)}
      where rowid > ${after} order by rowid limit ${sql.lit(ROWS_AT_ONCE)}`,
    (last) => {
      after = Number(last.copied_row)
    },
  )

  async function* pages(query: () => RawBuilder<Row>, onLast: (row: Row) => void = () => {}) {
    for (;;) {
      const { rows } = await query().execute(trx)
      if (rows.length === 0) return
      onLast(rows.at(-1)!)
      yield rows
    }
  }
}

async function insertRows(target: Db, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const size = Math.floor(MAX_PARAMETERS / columns.length)
  for (let at = 0; at < rows.length; at += size) {
    const values = rows.slice(at, at + size).map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`insert into ${sql.table(name)} (${list}) values ${sql.join(values)}`.execute(target)
  }
}

/** A sum, since the two databases order their rows differently. */
function createDigest(columns: readonly string[]) {
  let rows = 0
  let sum = 0n
  return {
    add(page: readonly Row[]) {
      for (const row of page) {
        const hash = createHash('sha256').update(JSON.stringify(columns.map((column) => plain(row[column]))))
        sum += hash.digest().readBigUInt64BE()
      }
      rows += page.length
    },
    result: () => ({ rows, digest: `${rows}-${BigInt.asUintN(64, sum).toString(16)}` }),
  }
}

/** The two databases give bytes in different classes. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
