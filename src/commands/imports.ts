import { findImport, type ImportView, listImports } from '../intake/import-store.ts'
import { faultText } from '../intake/rejects.ts'
import { command, commandFamily } from './command.ts'
import { UsageError } from './io.ts'
import { withDatabase } from './open.ts'
import { fullMomentSayer, momentSayer, type SayMoment } from './said-moments.ts'
import { printable, table } from './webhook-table.ts'

const HELP = `Usage: yantra imports <command> [options]

What was imported, by \`yantra import\` or in the console: the newest 1,000 of the last year.

  list [--limit 50]   newest first
  show ID             one of them, with why rows were rejected

  --json              print JSON
  --help              print this

Exit code: 0 done, 1 there is no such import, 2 the command could not run.
`

export const importsCommand = commandFamily('imports', HELP, {
  list: command({
    help: HELP,
    options: { limit: { type: 'string', default: '50' } },
    async run({ values, io }) {
      const limit = Number(values.limit)
      if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) throw new UsageError('--limit is from 1 to 1000')
      const now = Date.now()
      const imports = await withDatabase(io, {}, (db) => listImports(db, { limit, now }))
      const say = momentSayer(io.stdout, now)
      io.stdout.write(values.json ? `${JSON.stringify(imports.map(toListed))}\n` : importTable(imports, say))
      return 0
    },
  }),
  show: command({
    help: HELP,
    takesWords: true,
    async run({ values, words, io }) {
      const [id, surplus] = words
      if (id === undefined) throw new UsageError('imports show needs an id')
      if (surplus !== undefined) throw new UsageError(`there is one word too many: ${surplus}`)
      const now = Date.now()
      const found = await withDatabase(io, {}, (db) => findImport(db, id, now))
      if (!found) {
        io.stderr.write(`yantra imports: there is no import ${printable(id)}\n`)
        return 1
      }
      const { state, repeated, removed, reasons } = found
      const whole = { ...toListed(found), state, repeated, removed, reasons }
      const say = fullMomentSayer(io.stdout, now)
      io.stdout.write(values.json ? `${JSON.stringify(whole)}\n` : importSheet(found, say))
      return 0
    },
  }),
})

function toListed({ id, file, at, by, read, created, changed, unchanged, rejected }: ImportView) {
  return { id, file, at: new Date(at).toISOString(), by, read, created, changed, unchanged, rejected }
}

function importTable(imports: readonly ImportView[], say: SayMoment): string {
  if (imports.length === 0) return 'Nothing was imported yet.\n'
  const counts = ['read', 'created', 'changed', 'unchanged', 'rejected'] as const
  return table(
    ['ID', 'AT', 'BY', 'STATE', ...counts.map((name) => name.toUpperCase()), 'FILE'],
    imports.map((one) => [
      one.id,
      say(new Date(one.at).toISOString()),
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
    ['at', say(new Date(one.at).toISOString())],
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
  return `${lines.map(([name, value]) => `${name.padEnd(8)} ${value}\n`).join('')}${why}`
}
