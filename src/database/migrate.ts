import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Refused } from '../errors.ts'
import { VERSION } from '../version.ts'
import { type Db, isPostgres, readRevision } from './schema.ts'

/** The statements of each migration, which begins with a line such as `-- 1. What it is for`. */
const STATEMENTS = readFileSync(new URL('migrations.sql', import.meta.url), 'utf8')
  .split(/^-- \d+\. .*$/m)
  .slice(1)
  .map((text) =>
    text
      .replace(/^--.*$/gm, '')
      .split(';')
      .map((statement) => statement.trim())
      .filter(Boolean),
  )

export const SCHEMA_VERSION = STATEMENTS.length

/** An arbitrary number that all processes of the service share. */
const ADVISORY_LOCK = 7_305_231_001n

/** Brings the schema to this version, once, even when several processes try at the same time. */
export async function migrate(db: Db, to = SCHEMA_VERSION): Promise<{ from: number; to: number }> {
  const before = await schemaVersion(db)
  if (before === to) return { from: before, to }
  return db.transaction().execute(async (trx) => {
    if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx)
    const from = await schemaVersion(trx)
    if (from > SCHEMA_VERSION) throw await newerDatabase(trx, from)
    if (from === 0) await createVersionTables(trx)
    for (let version = from + 1; version <= to; version++) await applyMigration(trx, version)
    if (!('release' in (await versionRow(trx)))) {
      await trx.schema.alterTable('schema_version').addColumn('release', 'text').execute()
    }
    await trx.updateTable('schema_version').set({ version: to, release: VERSION }).execute()
    return { from, to }
  })
}

const SQLITE = { id: 'integer', key: 'text', bytes: 'blob', doc: 'doc' }
const POSTGRES: typeof SQLITE = { id: 'bigint', key: 'text collate "C"', bytes: 'bytea', doc: 'doc::json' }

/** Brings the schema from a version to the next. */
async function applyMigration(trx: Db, version: number): Promise<void> {
  const words = isPostgres(trx) ? POSTGRES : SQLITE
  for (const statement of STATEMENTS[version - 1]!) {
    const text = statement.replace(/\$(id|key|bytes|doc)\b/g, (_, name: keyof typeof words) => words[name])
    await sql.raw(text).execute(trx)
  }
  await AFTERWARDS[version]?.(trx)
}

/** What a migration does beside its statements. */
const AFTERWARDS: Readonly<Record<number, (trx: Db) => Promise<void>>> = {
  async 3(trx) {
    if (!isPostgres(trx)) return
    // Every delivery is updated twice; the dead rows must not pile up at the front of the queue.
    await sql`alter table deliveries set (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(trx)
  },
  async 4(trx) {
    const row = { id: 1, database_id: randomUUID(), holder: null, held_until: 0, sent_revision: -1 }
    await trx.insertInto('search_sync').values(row).execute()
  },
  async 17(trx) {
    // A random beginning: no two databases have a hash in common.
    const [revision, at, hash] = [await readRevision(trx), Date.now(), randomBytes(32).toString('base64url')]
    const start = { start_revision: revision, start_at: at, start_hash: hash }
    await trx
      .insertInto('history_head')
      .values({ id: 1, ...start, revision, at, hash })
      .execute()
  },
  async 23(trx) {
    // With every column that the console's search needs, so that no machine is read. Entries of an index of PostgreSQL
    // may not be that long.
    if (isPostgres(trx)) return
    await sql`drop index machines_revision`.execute(trx)
    await sql`create index machines_revision on machines (
      revision, slug, manufacturer_id, published_at, aliases, facts ->> 'name')`.execute(trx)
  },
}

/** The error for a database that a newer release has changed to a schema that this one does not know. */
export async function newerDatabase(db: Db, schema: number): Promise<Refused> {
  const { release } = await versionRow(db)
  const by = release ? `release ${release}` : 'a newer release'
  const here = `this is release ${VERSION}, which knows up to ${SCHEMA_VERSION}`
  const use = release ? `release ${release} or a newer one` : 'that one'
  return new Refused(`${by} brought the database to schema ${schema}, and ${here}: use ${use}`, 2)
}

/** An older database lacks this column. */
async function versionRow(db: Db): Promise<{ release?: string | null }> {
  return (await db.selectFrom('schema_version').selectAll().executeTakeFirst()) ?? {}
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

async function createVersionTables(trx: Db): Promise<void> {
  await sql`create table schema_version (version integer not null, release text)`.execute(trx)
  await trx.insertInto('schema_version').values({ version: 0, release: VERSION }).execute()
  await sql`create table revision (value bigint not null)`.execute(trx)
  await trx.insertInto('revision').values({ value: 0 }).execute()
}
