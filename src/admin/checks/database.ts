import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { type Config, ConfigError } from '../../config.ts'
import { lastBackup } from '../../database/backup.ts'
import { findDamageWithTimeout } from '../../database/quick-check.ts'
import { countRows, type Db, readRevision } from '../../database/schema.ts'
import type { DatabaseTarget } from '../../database/target.ts'
import { lasting } from '../../lib/calendar.ts'
import { examineSecretKey } from '../../webhooks/signing.ts'
import { type Finding, findingOf } from './finding.ts'

const finding = findingOf('database')
const failure = (detail: string) => finding('fail', detail)

/** Checks the pages of a SQLite file, for at most `ms`. */
export async function checkFile(path: string, ms: number): Promise<Finding[]> {
  // The last process to close a database removes both.
  if (existsSync(`${path}-shm`) && !existsSync(`${path}-wal`))
    return [failure(`${path}-wal is missing, and with it the newest changes; put it back, or restore a backup`)]
  const damages = await findDamageWithTimeout(path, ms)
  if (!damages)
    return [
      finding('unknown', `${path} was not read to its end within ${ms / 1_000} s; run \`yantra backup FILE --verify\``),
    ]
  const [damage] = damages
  return damage ? [failure(`${path} is damaged (${damage}); stop the service and restore a backup`)] : []
}

/** Compares the newest revision with records, history and the last backup. */
export async function checkRevisions(db: Db, target: DatabaseTarget): Promise<Finding[]> {
  const revision = await readRevision(db)
  const { revision: end } = await db.selectFrom('history_head').select('revision').executeTakeFirstOrThrow()
  const newer = await countRows(db, 'machines', sql`revision > ${revision}`)
  const saved = lastBackup(target)?.revision ?? 0
  const numbers = `the database is at revision ${revision}`
  if (end !== revision || newer > 0)
    return [
      failure(
        `${numbers}, its history at ${end}, ${newer} machines are newer; \`yantra history verify\` names the records`,
      ),
    ]
  return saved > revision
    ? [failure(`${numbers}, the last backup at ${saved}: changes were lost; restore the backup`)]
    : []
}

/** Checks that PostgreSQL accepts writes, and from this role. */
export async function checkPostgres(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ role: string; standby: boolean; read_only: string; behind: number | null }>`
    select current_user as role, pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only,
      extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as behind`.execute(db)
  const { role, standby, read_only, behind } = rows[0]!
  const lag = behind === null ? '' : `, ${lasting(behind * 1_000)} behind`
  if (standby) return [failure(`the server is a standby${lag}; DATABASE_URL must name the primary`)]
  if (read_only === 'on') return [failure('the database is read-only; reset default_transaction_read_only')]
  const missing = await missingGrants(db)
  return missing.length === 0 ? [] : [failure(`the role ${role} lacks ${missing.join(', ')}; run roles.sql again`)]
}

/** What every process that serves or delivers needs. */
const GRANTS = {
  select: 'schema_version revision removals manufacturers classes machines implements listings subscriptions api_keys',
  insert: 'presence history events deliveries',
  update: 'revision presence history_head',
}

async function missingGrants(db: Db): Promise<string[]> {
  const missing: string[] = []
  for (const [privilege, tables] of Object.entries(GRANTS))
    for (const table of tables.split(' ')) {
      const query = sql<{ granted: boolean }>`select has_table_privilege(${table}, ${privilege}) as granted`
      if (!(await query.execute(db)).rows[0]!.granted) missing.push(`${privilege} on ${table}`)
    }
  return missing
}

/** Checks that the secret key decrypts the webhook secrets. */
export async function checkSecretKey(db: Db, config: Pick<Config, 'secretKey' | 'database'>): Promise<Finding> {
  const result = findingOf('secret key')
  const examined = await examineSecretKey(db, config).catch((error: unknown) => {
    if (error instanceof ConfigError) return error
    throw error
  })
  if (examined instanceof Error) return result('fail', examined.message)
  const { from, isThere, secrets, opens } = examined
  const encrypted = `the ${secrets} webhook secrets`
  if (isThere && secrets === 0) return result('ok', `${from} exists; there are no webhook secrets`)
  if (isThere && opens) return result('ok', `${from} decrypts ${encrypted}`)
  if (isThere)
    return result('fail', `${from} does not decrypt ${encrypted}, so nothing is sent; restore the key of this database`)
  if (from === 'SECRET_KEY')
    return result('fail', 'webhooks on PostgreSQL need SECRET_KEY; set it to 32 or more characters')
  if (secrets === 0) return result('ok', 'no key yet; `yantra serve` creates a key file next to the database')
  return result('fail', `the key file ${from} of ${encrypted} is missing, so nothing is sent; put its copy back`)
}

/** Warns about sample records served next to the operator's machines. */
export async function checkSample(db: Db): Promise<Finding[]> {
  const count = await countRows(db, 'sample_records')
  if (count === 0) return []
  const sampled = db.selectFrom('sample_records').select('record_key').where('record_type', '=', 'machine')
  const others = await countRows(db, 'machines', sql`slug not in ${sampled}`)
  const text = `${count} sample records and ${others} other machines are served`
  return [
    findingOf('sample')(others === 0 ? 'ok' : 'warn', others === 0 ? text : `${text}; run \`yantra sample remove\``),
  ]
}
