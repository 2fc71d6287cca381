import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Dialect, type Driver, Kysely, type LogEvent } from 'kysely'
import { CommandError } from '../errors.ts'
import { isTracing, recordSpan } from '../lib/tracing.ts'
import { migrate, refuseOldSchema, SCHEMA_VERSION, schemaVersion } from './migrate.ts'
import type { DatabaseSchema, Db } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { type DatabaseTarget, noDatabase, type OpenOptions } from './target.ts'
import { COMMAND_TIMEOUTS } from './unavailable.ts'

/** Updates the schema. Close it with `db.destroy()`. */
export async function openDatabase(target: DatabaseTarget, options: OpenOptions = {}): Promise<Db> {
  const { readOnly = false, create = !readOnly } = options
  if (target.kind === 'sqlite') {
    const stat = statSync(target.path, { throwIfNoEntry: false })
    if (!create && !stat) throw noDatabase(target)
    // Not a folder or a device.
    if (stat && !stat.isFile())
      throw new CommandError(`${target.path} is not a file: DATABASE_URL must name the database file`, 2)
    if (!readOnly) prepareFile(target.path)
  }
  const db = await connect(target, options)
  try {
    const version = await schemaVersion(db)
    if (version === 0 && !create) throw noDatabase(target)
    refuseOldSchema(version)
    if (version !== SCHEMA_VERSION && !readOnly) await migratePatiently(target, options)
  } catch (error) {
    await db.destroy().catch(() => {})
    throw target.kind === 'sqlite' ? whyNotOpened(target.path, error) : error
  }
  return db
}

/** Low byte of the code: https://www.sqlite.org/rescode.html */
const NOT_OPENED: Readonly<Record<number, string>> = {
  8: 'it, or its folder, cannot be written by this user',
  10: 'its disk has a fault',
  14: 'it, or its folder, is closed to this user',
  26: 'it is no SQLite database',
}

function whyNotOpened(path: string, error: unknown): unknown {
  const why = NOT_OPENED[((error as { errcode?: number }).errcode ?? 0) & 0xff]
  return why ? new CommandError(`the database ${path} cannot be opened: ${why}`, 2) : error
}

export async function withDatabase<T>(target: DatabaseTarget, options: OpenOptions, work: (db: Db) => Promise<T>) {
  await using db = await openDatabase(target, options)
  return await work(db)
}

async function connect(target: DatabaseTarget, options: OpenOptions): Promise<Db> {
  const dialect = await dialectOf(target, options)
  const { onCommit } = options
  if (onCommit) {
    const createDriver = dialect.createDriver.bind(dialect)
    dialect.createDriver = () => reportCommits(createDriver(), onCommit)
  }
  return new Kysely<DatabaseSchema>({ dialect, ...(isTracing() && { log: noteQuery }) })
}

function reportCommits(driver: Driver, onCommit: () => void): Driver {
  const commit = driver.commitTransaction.bind(driver)
  driver.commitTransaction = async (connection) => {
    await commit(connection)
    onCommit()
  }
  return driver
}

/** Statements contain placeholders, not values. */
function noteQuery(event: LogEvent): void {
  const text = event.query.sql
  const start = { startedAt: Date.now() - event.queryDurationMillis, attributes: { 'db.query.text': text } }
  const error = event.level === 'error' ? event.error : undefined
  recordSpan({ name: `database ${text.split(' ', 1)[0]}`, kind: 'client', ...start }, error)
}

async function dialectOf(target: DatabaseTarget, options: OpenOptions): Promise<Dialect> {
  if (target.kind === 'postgres') return (await import('./postgres.ts')).postgresDialect(target.url, options)
  refuseOldSqlite(process.versions.sqlite ?? '')
  return sqliteDialect(target.path, options)
}

/** Migrations may take longer than requests wait. */
async function migratePatiently(target: DatabaseTarget, options: OpenOptions): Promise<void> {
  await using db = await connect(target, { ...options, timeouts: COMMAND_TIMEOUTS })
  const schema = await migrate(db)
  if (schema.from > 0 && schema.from < schema.to) options.onMigrated?.(schema)
}

const OWNER_ALONE = 0o600

/** Makes the file readable only by its owner: it holds contacts. SQLite gives its log and index the same mode. */
function prepareFile(path: string): void {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    makeEmpty(path)
    return
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, OWNER_ALONE)
    } catch {
      // Missing, or owned by another user.
    }
  }
}

/** Only for new files: closing a file that SQLite has open releases this process's locks. */
function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ALONE))
  } catch (error) {
    // Created by another process meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Older versions may lose commits when the log restarts while another process reads. */
const OLDEST = [3, 51, 3]

export function refuseOldSqlite(version: string): void {
  const parts = version.split('.').map(Number)
  const i = OLDEST.findIndex((part, place) => parts[place] !== part)
  if (i < 0 || parts[i]! > OLDEST[i]!) return
  const needed = `${OLDEST.join('.')} or newer is needed, which a newer Node.js brings`
  throw new CommandError(`this runtime has SQLite ${version}, which may lose changes: ${needed}`, 2)
}
