import { listProcesses } from '../admin/heartbeat.ts'
import { InvalidInput, required, text } from '../admin/inputs.ts'
import { toDatabase } from '../config.ts'
import { type CopiedTable, copyDatabase } from '../database/copy.ts'
import { withDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { type DatabaseTarget, describeDatabase } from '../database/target.ts'
import { type Commands, command } from './command.ts'
import { onDatabase, sayWhere } from './on-database.ts'
import { createProgress } from './progress.ts'

const moveCommand = command({
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
          progress.show({ what: 'rows copied', count: written, more: () => table })
        }),
      )
    }
    const tables = await onDatabase(io, 'read', copy).finally(() => progress.clear())
    sayWhere(io, to)
    const needsKey = !io.env.SECRET_KEY && from.kind === 'sqlite'
    return {
      json: { from: old, to: next, tables },
      text: composeReport(tables, { old, setting: settingOf(to), needsKey }),
    }
  },
})

export const commands: Commands = { move: moveCommand }

async function refuseWhileServed(db: Db): Promise<void> {
  const running = (await listProcesses(db, Date.now())).filter(({ isGone }) => !isGone)
  if (running.length === 0) return
  const names = running.map(({ kind, host }) => `yantra ${kind} on ${host}`).join(', ')
  throw new InvalidInput(
    `stop the service first: ${names} runs on this database (one that was killed counts for half a minute)`,
  )
}

/** What DATABASE_URL has to be, its password aside, which does not belong on a screen. */
function settingOf(target: DatabaseTarget): string {
  if (target.kind === 'sqlite') return `file:${target.path}`
  return target.url.replace(/(?<=\/\/[^/@]*?:)[^/@]+(?=@)/, 'PASSWORD')
}

function composeReport(
  tables: readonly CopiedTable[],
  { old, setting, needsKey }: { old: string; setting: string; needsKey: boolean },
): string {
  const filled = tables.filter(({ rows }) => rows > 0)
  const width = Math.max(...filled.map(({ table }) => table.length))
  const lines = filled.map(({ table, rows }) => `  ${table.padEnd(width)}  ${rows.toLocaleString('en-IN')}`)
  const key = needsKey
    ? `Set SECRET_KEY to what ${old}.key holds: it opens the webhook secrets.\n`
    : 'Keep SECRET_KEY as it is.\n'
  return (
    `Copied and compared:\n${lines.join('\n')}\n` +
    `From now on set DATABASE_URL=${setting}\n${key}The old database, ${old}, is as it was.\n`
  )
}
