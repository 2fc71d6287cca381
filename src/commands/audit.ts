import { type AuditEntry, listAudit } from '../audit/audit.ts'
import { count, withDefault } from './arguments.ts'
import { command } from './command.ts'
import { momentSayer, type SayMoment } from './said-moments.ts'
import { printable, table } from './table.ts'

export const auditCommand = command({
  about: 'Who changed what, by commands and in the console, newest first. It holds no secrets and no contacts.',
  options: { limit: withDefault(count('at most this many', 10_000), '100') },
  database: 'read',
  async run({ db, values: { limit }, io }) {
    const entries = await listAudit(db, { limit })
    return { json: entries, text: auditTable(entries, momentSayer(io.stdout, Date.now())) }
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
