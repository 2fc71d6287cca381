import { parseArgs } from 'node:util'
import { toDatabase } from '../config.ts'
import { SCHEMA_VERSION } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import type { Io } from './io.ts'
import { tellOfWait, wroteTo } from './written-database.ts'

const HELP = `Usage: yantra migrate [--json]

Brings the database named by DATABASE_URL to the schema of this program. Every other command does so too before it
works; this one does nothing else. It is safe to run it in several places at once.
`

export async function migrateCommand(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    io.stdout.write(HELP)
    return 0
  }
  const database = toDatabase(io.env.DATABASE_URL)
  const db = await openDatabase(database, { onWait: tellOfWait(io) })
  await db.destroy()
  io.stderr.write(wroteTo(database))
  io.stdout.write(
    values.json ? `${JSON.stringify({ schema: SCHEMA_VERSION })}\n` : `The schema is at version ${SCHEMA_VERSION}.\n`,
  )
  return 0
}
