import type { Db } from '../database/schema.ts'
import { type AuditChange, audited, commandActor } from '../history/audit.ts'
import { loadSample, removeSample } from '../import/sample.ts'
import { type CommandGroup, type Commands, command } from './command.ts'

const sampleCommands: CommandGroup = {
  about:
    'The sample catalogue: machines, implements, manufacturers and used listings for a trial. `yantra serve` loads it into an empty database if DATABASE_URL is not set or SAMPLE=true.',
  members: {
    load: command({
      summary: 'load missing sample records; your records with the same slug or id stay',
      database: 'create',
      async run({ db, io }) {
        const actor = commandActor(io.env)
        const load = (trx: Db) => loadSample(trx, Date.now(), actor)
        const done = await audited(db, actor, load, ({ loaded }) => note('load', { loaded }))
        const rest = done.kept > 0 ? ` (${done.kept} existed)` : ''
        return { json: done, text: `Loaded ${done.loaded} records${rest}.\n` }
      },
    }),
    remove: command({
      summary: 'remove sample records, except changed ones and manufacturers in use',
      database: 'write',
      async run({ db, io }) {
        const actor = commandActor(io.env)
        const remove = (trx: Db) => removeSample(trx, Date.now(), actor)
        const done = await audited(db, actor, remove, ({ removed }) => note('remove', { removed }))
        const rest = done.kept > 0 ? ` (${done.kept} kept: changed, or used by other records)` : ''
        return { json: done, text: `Removed ${done.removed} records${rest}.\n` }
      },
    }),
  },
}

export const commands: Commands = { sample: sampleCommands }

function note(verb: string, detail: NonNullable<AuditChange['detail']>): AuditChange {
  return { action: `sample.${verb}`, target: '', detail }
}
