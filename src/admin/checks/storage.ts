import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config, Environment } from '../../config.ts'
import { lastBackup } from '../../database/backup.ts'
import type { DatabaseTarget } from '../../database/target.ts'
import { DAY_MS, lasting } from '../../lib/calendar.ts'
import { gigabytes } from '../heartbeat.ts'
import { type Finding, findingOf } from './finding.ts'

const OTHERS = 0o077
const OTHERS_WRITE = 0o022

export function checkFiles(
  { database, mediaFolder }: Pick<Config, 'database' | 'mediaFolder'>,
  env: Environment,
): Finding[] {
  // Windows has no such modes.
  if (process.platform === 'win32') return []
  const path = database.kind === 'sqlite' ? database.path : ''
  const files = ['', '-wal', '-shm', '.key', '.signing'].map((end) => path + end).filter((file) => path && statOf(file))
  const folders = [...(files.length > 0 ? [dirname(path)] : []), ...(statOf(mediaFolder) ? [mediaFolder!] : [])]
  const owner = statOf(path)?.uid
  const problems = [...files, ...folders, resolve(env.YANTRA_ENV_FILE || '.env')].flatMap((file) => {
    const stats = statOf(file)
    if (!stats) return []
    const isFolder = folders.includes(file)
    const isOwn = isFolder || files.includes(file)
    if (isFolder && !stats.isDirectory()) return [`${file} is not a folder; set MEDIA_DIR`]
    const isForeign = isOwn && owner !== undefined && stats.uid !== owner && !(isFolder && stats.mode & OTHERS_WRITE)
    return [
      !isFolder && stats.isFile() && stats.mode & OTHERS && `others can read ${file}; run \`chmod 600 ${file}\``,
      // A command that ran as another user leaves files that the service cannot open.
      isForeign && `${file} belongs to another user than the database; \`chown\` it to the service's user`,
      isOwn && !isUsable(file) && `this user cannot read or write ${file}; run doctor as the service's user`,
    ].filter((problem) => typeof problem === 'string')
  })
  const finding = findingOf('files')
  if (problems.length > 0) return problems.map((detail) => finding('fail', detail))
  return files.length > 0 ? [finding('ok', 'file permissions OK (0600)')] : []
}

/** Undefined also for a file in a folder that this user may not open. */
function statOf(path: string | undefined) {
  try {
    return path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

const FULL = 1e6
const NEARLY_FULL = 256e6

/** Checks the room on the disk of a SQLite database, also for a backup next to it. */
export function checkDisk({ database }: Pick<Config, 'database'>): Finding[] {
  const disk = diskRoom(database)
  if (!disk) return []
  const { free, size, used } = disk
  const finding = findingOf('disk')
  const text = `${gigabytes(free)} of ${gigabytes(size)} free`
  if (free < FULL) return [finding('fail', `${text}, so nothing can be written; free space`)]
  if (free < NEARLY_FULL) return [finding('warn', `${text}; free space`)]
  return [free < used ? finding('warn', `${text}, less than a backup needs; free space`) : finding('ok', text)]
}

/** Undefined if the database is on a server or does not exist. */
export function diskRoom(database: DatabaseTarget) {
  const file = database.kind === 'sqlite' ? statSync(database.path, { throwIfNoEntry: false }) : undefined
  if (!file || database.kind !== 'sqlite') return undefined
  const { bavail, blocks, bsize } = statfsSync(dirname(database.path))
  const lastBackupAt = lastBackup(database)?.writtenAt ?? null
  return { free: bavail * bsize, size: blocks * bsize, used: file.size, lastBackup: lastBackupAt }
}

/** Without BACKUP_EVERY: a daily or a weekly timer has failed. */
const OLD_BACKUP_MS = 8 * DAY_MS

export function checkBackup({ database, backup }: Pick<Config, 'database' | 'backup'>, now: number): Finding {
  const finding = findingOf('backup')
  if (database.kind === 'postgres') return finding('unknown', 'PostgreSQL backups cannot be seen from here')
  const last = lastBackup(database)
  const advice = backup
    ? 'look for "backup failed" in the log of `yantra serve`'
    : 'set BACKUP_DIR, or run `yantra backup`'
  if (!last) return finding(backup ? 'warn' : 'unknown', `no backup yet; ${advice}`)
  const age = now - last.writtenAt
  const text = `the last backup, ${last.file}, is ${lasting(age)} old`
  if (age >= (backup ? 2 * backup.everyMs : OLD_BACKUP_MS)) return finding('warn', `${text}; ${advice}`)
  return existsSync(last.file) ? finding('ok', text) : finding('unknown', `${text} and is not there any more`)
}
