import { existsSync, statSync } from 'node:fs'
import { toDatabase } from '../config.ts'
import { backUp, type Files, filesOf, restore } from '../database/backup.ts'
import { NoDatabase } from '../database/no-database.ts'
import { command } from './command.ts'
import { type Io, UsageError } from './io.ts'
import { wroteTo } from './written-database.ts'

const BACKUP_HELP = `Usage: yantra backup FILE

Writes the SQLite database of DATABASE_URL to FILE as it is at this moment, while the service goes on, and the key file
beside it to FILE.key when there is one. A file that is there already is never overwritten. On PostgreSQL use pg_dump.

  --json   print {file, key, bytes}
`

const RESTORE_HELP = `Usage: yantra restore FILE [--replace]

Puts a backup made by \`yantra backup\` where DATABASE_URL points to, with FILE.key when it is there.

  --replace   set aside the database that is there, under a name with the time; the service must be stopped
  --json      print {database, key, aside}
`

export const backupCommand = command({
  help: BACKUP_HELP,
  takesWords: true,
  async run({ values, words, io }) {
    const to = filesOf(oneFile(words))
    const from = ownFiles(io)
    if (!existsSync(from.database)) throw new NoDatabase({ kind: 'sqlite', path: from.database })
    backUp(from, to)
    const key = existsSync(to.key) ? to.key : null
    const bytes = statSync(to.database).size
    if (values.json) io.stdout.write(`${JSON.stringify({ file: to.database, key, bytes })}\n`)
    else io.stdout.write(`Wrote ${to.database} (${megabytes(bytes)})${key ? ` and ${key}` : withoutKey(io)}.\n`)
    return 0
  },
})

export const restoreCommand = command({
  help: RESTORE_HELP,
  options: { replace: { type: 'boolean', default: false } },
  takesWords: true,
  async run({ values, words, io }) {
    const from = filesOf(oneFile(words))
    const to = ownFiles(io)
    const aside = restore(from, to, { replace: values.replace, now: new Date() })
    io.stderr.write(wroteTo({ kind: 'sqlite', path: to.database }))
    const key = existsSync(to.key) ? to.key : null
    if (values.json)
      io.stdout.write(`${JSON.stringify({ database: to.database, key, aside: aside?.database ?? null })}\n`)
    else {
      io.stdout.write(`Restored ${to.database}${key ? ` and ${key}` : withoutKey(io)}.\n`)
      if (aside) io.stdout.write(`What was there before is now ${aside.database}.\n`)
    }
    return 0
  },
})

function oneFile(words: string[]): string {
  if (words.length !== 1 || words[0] === '') throw new UsageError('name one file')
  return words[0]!
}

function ownFiles(io: Io): Files {
  const target = toDatabase(io.env.DATABASE_URL)
  if (target.kind !== 'sqlite')
    throw new UsageError('DATABASE_URL is PostgreSQL: pg_dump and pg_restore do this for it; keep SECRET_KEY with it')
  return filesOf(target.path)
}

function withoutKey(io: Io): string {
  return io.env.SECRET_KEY ? '; keep SECRET_KEY with it' : ''
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
