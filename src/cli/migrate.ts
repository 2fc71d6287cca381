import { SCHEMA_VERSION } from '../database/migrate.ts'
import { ensureBuiltinClasses } from '../import/ensure-classes.ts'
import { command } from './command.ts'

export const migrateCommand = command({
  about:
    'Brings the database named by DATABASE_URL to the schema of this program with its built-in machine classes, and makes it when it is not there. Every other command but doctor does so too before it works; this one does nothing else. It is safe to run it in several places at once.',
  database: 'create',
  async run({ db }) {
    await ensureBuiltinClasses(db)
    return { json: { schema: SCHEMA_VERSION }, text: `The schema is at version ${SCHEMA_VERSION}.\n` }
  },
})
