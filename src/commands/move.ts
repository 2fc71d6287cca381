import { toDatabase } from '../config.ts'
import { type CopiedTable, copyDatabase } from '../database/copy.ts'
import { withDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { describeDatabase } from '../database/target.ts'
import { InvalidInput, required, text } from '../operator/inputs.ts'
import { command } from './command.ts'
import { onDatabase, sayWhere } from './on-database.ts'
import { createProgress } from './progress.ts'

export const moveCommand = command({
  about:
    'Copies the database of DATABASE_URL to the one at URL, which must be empty: catalogue, listings with contacts, keys, subscriptions with their secrets, pending deliveries, enquiries, imports, the audit log. Sessions of the console and the list of running processes stay behind. It happens in one transaction; what arrived is read back and compared row by row. The old database stays as it is. Stop the service before, and start it with DATABASE_URL set to the new address.',
  options: { to: required(text('URL', 'file:<path> or postgres://…')) },
  async run({ values, io }) {
    const from = toDatabase(io.env.DATABASE_URL)
    const to = toDatabase(values.to)
    const [old, next] = [describeDatabase(from), describeDatabase(to)]
    if (old === next) throw new InvalidInput('--to is the database of DATABASE_URL itself')
    const progress = createProgress(io.stderr)
    let written = 0
    const copy = (source: Db) =>
      withDatabase(to, {}, (target) =>
        copyDatabase(source, target, (table, rows) => {
          written += rows
          progress.show({ what: 'rows copied', count: written, more: table })
        }),
      )
    const tables = await onDatabase(io, 'read', copy).finally(() => progress.clear())
    sayWhere(io, to)
    const needsKey = !io.env.SECRET_KEY && from.kind === 'sqlite'
    return { json: { from: old, to: next, tables }, text: composeReport(tables, { old, next, needsKey }) }
  },
})

function composeReport(
  tables: readonly CopiedTable[],
  { old, next, needsKey }: { old: string; next: string; needsKey: boolean },
): string {
  const filled = tables.filter(({ rows }) => rows > 0)
  const width = Math.max(...filled.map(({ table }) => table.length))
  const lines = filled.map(({ table, rows }) => `  ${table.padEnd(width)}  ${rows.toLocaleString('en-IN')}`)
  const key = needsKey
    ? `Set SECRET_KEY to what ${old}.key holds: it opens the webhook secrets.\n`
    : 'Keep SECRET_KEY as it is.\n'
  return (
    `Copied and compared:\n${lines.join('\n')}\n` +
    `From now on set DATABASE_URL to ${next}. ${key}The old database, ${old}, is as it was.\n`
  )
}
