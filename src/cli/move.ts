import { listProcesses } from '../admin/heartbeat.ts'
import { InvalidInput, required, text } from '../admin/inputs.ts'
import { toDatabase } from '../config.ts'
import { copyDatabase } from '../database/copy.ts'
import { withDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { describeDatabase } from '../database/target.ts'
import { type Commands, command } from './command.ts'
import { onDatabase, sayWhere } from './on-database.ts'
import { createProgress } from './progress.ts'

const move = command({
  about:
    'Copies everything except console sessions from the database of DATABASE_URL to an empty one, in one transaction, and compares every row. The old database is not changed. Stop the service first.',
  options: { to: required(text('URL', 'file:<path> or postgres://…')) },
  async run({ values, io }) {
    const from = toDatabase(io.env.DATABASE_URL)
    const to = toDatabase(values.to)
    const [old, next] = [describeDatabase(from), describeDatabase(to)]
    if (old === next) throw new InvalidInput('--to is the database of DATABASE_URL')
    const progress = createProgress(io.notes)
    let written = 0
    const copy = async (source: Db) => {
      await refuseWhileServed(source)
      return withDatabase(to, {}, (target) =>
        copyDatabase(source, target, (table, rows) => {
          written += rows
          progress.show({ what: 'rows copied', count: written, more: table })
        }),
      )
    }
    const tables = await onDatabase(io, 'read', copy).finally(() => progress.clear())
    sayWhere(io, to)
    const lines = tables.flatMap(({ table, rows }) =>
      rows > 0 ? [`  ${table.padEnd(24)}  ${rows.toLocaleString('en-IN')}\n`] : [],
    )
    const setting =
      to.kind === 'sqlite' ? `file:${to.path}` : to.url.replace(/(?<=\/\/[^/@]*?:)[^/@]+(?=@)/, 'PASSWORD')
    const needsKey = !io.env.SECRET_KEY && from.kind === 'sqlite'
    const key = needsKey
      ? `Set SECRET_KEY to what ${old}.key holds: it opens the webhook secrets.`
      : 'Keep SECRET_KEY as it is.'
    const text = `Copied and compared:\n${lines.join('')}From now on set DATABASE_URL=${setting}\n${key}\n`
    return { json: { from: old, to: next, tables }, text: `${text}The old database, ${old}, is as it was.\n` }
  },
})

export const commands: Commands = { move }

async function refuseWhileServed(db: Db): Promise<void> {
  const running = (await listProcesses(db, Date.now())).filter(({ isGone }) => !isGone)
  if (running.length === 0) return
  const names = running.map(({ kind, host }) => `yantra ${kind} on ${host}`).join(', ')
  const hint = 'one that was killed counts for half a minute'
  throw new InvalidInput(`stop the service first: ${names} runs on this database (${hint})`)
}
