import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { checkSecretKey } from '../admin/checks/database.ts'
import { count, flag, InvalidInput, word } from '../admin/inputs.ts'
import { toDatabase } from '../config.ts'
import {
  backUp,
  backupPath,
  type DatabaseFiles,
  filesOf,
  pruneBackups,
  recordBackup,
  restore,
} from '../database/backup.ts'
import { openDatabase } from '../database/open.ts'
import { noDatabase } from '../database/target.ts'
import { verifyHistory } from '../history/verify.ts'
import { type Commands, command } from './command.ts'
import type { Io } from './io.ts'
import { sayWhere } from './on-database.ts'

const FILE = { file: word('the backup file') }

const backupCommand = command({
  about:
    'Writes the SQLite database of DATABASE_URL to FILE while the service runs, and its key files to FILE.key and FILE.signing. An existing file is never overwritten. For PostgreSQL use pg_dump.',
  words: FILE,
  options: {
    verify: flag('restore the backup to a temporary folder and check its history and key'),
    keep: count('FILE is a folder: name the backup by the time, and delete all but the newest N', 1_000),
  },
  async run({ values: { verify, keep }, words: { file }, io }) {
    const to = filesOf(keep ? backupPath(file, new Date()) : file)
    const from = ownFiles(io)
    if (!existsSync(from.database)) throw noDatabase({ kind: 'sqlite', path: from.database })
    backUp(from, to)
    const faults = verify ? await tryRestore(to.database, io.env.SECRET_KEY) : []
    // Older backups are kept unless this one is good.
    const removed = keep && faults.length === 0 ? pruneBackups(file, keep) : []
    if (faults.length === 0) recordBackup(from.database, to.database)
    const key = existsSync(to.key) ? to.key : null
    const bytes = statSync(to.database).size
    const text = `Wrote ${to.database} (${(bytes / 1e6).toFixed(1)} MB)${key ? ` and ${key}` : withoutKey(io)}.\n`
    const verdict =
      verify &&
      (faults.length > 0
        ? `Verification failed:\n${faults.join('\n')}\n`
        : 'Verified: the backup restores, and its history and key are good.\n')
    const json = {
      file: to.database,
      key,
      bytes,
      ...(verify && { verified: faults.length === 0, faults }),
      ...(keep && { removed }),
    }
    return { json, text: text + (verdict || ''), exitCode: faults.length > 0 ? 1 : 0 }
  },
})

const restoreCommand = command({
  about: 'Restores a backup of `yantra backup`, with FILE.key and FILE.signing, to the path of DATABASE_URL.',
  words: FILE,
  options: {
    replace: flag('rename an existing database first; stop the service before'),
  },
  async run({ values, words: { file }, io }) {
    const from = filesOf(file)
    const to = ownFiles(io)
    const aside = restore(from, to, { replace: values.replace, now: new Date() })
    recordBackup(to.database, from.database)
    sayWhere(io, { kind: 'sqlite', path: to.database })
    const key = existsSync(to.key) ? to.key : null
    const before = aside ? `The previous database is now ${aside.database}.\n` : ''
    return {
      json: { database: to.database, key, aside: aside?.database ?? null },
      text: `Restored ${to.database}${key ? ` and ${key}` : withoutKey(io)}.\n${before}`,
    }
  },
})

export const commands: Commands = { backup: backupCommand, restore: restoreCommand }

/** Restores a backup beside it and returns what is wrong with it. */
async function tryRestore(file: string, secretKey: string | undefined): Promise<string[]> {
  const folder = mkdtempSync(join(dirname(resolve(file)), '.trial-'))
  try {
    const path = join(folder, 'yantra.db')
    restore(filesOf(file), filesOf(path), { replace: false, now: new Date() })
    await using db = await openDatabase({ kind: 'sqlite', path })
    const key = await checkSecretKey(db, { secretKey, database: { kind: 'sqlite', path } })
    return [...(await verifyHistory(db)).findings, ...(key.state === 'fail' ? [key.detail] : [])]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function ownFiles(io: Io): DatabaseFiles {
  const target = toDatabase(io.env.DATABASE_URL)
  if (target.kind !== 'sqlite')
    throw new InvalidInput('DATABASE_URL is PostgreSQL: pg_dump and pg_restore do this for it; keep SECRET_KEY with it')
  return filesOf(target.path)
}

function withoutKey(io: Io): string {
  return io.env.SECRET_KEY ? '; keep SECRET_KEY with it' : ''
}
