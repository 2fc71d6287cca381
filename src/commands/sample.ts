import { audited, type Change } from '../audit/audit.ts'
import { loadSample } from '../intake/sample.ts'
import { removeSample } from '../intake/sample-removal.ts'
import { command, commandFamily } from './command.ts'
import { withDatabase } from './open.ts'

const HELP = `Usage: yantra sample <command> [--json]

The bundled sample catalogue: machines, implements, makers and used listings to try things out with.

  load     load what is missing of it; records of your own under the same slug or id stay as they are
  remove   remove it: all but what was changed since it was loaded, and makers that other records use

  --json   print what was done as JSON
  --help   print this

\`yantra serve\` loads it by itself into an empty database when DATABASE_URL is not set or SAMPLE=true.
`

function note(verb: string, detail: NonNullable<Change['detail']>): Change {
  return { by: 'cli', action: `sample.${verb}`, target: '', detail }
}

export const sampleCommand = commandFamily('sample', HELP, {
  load: command({
    help: HELP,
    run: ({ values, io }) =>
      withDatabase(io, { creates: true }, async (db) => {
        const done = await audited(db, loadSample, ({ loaded }) => note('load', { loaded }))
        const rest = done.kept > 0 ? `; ${done.kept} were there already` : ''
        io.stdout.write(values.json ? `${JSON.stringify(done)}\n` : `Loaded ${done.loaded} records${rest}.\n`)
        return 0
      }),
  }),
  remove: command({
    help: HELP,
    run: ({ values, io }) =>
      withDatabase(io, { writes: true }, async (db) => {
        const done = await audited(db, removeSample, ({ removed }) => note('remove', { removed }))
        const rest = done.kept > 0 ? `; ${done.kept} stay: they were changed, or other records use them` : ''
        io.stdout.write(values.json ? `${JSON.stringify(done)}\n` : `Removed ${done.removed} records${rest}.\n`)
        return 0
      }),
  }),
})
