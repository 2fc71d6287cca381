import * as fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../errors.ts'
import { refuseOldSchema } from './migrate.ts'
import { findDamage, openReadOnly } from './quick-check.ts'
import { TRANSIENT_TABLES } from './schema.ts'
import type { DatabaseTarget } from './target.ts'

const OWNER_ALONE = 0o600
const BUSY_TIMEOUT_MS = 5_000
const SQLITE_FULL = 13
const SQLITE_IOERR = 10

const backupError = (why: string) => new CommandError(why, 2)

export type DatabaseFiles = ReturnType<typeof filesOf>

const KEYS = ['key', 'signing'] as const

export function filesOf(path: string) {
  return { database: path, key: `${path}.key`, signing: `${path}.signing` }
}

/** The copy appears when it is complete, while others use the database. */
export function backUp(from: DatabaseFiles, to: DatabaseFiles): void {
  refuseToOverwrite(to)
  fs.mkdirSync(dirname(resolve(to.database)), { recursive: true })
  putCopy(from, to, (draft) => {
    using source = new DatabaseSync(from.database, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
    source.prepare('vacuum into ?').run(draft)
  })
}

/** With `replace`, renames an existing database and returns its new name. No process may have it open. */
export function restore(
  from: DatabaseFiles,
  to: DatabaseFiles,
  { replace, now }: { replace: boolean; now: Date },
): DatabaseFiles | undefined {
  if (!fs.existsSync(from.database)) throw backupError(`there is no backup at ${from.database}`)
  const folder = dirname(resolve(to.database))
  const createdFolder = fs.mkdirSync(folder, { recursive: true })
  const owner = fs.statSync(fs.existsSync(to.database) ? to.database : createdFolder ? dirname(createdFolder) : folder)
  for (let path = folder; createdFolder && path.startsWith(createdFolder); path = dirname(path)) chownAll(owner, path)
  let aside: DatabaseFiles | undefined
  putCopy(
    from,
    to,
    (draft) => fs.copyFileSync(from.database, draft),
    () => {
      if (replace) aside = setAside(to, now)
    },
  )
  chownAll(owner, ...Object.values(to))
  return aside
}

/** Checks the copy before it takes its place. `makeRoom` runs just before that. */
function putCopy(from: DatabaseFiles, to: DatabaseFiles, copy: (draft: string) => void, makeRoom = () => {}): void {
  const draft = `${to.database}.${process.pid}.part`
  try {
    fs.closeSync(fs.openSync(draft, 'wx', OWNER_ALONE))
    copy(draft)
    verifyCopy(draft)
    clearTransientTables(draft)
    makeRoom()
    refuseToOverwrite(to)
    flush(draft)
    fs.renameSync(draft, to.database)
    flush(dirname(resolve(to.database)))
    copyKeys(from, to)
  } catch (error) {
    const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
    const isFull = code === 'ENOSPC' || errcode === SQLITE_FULL
    // The first to open a database writes an index file.
    if (errcode === SQLITE_IOERR) throw backupError(`the disk of ${from.database} is full or has a fault`)
    throw isFull ? backupError(`there is no room on the disk for ${to.database}`) : error
  } finally {
    for (const file of [draft, `${draft}-wal`, `${draft}-shm`]) fs.rmSync(file, { force: true })
  }
}

/** As root, gives new files to the previous owner so that the service can open them. */
function chownAll({ uid, gid }: { uid: number; gid: number }, ...paths: readonly string[]): void {
  if (process.getuid?.() !== 0) return
  for (const path of paths) if (fs.existsSync(path)) fs.chownSync(path, uid, gid)
}

function refuseToOverwrite(to: DatabaseFiles): void {
  for (const path of Object.values(to)) {
    if (fs.existsSync(path)) throw backupError(`${path} already exists`)
  }
}

function setAside(files: DatabaseFiles, now: Date): DatabaseFiles | undefined {
  if (!fs.existsSync(files.database)) return undefined
  closeLog(files.database)
  const aside = filesOf(`${files.database}.before-${now.toISOString().replace(/[:.]/g, '-')}`)
  fs.renameSync(files.database, aside.database)
  for (const name of KEYS) if (fs.existsSync(files[name])) fs.renameSync(files[name], aside[name])
  return aside
}

/** SQLite merges its log into the file only if no other process has it open. */
function closeLog(path: string): void {
  using handle = new DatabaseSync(path, { timeout: 0 })
  try {
    handle.exec('pragma journal_mode = delete')
  } catch {
    throw backupError(`${path} is in use: stop the service and all commands first`)
  }
}

function verifyCopy(path: string): void {
  const [damage] = findDamage(path)
  using handle = new DatabaseSync(path, { readOnly: true })
  try {
    const row = handle.prepare('select version from schema_version').get()
    refuseOldSchema(Number(row?.version))
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw backupError(`this is not a Yantra database: ${(error as Error).message}`)
  }
  if (damage) throw backupError(`it is damaged: ${damage}`)
}

function clearTransientTables(path: string): void {
  using handle = new DatabaseSync(path)
  // The file alone is the database.
  handle.exec('pragma journal_mode = delete')
  for (const table of TRANSIENT_TABLES) handle.exec(`delete from ${table}`)
}

function flush(path: string): void {
  const file = fs.openSync(path, 'r')
  fs.fsyncSync(file)
  fs.closeSync(file)
}

function copyKeys(from: DatabaseFiles, to: DatabaseFiles): void {
  for (const name of KEYS) {
    if (!fs.existsSync(from[name])) continue
    fs.copyFileSync(from[name], to[name])
    fs.chmodSync(to[name], OWNER_ALONE)
    flush(to[name])
  }
}

/** Suffix of a file next to the database. */
const NOTE = '.backed-up'

interface BackupNote {
  file: string
  revision: number
}

/** A row in the database would wait for writers. */
export function recordBackup(path: string, file: string): void {
  using handle = openReadOnly(file)
  const { value } = handle.prepare('select value from revision').get() as { value: number }
  fs.writeFileSync(path + NOTE, JSON.stringify({ file: resolve(file), revision: value } satisfies BackupNote), {
    mode: OWNER_ALONE,
  })
  chownAll(fs.statSync(path), path + NOTE)
}

/** Undefined also if a crash left the note empty. */
export function lastBackup(target: DatabaseTarget): ({ writtenAt: number } & BackupNote) | undefined {
  const note = target.kind === 'sqlite' ? target.path + NOTE : ''
  const writtenAt = fs.statSync(note, { throwIfNoEntry: false })?.mtimeMs
  if (writtenAt === undefined) return undefined
  const text = fs.readFileSync(note, 'utf8')
  return text === '' ? undefined : { writtenAt, ...(JSON.parse(text) as BackupNote) }
}

const BACKUP_NAME = /^yantra-\d{4}-\d\d-\d\dT\d{6}\.db$/

export const backupPath = (folder: string, now: Date) =>
  join(folder, `yantra-${now.toISOString().slice(0, 19).replaceAll(':', '')}.db`)

export function pruneBackups(folder: string, count: number): string[] {
  const all = fs.readdirSync(folder).filter((name) => BACKUP_NAME.test(name))
  const old = all.sort().slice(0, -count)
  for (const name of old)
    for (const file of Object.values(filesOf(join(folder, name)))) fs.rmSync(file, { force: true })
  return old
}
