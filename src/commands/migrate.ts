import { SCHEMA_VERSION } from '../database/migrate.ts'
import { command } from './command.ts'
import { withDatabase } from './open.ts'

const HELP = `Usage: yantra migrate [--json]

Brings the database named by DATABASE_URL to the schema of this program, and makes it when it is not there. Every other
command but doctor does so too before it works; this one does nothing else. It is safe to run it in several places at
once.
`

export const migrateCommand = command({
  help: HELP,
  run: ({ values, io }) =>
    withDatabase(io, { creates: true }, async () => {
      const text = `The schema is at version ${SCHEMA_VERSION}.\n`
      io.stdout.write(values.json ? `${JSON.stringify({ schema: SCHEMA_VERSION })}\n` : text)
      return 0
    }),
})
