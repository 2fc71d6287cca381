import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { CommandError } from '../errors.ts'
import { VERSION } from '../lib/version.ts'
import { type Db, isPostgres } from './schema.ts'
import type { Migrations } from './statements.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** One file per release, named after its last migration. Released files never change. */
const FILES = readdirSync(new URL('migrations', import.meta.url)).sort()

export const SCHEMA_VERSION = Number.parseInt(FILES.at(-1)!, 10)

/** Of release 1.7. */
const OLDEST_SCHEMA = 28

/** Shared by all processes. */
const ADVISORY_LOCK = 7_305_231_001n

/** DDL queues behind readers and blocks everyone after it. */
const LOCK_MS = 1_000
const PAUSE_MS = 500

/** Runs once, even if several processes start at the same time. */
export async function migrate(db: Db, to = SCHEMA_VERSION): Promise<{ from: number; to: number }> {
  const before = await schemaVersion(db)
  if (before === to) return { from: before, to }
  for (;;) {
    try {
      return await migrateAtOnce(db, to)
    } catch (error) {
      if (!isPostgres(db) || !(error instanceof DatabaseUnavailable) || error.reason !== 'lock') throw error
      await sleep(PAUSE_MS)
    }
  }
}

function migrateAtOnce(db: Db, to: number): Promise<{ from: number; to: number }> {
  return db.transaction().execute(async (trx) => {
    if (isPostgres(trx)) {
      await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx)
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx)
    }
    const from = await schemaVersion(trx)
    refuseOldSchema(from)
    if (from > SCHEMA_VERSION) throw await newerDatabase(trx, from)
    if (from === to) return { from, to }
    if (from === 0) {
      await sql`create table schema_version (version integer not null, release text)`.execute(trx)
      await trx.insertInto('schema_version').values({ version: 0, release: VERSION }).execute()
    }
    await runMigrations(trx, from, to)
    await trx.updateTable('schema_version').set({ version: to, release: VERSION }).execute()
    return { from, to }
  })
}

async function runMigrations(trx: Db, from: number, to: number): Promise<void> {
  const files: { migrations: Migrations }[] = await Promise.all(FILES.map((file) => import(`./migrations/${file}`)))
  const numbered = files
    .flatMap(({ migrations }) => Object.entries(migrations))
    .map(([name, { up }]) => ({ number: Number.parseInt(name, 10), up }))
  if (!numbered.some(({ number }) => number === to)) throw new Error(`no migration has the number ${to}`)
  for (const { number, up } of numbered) if (number > from && number <= to) await up(trx)
}

export function refuseOldSchema(schema: number): void {
  if (schema === 0 || schema >= OLDEST_SCHEMA) return
  const here = `release ${VERSION} upgrades from schema ${OLDEST_SCHEMA} (release 1.7)`
  throw new CommandError(`the database has schema ${schema}, and ${here}: upgrade through release 1.7 first`, 2)
}

/** For a schema of a newer release. */
export async function newerDatabase(db: Db, schema: number): Promise<CommandError> {
  const { release } = await db.selectFrom('schema_version').select('release').executeTakeFirstOrThrow()
  const here = `this is release ${VERSION}, which knows up to ${SCHEMA_VERSION}`
  const use = `use release ${release} or a newer one`
  return new CommandError(`release ${release} brought the database to schema ${schema}, and ${here}: ${use}`, 2)
}

/** 0 for an empty database. */
export async function schemaVersion(db: Db): Promise<number> {
  const named = isPostgres(db)
    ? sql`pg_tables where schemaname = current_schema() and tablename`
    : sql`sqlite_master where type = 'table' and name`
  if ((await sql`select 1 from ${named} = 'schema_version'`.execute(db)).rows.length === 0) return 0
  const row = await db.selectFrom('schema_version').select('version').executeTakeFirst()
  return row?.version ?? 0
}
