import { iso } from '../calendar.ts'
import { findImport, type ImportView, listImports } from '../intake/import-store.ts'
import { faultText } from '../intake/rejects.ts'
import { count, withDefault, word } from './arguments.ts'
import { command, type Family } from './command.ts'
import { Refused } from './io.ts'
import { fullMomentSayer, momentSayer, type SayMoment } from './said-moments.ts'
import { printable, sheet, table } from './table.ts'

export const importsCommands: Family = {
  about: 'What was imported, by `yantra import` or in the console: the newest 1,000 of the last year.',
  notes: 'Exit code: 0 done, 1 there is no such import, 2 the command could not run.',
  members: {
    list: command({
      does: 'list them, newest first',
      options: { limit: withDefault(count('at most this many', 1_000), '50') },
      database: 'read',
      async run({ db, io, values: { limit } }) {
        const now = Date.now()
        const imports = await listImports(db, { limit, now })
        return { json: imports.map(toListed), text: importTable(imports, momentSayer(io.stdout, now)) }
      },
    }),

    show: command({
      does: 'show one, with why rows were rejected',
      words: { id: word('the id of an import; `yantra imports list` shows them') },
      database: 'read',
      async run({ db, io, words: { id } }) {
        const now = Date.now()
        const found = await findImport(db, id, now)
        if (!found) throw new Refused(`there is no import ${printable(id)}`)
        const { state, repeated, removed, reasons } = found
        return {
          json: { ...toListed(found), state, repeated, removed, reasons },
          text: importSheet(found, fullMomentSayer(io.stdout, now)),
        }
      },
    }),
  },
}

function toListed({ id, file, at, by, read, created, changed, unchanged, rejected }: ImportView) {
  return { id, file, at: iso(at), by, read, created, changed, unchanged, rejected }
}

function importTable(imports: readonly ImportView[], say: SayMoment): string {
  if (imports.length === 0) return 'Nothing was imported yet.\n'
  const counts = ['read', 'created', 'changed', 'unchanged', 'rejected'] as const
  return table(
    ['ID', 'AT', 'BY', 'STATE', ...counts.map((name) => name.toUpperCase()), 'FILE'],
    imports.map((one) => [
      one.id,
      say(iso(one.at)),
      one.by,
      one.state,
      ...counts.map((name) => String(one[name])),
      printable(one.file),
    ]),
  )
}

function importSheet(one: ImportView, say: SayMoment): string {
  const removed = Object.entries(one.removed).map(([field, count]) => `${count} from ${printable(field)}`)
  const lines: [string, string][] = [
    ['id', one.id],
    ['file', printable(one.file)],
    ['at', say(iso(one.at))],
    ['by', one.by],
    ['state', one.state],
    ['rows', `read ${one.read}, created ${one.created}, changed ${one.changed}, unchanged ${one.unchanged}`],
    ['', `rejected ${one.rejected}, repeated ${one.repeated}`],
    ...(removed.length > 0 ? ([['removed', removed.join(', ')]] as [string, string][]) : []),
  ]
  const reasons = one.reasons.flatMap(({ field, reason, rows, examples }) => [
    `  ${rows} ${rows === 1 ? 'row' : 'rows'}  ${faultText({ path: field, reason })}\n`,
    ...examples.map(({ at, found }) => `      ${printable(at)}${found ? `: ${printable(found)}` : ''}\n`),
  ])
  const why = reasons.length > 0 ? `\nRejected, by reason:\n${reasons.join('')}` : ''
  return `${sheet(lines)}${why}`
}
