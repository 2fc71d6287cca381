import { sql } from 'kysely'
import { VERSION } from '../version.ts'
import { isPostgres } from './dialect.ts'
import { applyMigration, SCHEMA_VERSION } from './migrations.ts'
import type { Db } from './schema.ts'

export { SCHEMA_VERSION }

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

/** The error for a database whose schema is newer than this version knows. */
export async function newerDatabase(db: Db, version: number): Promise<NewerDatabase> {
  return new NewerDatabase(version, SCHEMA_VERSION, (await versionRow(db)).release ?? undefined)
}

/** An older database lacks this column. */
async function versionRow(db: Db): Promise<{ release?: string | null }> {
  return (await db.selectFrom('schema_version').selectAll().executeTakeFirst()) ?? {}
}

/** 0 for an empty database. */
export async function schemaVersion(db: Db): Promise<number> {
  const found = isPostgres(db)
    ? await sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'schema_version'`.execute(
        db,
      )
    : await sql`select 1 from sqlite_master where type = 'table' and name = 'schema_version'`.execute(db)
  if (found.rows.length === 0) return 0
  const row = await db.selectFrom('schema_version').select('version').executeTakeFirst()
  return row?.version ?? 0
}

async function createVersionTables(trx: Db): Promise<void> {
  await sql`create table schema_version (version integer not null, release text)`.execute(trx)
  await trx.insertInto('schema_version').values({ version: 0, release: VERSION }).execute()
  await sql`create table revision (value bigint not null)`.execute(trx)
  await trx.insertInto('revision').values({ value: 0 }).execute()
}

/** A newer release has changed the database to a schema that this one does not know. */
export class NewerDatabase extends Error {
  readonly code = 'NEWER_DATABASE'

  constructor(schema: number, known: number, release: string | undefined) {
    const by = release ? `release ${release}` : 'a newer release'
    const use = release ? `release ${release} or a newer one` : 'that one'
    super(
      `${by} brought the database to schema ${schema}, and this is release ${VERSION}, which knows up to ${known}: use ${use}`,
    )
  }
}
