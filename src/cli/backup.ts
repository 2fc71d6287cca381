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
  restore as restoreFiles,
} from '../database/backup.ts'
import { withDatabase } from '../database/open.ts'
import { noDatabase } from '../database/target.ts'
import { verifyHistory } from '../history/verify.ts'
import { type Commands, command, EXIT } from './command.ts'
import type { Io } from './io.ts'
import { sayWhere } from './on-database.ts'

const FILE = { file: word('the backup file') }

const backup = command({
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
    const isGood = faults.length === 0
    // Older backups are kept unless this one is good.
    const removed = keep && isGood ? pruneBackups(file, keep) : []
    if (isGood) recordBackup(from.database, to.database)
    const bytes = statSync(to.database).size
    const verdict = isGood
      ? 'Verified: the backup restores, and its history and key are good.'
      : `Verification failed:\n${faults.join('\n')}`
    const json = { file: to.database, key: keyOf(to), bytes, ...(verify && { verified: isGood, faults }) }
    return {
      json: { ...json, ...(keep && { removed }) },
      text: `Wrote ${to.database} (${(bytes / 1e6).toFixed(1)} MB)${keyText(to, io)}\n${verify ? `${verdict}\n` : ''}`,
      exitCode: isGood ? EXIT.done : EXIT.partly,
    }
  },
})

const restore = command({
  about: 'Restores a backup of `yantra backup`, with FILE.key and FILE.signing, to the path of DATABASE_URL.',
  words: FILE,
  options: { replace: flag('rename an existing database first; stop the service before') },
  async run({ values: { replace }, words: { file }, io }) {
    const [from, to] = [filesOf(file), ownFiles(io)]
    const aside = restoreFiles(from, to, { replace, now: new Date() })
    recordBackup(to.database, from.database)
    sayWhere(io, { kind: 'sqlite', path: to.database })
    const before = aside ? `The previous database is now ${aside.database}.\n` : ''
    return {
      json: { database: to.database, key: keyOf(to), aside: aside?.database ?? null },
      text: `Restored ${to.database}${keyText(to, io)}\n${before}`,
    }
  },
})

export const commands: Commands = { backup, restore }

async function tryRestore(file: string, secretKey: string | undefined): Promise<string[]> {
  const folder = mkdtempSync(join(dirname(resolve(file)), '.trial-'))
  try {
    const database = { kind: 'sqlite', path: join(folder, 'yantra.db') } as const
    restoreFiles(filesOf(file), filesOf(database.path), { replace: false, now: new Date() })
    return await withDatabase(database, {}, async (db) => {
      const key = await checkSecretKey(db, { secretKey, database })
      return [...(await verifyHistory(db)).findings, ...(key.state === 'fail' ? [key.detail] : [])]
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function ownFiles(io: Io): DatabaseFiles {
  const target = toDatabase(io.env.DATABASE_URL)
  if (target.kind === 'sqlite') return filesOf(target.path)
  throw new InvalidInput('DATABASE_URL is PostgreSQL: pg_dump and pg_restore do this for it; keep SECRET_KEY with it')
}

const keyOf = ({ key }: DatabaseFiles) => (existsSync(key) ? key : null)

function keyText(files: DatabaseFiles, { env }: Io): string {
  const key = keyOf(files)
  return key ? ` and ${key}.` : env.SECRET_KEY ? '; keep SECRET_KEY with it.' : '.'
}
