import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { CommandError } from '../errors.ts'
import { currentSchema, type Db, isPostgres, TRANSIENT_TABLES } from './schema.ts'

/** Equal digests mean the same rows in any order. */
interface CopiedTable {
  table: string
  rows: number
  digest: string
}

type TableInfo = Awaited<ReturnType<typeof tablesOf>>[number]
type CopiedRow = Record<string, unknown>

const ROWS_AT_ONCE = 1_000
const SKIPPED_TABLES = ['schema_version', ...TRANSIENT_TABLES]
/** Less than either database's limit. */
const MAX_PARAMETERS = 30_000
const FIRST = ['api_keys', 'subscriptions']
/** Replaced in an unused database. */
const MADE_AT_START = ['revision', 'removals', 'search_sync', 'classes', 'history', 'history_blocks', 'history_head']

/**
 * Copies every table except transient ones into an empty database of the same schema, and compares. Blocks writers of
 * the source; a failure leaves the target unchanged.
 */
export async function copyDatabase(from: Db, to: Db, onRows: (table: string, rows: number) => void = () => {}) {
  const tables = await tablesOf(from)
  return withReadLock(from, (source) =>
    to.transaction().execute(async (target) => {
      await refuseUnlessEmpty(target, tables)
      for (const name of MADE_AT_START) await sql`delete from ${sql.table(name)}`.execute(target)
      const copied: CopiedTable[] = []
      for (const table of tables) {
        const sent = await digestOf(source, table, async (rows) => {
          await insertRows(target, table, rows)
          onRows(table.name, rows.length)
        })
        const arrived = await digestOf(target, table)
        if (arrived.digest !== sent.digest) {
          const why = `${table.name}: ${sent.rows} rows were sent and ${arrived.rows} arrived, or not the same`
          throw new CommandError(why, 2)
        }
        copied.push({ table: table.name, ...sent })
      }
      return copied
    }),
  )
}

function withReadLock<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
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
  const schema = await currentSchema(db)
  const tables = (await db.introspection.getTables())
    .filter((table) => !table.isView && table.schema === schema && !SKIPPED_TABLES.includes(table.name))
    .map((table) => ({ name: table.name, columns: table.columns.map((column) => column.name).sort() }))
  const place = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return tables.sort((a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1))
}

async function refuseUnlessEmpty(target: Db, tables: readonly TableInfo[]): Promise<void> {
  for (const { name } of tables) {
    if (MADE_AT_START.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target)
    if (rows.length > 0) throw new CommandError(`the target is not empty: it has rows in ${name}`, 2)
  }
}

async function* pagesOf(trx: Db, table: string): AsyncGenerator<CopiedRow[]> {
  const hasCursor = isPostgres(trx)
  if (hasCursor) await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(trx)
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const query = hasCursor
      ? sql<CopiedRow>`fetch ${sql.lit(ROWS_AT_ONCE)} from copied`
      : sql<CopiedRow>`select rowid as copied_row, * from ${sql.table(table)}
          where rowid > ${after} order by rowid limit ${sql.lit(ROWS_AT_ONCE)}`
    const { rows } = await query.execute(trx)
    if (rows.length === 0) break
    after = Number(rows.at(-1)!.copied_row)
    yield rows
  }
  if (hasCursor) await sql`close copied`.execute(trx)
}

async function insertRows(target: Db, { name, columns }: TableInfo, rows: readonly CopiedRow[]): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const size = Math.floor(MAX_PARAMETERS / columns.length)
  for (let i = 0; i < rows.length; i += size) {
    const values = rows.slice(i, i + size).map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`insert into ${sql.table(name)} (${list}) values ${sql.join(values)}`.execute(target)
  }
}

/** A sum, since the databases order rows differently. */
async function digestOf(
  trx: Db,
  { name, columns }: TableInfo,
  take: (rows: CopiedRow[]) => Promise<void> = async () => {},
) {
  let count = 0
  let sum = 0n
  for await (const rows of pagesOf(trx, name)) {
    for (const row of rows) {
      const hash = createHash('sha256').update(JSON.stringify(columns.map((column) => plain(row[column]))))
      sum += hash.digest().readBigUInt64BE()
    }
    count += rows.length
    await take(rows)
  }
  return { rows: count, digest: `${count}-${BigInt.asUintN(64, sum).toString(16)}` }
}

/** The databases return bytes in different classes. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
