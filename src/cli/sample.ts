import type { Db } from '../database/schema.ts'
import { audited, type Change, commandActor } from '../history/audit.ts'
import { loadSample, removeSample } from '../import/sample.ts'
import { command, type Family } from './command.ts'

export const sampleCommands: Family = {
  about: 'The bundled sample catalogue: machines, implements, makers and used listings to try things out with.',
  notes: '`yantra serve` loads it by itself into an empty database when DATABASE_URL is not set or SAMPLE=true.',
  members: {
    load: command({
      does: 'load what is missing of it; your own records with the same slug or id stay',
      database: 'create',
      async run({ db, io }) {
        const actor = commandActor(io.env)
        const load = (trx: Db) => loadSample(trx, Date.now(), actor)
        const done = await audited(db, actor, load, ({ loaded }) => note('load', { loaded }))
        const rest = done.kept > 0 ? `; ${done.kept} were there already` : ''
        return { json: done, text: `Loaded ${done.loaded} records${rest}.\n` }
      },
    }),
    remove: command({
      does: 'remove it, except records that were changed since and makers that other records use',
      database: 'write',
      async run({ db, io }) {
        const actor = commandActor(io.env)
        const remove = (trx: Db) => removeSample(trx, Date.now(), actor)
        const done = await audited(db, actor, remove, ({ removed }) => note('remove', { removed }))
        const rest =
          done.kept > 0 ? `; ${done.kept} stay as your own: they were changed, or other records use them` : ''
        return { json: done, text: `Removed ${done.removed} records${rest}.\n` }
      },
    }),
  },
}

function note(verb: string, detail: NonNullable<Change['detail']>): Change {
  return { action: `sample.${verb}`, target: '', detail }
}
