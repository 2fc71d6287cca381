import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import { readRevision } from './revision.ts'
import type { Db } from './schema.ts'

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

const SQLITE = { id: 'integer', key: 'text', bytes: 'blob', doc: 'doc' }
const POSTGRES: typeof SQLITE = { id: 'bigint', key: 'text collate "C"', bytes: 'bytea', doc: 'doc::json' }

/** Brings the schema from a version to the next. */
export async function applyMigration(trx: Db, version: number): Promise<void> {
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
}
