import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { lastBackup } from '../database/backup.ts'
import { findDamageWithTimeout } from '../database/quick-check.ts'
import { countRows, type Db, readRevision } from '../database/schema.ts'
import type { DatabaseTarget } from '../database/target.ts'
import { lasting } from '../lib/calendar.ts'
import { checkOf, type Finding } from './health-checks.ts'

const found = checkOf('database')
const bad = (detail: string) => found('fail', detail)

/** Whether the file of a SQLite database is whole; `ms` is how long that may take. */
export async function examineFile(path: string, ms: number): Promise<Finding[]> {
  // Whoever closes a database last removes both.
  if (existsSync(`${path}-shm`) && !existsSync(`${path}-wal`))
    return [bad(`${path}-wal was taken away, and with it the newest changes: put it back, or restore a backup`)]
  const damages = await findDamageWithTimeout(path, ms)
  if (!damages) {
    const detail = `not all pages of ${path} could be read within ${ms / 1_000} s; \`yantra backup FILE --verify\` reads all`
    return [found('unknown', detail)]
  }
  const [damage] = damages
  return damage ? [bad(`${path} is damaged (${damage}): stop the service and restore a backup`)] : []
}

/** Whether the newest change is what history, records and backups say. */
export async function examineChanges(db: Db, target: DatabaseTarget): Promise<Finding[]> {
  const revision = await readRevision(db)
  const { revision: end } = await db.selectFrom('history_head').select('revision').executeTakeFirstOrThrow()
  const ahead = await countRows(db, 'machines', sql`revision > ${revision}`)
  const copied = lastBackup(target)?.revision ?? 0
  const lost = 'changes were lost; `yantra history verify` tells which records differ'
  if (end !== revision || ahead > 0)
    return [
      bad(`the newest revision is ${revision}, the history ends with ${end}, ${ahead} machines are newer: ${lost}`),
    ]
  if (copied > revision)
    return [bad(`the newest revision is ${revision}, and the last backup has ${copied}: changes were lost; restore it`)]
  return []
}

/** Whether PostgreSQL takes changes, from this role, and can be relied on. */
export async function examinePostgres(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ role: string; standby: boolean; read_only: string; behind: number | null }>`
    select current_user as role, pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only,
      extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as behind`.execute(db)
  const { role, standby, read_only, behind } = rows[0]!
  const lag = behind === null ? 'how far behind is not known' : `its newest change is ${lasting(behind * 1_000)} old`
  if (standby) return [bad(`a standby, ${lag}: nothing can be written there; DATABASE_URL must name the primary`)]
  if (read_only === 'on')
    return [bad('it is read-only: reads go on, nothing can be written; end default_transaction_read_only there')]
  return lacking(db, role)
}

/** What every process that serves or delivers does. */
const NEEDED = {
  select: 'schema_version revision removals manufacturers classes machines implements listings subscriptions api_keys',
  insert: 'presence history events deliveries',
  update: 'revision presence history_head',
}

async function lacking(db: Db, role: string): Promise<Finding[]> {
  const found: string[] = []
  for (const [privilege, tables] of Object.entries(NEEDED)) {
    for (const table of tables.split(' ')) {
      const asked = sql<{ may: boolean }>`select has_table_privilege(${table}, ${privilege}) as may`
      if (!(await asked.execute(db)).rows[0]!.may) found.push(`${privilege} ${table}`)
    }
  }
  return found.length === 0 ? [] : [bad(`the role ${role} may not ${found.join(', ')}: run roles.sql once more`)]
}
