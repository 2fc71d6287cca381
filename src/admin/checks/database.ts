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

export async function checkFile(path: string, ms: number): Promise<Finding | undefined> {
  // The last process to close a database removes both.
  if (existsSync(`${path}-shm`) && !existsSync(`${path}-wal`))
    return finding('fail', `${path}-wal is missing, and with it the newest changes; put it back, or restore a backup`)
  const damages = await findDamageWithTimeout(path, ms)
  const unread = `${path} was not read to its end within ${ms / 1_000} s; run \`yantra backup FILE --verify\``
  if (!damages) return finding('unknown', unread)
  const damaged = `${path} is damaged (${damages[0]}); stop the service and restore a backup`
  return damages.length > 0 ? finding('fail', damaged) : undefined
}

export async function checkRevisions(db: Db, target: DatabaseTarget): Promise<Finding | undefined> {
  const revision = await readRevision(db)
  const { revision: end } = await db.selectFrom('history_head').select('revision').executeTakeFirstOrThrow()
  const newer = await countRows(db, 'machines', sql`revision > ${revision}`)
  const saved = lastBackup(target)?.revision ?? 0
  const ends = `its history at ${end}, ${newer} machines are newer; \`yantra history verify\` names the records`
  const lost = `the last backup at ${saved}: changes were lost; restore the backup`
  const problem = end !== revision || newer > 0 ? ends : saved > revision ? lost : undefined
  return problem === undefined ? undefined : finding('fail', `the database is at revision ${revision}, ${problem}`)
}

export async function checkPostgres(db: Db): Promise<Finding | undefined> {
  const { rows } = await sql<{ role: string; standby: boolean; read_only: string; behind: number | null }>`
    select current_user as role, pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only,
      extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as behind`.execute(db)
  const { role, standby, read_only, behind } = rows[0]!
  const lag = behind === null ? '' : `, ${lasting(behind * 1_000)} behind`
  if (standby) return finding('fail', `the server is a standby${lag}; DATABASE_URL must name the primary`)
  if (read_only === 'on') return finding('fail', 'the database is read-only; reset default_transaction_read_only')
  const missing = await missingGrants(db)
  if (missing.length === 0) return undefined
  return finding('fail', `the role ${role} lacks ${missing.join(', ')}; run roles.sql again`)
}

/** What every process that serves or delivers needs. */
const GRANTS = {
  select: 'schema_version revision removals manufacturers classes machines implements listings subscriptions api_keys',
  insert: 'presence history events deliveries',
  update: 'revision presence history_head',
}

async function missingGrants(db: Db): Promise<string[]> {
  const grants = Object.entries(GRANTS).flatMap(([privilege, tables]) =>
    tables.split(' ').map(
      (name) => sql`select ${sql.lit(`${privilege} on ${name}`)} as missing
      where not has_table_privilege(${sql.lit(name)}, ${sql.lit(privilege)})`,
    ),
  )
  const { rows } = await sql<{ missing: string }>`${sql.join(grants, sql` union all `)}`.execute(db)
  return rows.map(({ missing }) => missing)
}

export async function checkSecretKey(db: Db, config: Pick<Config, 'secretKey' | 'database'>): Promise<Finding> {
  const result = findingOf('secret key')
  const examined = await examineSecretKey(db, config).catch((error: unknown) => {
    if (error instanceof ConfigError) return error
    throw error
  })
  if (examined instanceof Error) return result('fail', examined.message)
  const { from, isThere, secrets, opens } = examined
  const encrypted = `the ${secrets} webhook secrets`
  const broken = 'so nothing is sent;'
  if (isThere && secrets === 0) return result('ok', `${from} exists; there are no webhook secrets`)
  if (isThere && opens) return result('ok', `${from} decrypts ${encrypted}`)
  if (isThere)
    return result('fail', `${from} does not decrypt ${encrypted}, ${broken} restore the key of this database`)
  if (from === 'SECRET_KEY')
    return result('fail', 'webhooks on PostgreSQL need SECRET_KEY; set it to 32 or more characters')
  if (secrets === 0) return result('ok', 'no key yet; `yantra serve` creates a key file next to the database')
  return result('fail', `the key file ${from} of ${encrypted} is missing, ${broken} put its copy back`)
}

export async function checkSample(db: Db): Promise<Finding | undefined> {
  const count = await countRows(db, 'sample_records')
  if (count === 0) return undefined
  const sampled = db.selectFrom('sample_records').select('record_key').where('record_type', '=', 'machine')
  const others = await countRows(db, 'machines', sql`slug not in ${sampled}`)
  const text = `${count} sample records and ${others} other machines are served`
  const result = findingOf('sample')
  return others === 0 ? result('ok', text) : result('warn', `${text}; run \`yantra sample remove\``)
}
