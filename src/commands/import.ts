import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { toDatabase } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { ensureBuiltinClasses } from '../intake/ensure-classes.ts'
import { type ImportSummary, importRows } from '../intake/import-rows.ts'
import { whyUnreadable } from '../intake/open-input.ts'
import { readAhead } from '../intake/read-ahead.ts'
import { openRejects } from '../intake/rejects.ts'
import { RECORD_TYPES } from '../intake/row-shapes.ts'
import { reportTo } from './import-report.ts'
import { type Io, UsageError } from './io.ts'

const HELP = `Usage: yantra import [options] <file...>

Reads NDJSON, or CSV from files named .csv; both may be gzipped; - is standard input. Good rows are kept, bad ones are
reported on standard error as file:line: field: reason. What a row may hold: docs/importing.md.

  --type T        the type of rows that do not name one: ${RECORD_TYPES.join(', ')}
  --format F      csv or ndjson, whatever the name of the file
  --strict        keep nothing unless every row is good
  --dry-run       keep nothing, only report
  --rejects FILE  write the bad rows to FILE, each with its reasons
  --json          print the summary as JSON
  --help          print this

Exit code: 0 all rows taken, 1 some rejected, 2 could not run, 130 interrupted.
`

const OPTIONS = {
  type: { type: 'string' },
  format: { type: 'string' },
  strict: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  rejects: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function importCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals: paths } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  if (values.help) {
    io.stdout.write(HELP)
    return 0
  }
  const type = oneOf('--type', values.type, RECORD_TYPES)
  const format = oneOf('--format', values.format, ['csv', 'ndjson'] as const)
  if (paths.length === 0) throw new UsageError('which file? (- reads standard input)')
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('standard input can be read only once')
  if (!(await allReadable(paths, io))) return 2
  if (values.rejects !== undefined && paths.some((path) => resolve(path) === resolve(values.rejects!))) {
    throw new UsageError('--rejects names one of the files to be read')
  }

  const rejects = values.rejects === undefined ? undefined : await openRejects(values.rejects)
  const db = await openDatabase(toDatabase(io.env.DATABASE_URL))
  const report = reportTo(io)
  const interrupt = interruptible()
  try {
    await ensureBuiltinClasses(db)
    const reading = {
      stdin: io.stdin,
      signal: interrupt.signal,
      defaultType: type,
      format,
      keepTexts: rejects !== undefined,
    }
    const summary = await importRows(db, readAhead(paths, reading), {
      strict: values.strict ?? false,
      dryRun: values['dry-run'] ?? false,
      signal: interrupt.signal,
      async onBatch(sofar, rejected) {
        await report.rejected(rejected)
        await rejects?.write(rejected)
        report.progress(sofar)
      },
    })
    return await conclude(summary)
  } finally {
    interrupt.release()
    await rejects?.close()
    await db.destroy()
  }

  async function conclude(summary: ImportSummary): Promise<number> {
    const stopped = interrupt.signal.aborted
    report.clear()
    if (stopped) io.stderr.write('Interrupted: rows after the last whole batch were not read.\n')
    if (values['dry-run']) io.stderr.write('Dry run: nothing was kept.\n')
    else if (values.strict && (summary.rejected > 0 || stopped)) io.stderr.write('Nothing was kept (--strict).\n')
    io.stdout.write(values.json ? `${JSON.stringify(summary)}\n` : summaryLine(summary))
    if (stopped) return 130
    return summary.rejected > 0 ? 1 : 0
  }
}

function summaryLine({ read, created, changed, unchanged, rejected }: ImportSummary): string {
  return `read ${read}, created ${created}, changed ${changed}, unchanged ${unchanged}, rejected ${rejected}\n`
}

async function allReadable(paths: readonly string[], io: Io): Promise<boolean> {
  let readable = true
  for (const path of paths) {
    const reason = path === '-' ? undefined : await whyUnreadable(path)
    if (reason === undefined) continue
    io.stderr.write(`${path}: ${reason}\n`)
    readable = false
  }
  return readable
}

function oneOf<const V extends string>(
  option: string,
  value: string | undefined,
  allowed: readonly V[],
): V | undefined {
  if (value === undefined || (allowed as readonly string[]).includes(value)) return value as V | undefined
  throw new UsageError(`${option} must be one of ${allowed.join(', ')}`)
}

/** A terminal and the program that started this one may both pass on the same key stroke. */
const SAME_STROKE_MS = 500

/** The first signal ends the import after the batch at hand, a second one at once. */
function interruptible(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  let stoppedAt = 0
  const stop = () => {
    if (stoppedAt > 0 && Date.now() - stoppedAt > SAME_STROKE_MS) process.exit(130)
    stoppedAt ||= Date.now()
    controller.abort()
  }
  const release = () => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop)
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop)
  return { signal: controller.signal, release }
}
