import { type AuditEntry, listAudit } from '../audit/audit.ts'
import { command } from './command.ts'
import { UsageError } from './io.ts'
import { withDatabase } from './open.ts'
import { momentSayer, type SayMoment } from './said-moments.ts'
import { printable, table } from './webhook-table.ts'

const HELP = `Usage: yantra audit [--limit 100] [--json]

Who changed what, newest first: by commands and by the console. Secrets and contacts are not among it.

  --limit N   how many, at most 10000
  --json      print JSON: [{at, by, action, target, detail}]
  --help      print this
`

export const auditCommand = command({
  help: HELP,
  options: { limit: { type: 'string', default: '100' } },
  async run({ values, io }) {
    const limit = Number(values.limit)
    if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) throw new UsageError('--limit is from 1 to 10000')
    return withDatabase(io, {}, async (db) => {
      const entries = await listAudit(db, { limit })
      const text = () => auditTable(entries, momentSayer(io.stdout, Date.now()))
      io.stdout.write(values.json ? `${JSON.stringify(entries)}\n` : text())
      return 0
    })
  },
})

function auditTable(entries: readonly AuditEntry[], say: SayMoment): string {
  if (entries.length === 0) return 'Nothing was changed yet.\n'
  const rows = entries.map(({ at, by, action, target, detail }) => [
    ...[say(at), by, action, printable(target)],
    printable(Object.keys(detail).length > 0 ? JSON.stringify(detail) : ''),
  ])
  return table(['WHEN', 'BY', 'ACTION', 'TARGET', 'DETAIL'], rows)
}
