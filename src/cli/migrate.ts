import { SCHEMA_VERSION } from '../database/migrate.ts'
import { ensureBuiltinClasses } from '../import/ensure-classes.ts'
import { type Commands, command } from './command.ts'

const migrateCommand = command({
  about:
    'Upgrades the database of DATABASE_URL to the schema of this release, or creates it. Every other command except doctor does so before it runs. Several may run at once.',
  database: 'create',
  async run({ db }) {
    await ensureBuiltinClasses(db)
    return { json: { schema: SCHEMA_VERSION }, text: `Schema ${SCHEMA_VERSION}.\n` }
  },
})

export const commands: Commands = { migrate: migrateCommand }
