import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { basename, resolve } from 'node:path'
import { audit, type Change, commandActor } from '../audit/audit.ts'
import { toGuardReview } from '../config.ts'
import type { CheckedRow } from '../intake/check-row.ts'
import { ensureBuiltinClasses } from '../intake/ensure-classes.ts'
import { openReplacement } from '../intake/export-rows.ts'
import type { BatchResult } from '../intake/import-batch.ts'
import { recordedImport } from '../intake/import-rows.ts'
import { NO_NAMES, readKnownNames } from '../intake/known-names.ts'
import { toFillIn } from '../intake/meanings.ts'
import { whyUnreadable } from '../intake/open-input.ts'
import { formatOf, readAhead } from '../intake/read-batches.ts'
import { faultText, openRejects, placeText } from '../intake/rejects.ts'
import { type Fault, OPTIONS } from '../intake/report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from '../intake/row-shapes.ts'
import { isTable, tableColumns, writeTable } from '../intake/table-export.ts'
import { type ImportSummary, type ReadingCount, reasonKey, toGive } from '../intake/tally.ts'
import { createUnderstood } from '../intake/understood-table.ts'
import { flag, InvalidInput, oneOf, text } from '../operator/inputs.ts'
import { command } from './command.ts'
import type { Io } from './io.ts'
import { onDatabase } from './on-database.ts'
import { createProgress } from './progress.ts'
import { onStop } from './until-stopped.ts'

export const importCommand = command({
  about:
    'Reads NDJSON, or tables from files named .csv, .tsv, .xlsx or .ods; - is standard input, and NDJSON and CSV may be gzipped. What people write in tables is understood, and told. Good rows are kept, bad ones are reported on standard error as file:line: field: reason. What a row may hold: docs/importing.md.',
  rest: { takes: 'FILE...', says: 'the files to read, in this order' },
  options: {
    type: oneOf(RECORD_TYPES, 'the type of rows that do not name one'),
    format: oneOf(['csv', 'ndjson'], 'the format, whatever the name of the file; csv stands for every table'),
    sheet: text('NAME', 'the sheet of a workbook, by its name or number; the first when absent'),
    with: text('NAME=VALUE', 'what every row of a table has that lacks such a cell; several with ; between'),
    means: text(
      'WORD=MEANING',
      'what words of a table mean, as its cells or columns have them; several with ; between, or @FILE with one on each line',
    ),
    'create-makers': flag('make makers that a table names and that are not known'),
    'as-is': flag('take only names of fields and plain values from tables'),
    strict: flag('keep nothing unless every row is good'),
    'dry-run': flag('keep nothing, only report'),
    template: oneOf(RECORD_TYPES, 'write an empty table for rows of this type to --out, and read nothing'),
    out: text(
      'FILE',
      'write what was understood of tables, or the template, as a table: a name that ends in .csv or .xlsx',
    ),
    rejects: text('FILE', 'write the bad rows and the cells left out to FILE, each with its reasons'),
  },
  notes: 'Exit code: 0 all rows taken whole, 1 some rejected or cells left out, 2 could not run, 130 interrupted.',
  async run({ values, rest: paths, io }) {
    if (values.template) return writeTemplate(values.template, values.out, io)
    if (paths.length === 0) throw new InvalidInput('which file? (- reads standard input)')
    if (paths.filter((path) => path === '-').length > 1) throw new InvalidInput('standard input can be read only once')
    if (!(await allReadable(paths, io))) return 2
    for (const name of ['rejects', 'out'] as const) {
      const path = values[name]
      if (path !== undefined && paths.some((one) => resolve(one) === resolve(path)))
        throw new InvalidInput(`--${name} names one of the files to be read`)
    }

    if (values.out !== undefined && !isTable(values.out)) throw new InvalidInput(NO_TABLE)
    const tables = paths.filter((path) => (values.format ?? formatOf(path)) === 'csv')
    if (values.out !== undefined && tables.length < paths.length) {
      throw new InvalidInput('--out says what was understood of tables: there is another file')
    }

    letOthersGoFirst()
    const rejects = values.rejects === undefined ? undefined : await openRejects(values.rejects)
    const out = values.out === undefined ? undefined : await openReplacement(values.out)
    const report = reportTo(io)
    const interrupt = new AbortController()
    // The current batch is finished first.
    const release = onStop(() => interrupt.abort())
    const bytes = await countBytes(paths)
    const reading = {
      stdin: io.stdin,
      signal: interrupt.signal,
      defaultType: values.type,
      format: values.format,
      keepTexts: rejects !== undefined,
      bytesRead: bytes.read,
    }
    let whole: number | undefined
    let isWrong = false
    let isWritten = false
    try {
      const summary = await onDatabase(io, 'create', async (db) => {
        await ensureBuiltinClasses(db)
        const means = values.means?.startsWith('@') ? await readAnswers(values.means.slice(1)) : values.means
        const names = tables.length > 0 ? await readKnownNames(db) : NO_NAMES
        const table = {
          ...{ names, asIs: values['as-is'], sheet: values.sheet },
          ...{ createMakers: values['create-makers'], with: values.with, means },
        }
        const understood = createUnderstood(names, paths.length === 1)
        const summary = await recordedImport(db, readAhead(paths, { ...reading, table }), {
          file: paths.map((path) => (path === '-' ? 'standard input' : path)).join(', '),
          ...commandActor(io.env),
          strict: values.strict,
          dryRun: values['dry-run'],
          review: toGuardReview(io.env),
          signal: interrupt.signal,
          async tell(event) {
            if (event.type === 'read') {
              report.progress.show({ what: 'rows read', count: event.rows, share: bytes.share() })
            }
            if (event.type === 'whole') whole = event.rows
            if (event.type !== 'batch') return
            const { result, summary } = event
            const { read: count, rejected } = summary
            if (out) understood.add(event.rows)
            isWrong ||= event.rows.some(({ origin }) => origin.line === OPTIONS)
            await report.batch(result)
            await rejects?.write(result.rejected, result.warned)
            const share = whole === undefined ? bytes.share() : count / whole
            const what = whole === undefined ? 'rows' : 'rows tried'
            report.progress.show({ what, count, share, more: () => `${rejected.toLocaleString('en-IN')} rejected` })
          },
        })
        if (out && !isWrong && !understood.isEmpty()) {
          await understood.write(values.out!, async (content) => void out.stream.write(content))
          await out.complete()
          isWritten = true
        }
        if (!values['dry-run']) await audit(db, commandActor(io.env), changeOf(paths, summary))
        return summary
      })
      report.end(summary)
      if (isWrong) {
        io.stderr.write('Nothing was taken.\n')
        return 2
      }
      if (isWritten)
        io.stderr.write(`\nWhat was understood is in ${values.out}: correct it there, and import that file.\n`)
      return conclude(summary, values, interrupt.signal.aborted, io)
    } finally {
      release()
      if (!isWritten) await out?.discard()
      await rejects?.close()
    }
  },
})

async function readAnswers(path: string): Promise<string> {
  const reason = await whyUnreadable(path)
  if (reason !== undefined) throw new InvalidInput(`--means @${path}: ${reason}`)
  return readFile(path, 'utf8')
}

const NO_TABLE = '--out needs a name that ends in .csv or .xlsx'

async function writeTemplate(type: RecordType, out: string | undefined, io: Io): Promise<number> {
  if (out === undefined || !isTable(out)) throw new InvalidInput(NO_TABLE)
  const file = await openReplacement(out)
  const table = await writeTable(out, tableColumns(type), async (content) => void file.stream.write(content))
  await table.end()
  await file.complete()
  const needed = ROW_SHAPES[type].fields.filter(({ required }) => required).map(({ name }) => name)
  io.stdout.write(`Wrote ${out}. A new ${type} needs ${needed.join(', ')}.\n`)
  return 0
}

/** On the same machine, whoever answers requests goes first; where a sandbox forbids it, the import runs as it is. */
function letOthersGoFirst(): void {
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {}
}

function changeOf(paths: readonly string[], { read, created, changed, rejected }: ImportSummary): Change {
  const target = paths.map((path) => (path === '-' ? path : basename(path))).join(', ')
  return { action: 'imports.apply', target, detail: { read, created, changed, rejected } }
}

function conclude(
  summary: ImportSummary,
  { strict, json, 'dry-run': dryRun }: { strict: boolean; json: boolean; 'dry-run': boolean },
  stopped: boolean,
  io: Io,
): number {
  if (stopped) io.stderr.write('Interrupted: rows after the last whole batch were not read.\n')
  if (dryRun) io.stderr.write('Dry run: nothing was kept.\n')
  else if (strict && (summary.rejected > 0 || stopped)) io.stderr.write('Nothing was kept (--strict).\n')
  io.stdout.write(json ? `${JSON.stringify(summary)}\n` : summaryText(summary))
  if (stopped) return 130
  return summary.rejected > 0 || Object.keys(summary.left_out).length > 0 ? 1 : 0
}

/** How much of the files has been read; unknown for standard input. */
async function countBytes(paths: readonly string[]): Promise<{ read: Float64Array; share(): number | undefined }> {
  const read = new Float64Array(new SharedArrayBuffer(8))
  const files = await Promise.all(paths.map((path) => (path === '-' ? undefined : stat(path))))
  const isKnown = files.every((file) => file?.isFile())
  const total = files.reduce((sum, file) => sum + (file?.size ?? 0), 0)
  return { read, share: () => (isKnown && total > 0 ? read[0]! / total : undefined) }
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

/** How many rows are printed for one reason, with place and value; the others are counted. */
const SHOWN_OF_EACH = 20
const MAX_REASONS = 1_000

/** Reports rejected and odd rows on standard error and, on a terminal, the progress. */
function reportTo({ stderr }: Pick<Io, 'stderr'>) {
  const progress = createProgress(stderr)
  const shown = new Map<string, number>()

  /** Whether this is among the first of its reason. */
  function isShown(key: string): boolean {
    const count = (shown.get(key) ?? 0) + 1
    if (count > SHOWN_OF_EACH || (count === 1 && shown.size >= MAX_REASONS)) return false
    shown.set(key, count)
    return true
  }

  async function write(rows: readonly CheckedRow[], faultsOf: (row: CheckedRow) => readonly Fault[], mark: string) {
    for (const row of rows) {
      const lines = faultsOf(row)
        .filter((fault) => isShown(mark + reasonKey(fault)))
        .map((fault) => `${placeText(row)}: ${mark}${faultText(fault)}\n`)
      if (lines.length === 0) continue
      progress.clear()
      if (!stderr.write(lines.join(''))) await once(stderr, 'drain')
    }
  }

  return {
    progress,
    async batch({ rejected, warned: odd }: BatchResult): Promise<void> {
      await write(rejected, ({ faults }) => faults, '')
      await write(odd, ({ warnings = [] }) => warnings, 'warning: ')
    },
    /** The totals by reason. */
    end(summary: ImportSummary): void {
      const { reasons, rejected, understood, warnings, not_understood: words } = summary
      progress.clear()
      const { left = [], taken = [] } = Object.groupBy(understood, ({ reason }) =>
        /left out|leaves out/.test(reason) ? 'left' : 'taken',
      )
      if (taken.length > 0) stderr.write(`\nUnderstood, with the first of each:\n${table(taken)}`)
      // Whole columns first: what is not read must not be lost among what is.
      left.sort((a, b) => Number(/column/.test(b.reason)) - Number(/column/.test(a.reason)))
      if (left.length > 0) stderr.write(`\nLeft out, with the first of each:\n${table(left)}`)
      if (rejected > 1) stderr.write(`\nRejected, by reason:\n${table(reasons)}`)
      const odd = warnings.map(({ found: _, ...one }) => one)
      if (odd.length > 0) stderr.write(`\nTaken with a warning:\n${table(odd)}`)
      const { pairs, choices } = toGive(summary)
      const isAsked = understood.length > 0
      if (isAsked && pairs !== '') stderr.write(`\nTo give rows what they lack:\n  --with '${pairs}'\n`)
      if (words.length > 0) stderr.write(`\nTo say what was not understood:\n  --means '${toFillIn(words)}'\n`)
      if (isAsked && choices.length > 0)
        stderr.write(`\nWhat may be said:\n${choices.map((one) => `  ${one}\n`).join('')}`)
    },
  }
}

function table(reasons: readonly ReadingCount[]): string {
  const counts = reasons.map(({ rows }) => rows.toLocaleString('en-IN'))
  const width = Math.max(...counts.map((count) => count.length))
  const lines = reasons.map(
    ({ field, reason, rows, found }, at) =>
      `  ${counts[at]!.padStart(width)} ${rows === 1 ? 'row ' : 'rows'}  ${faultText({ path: field, reason, ...(found && { found }) })}\n`,
  )
  return lines.join('')
}

/** The summary for people. */
function summaryText(summary: ImportSummary): string {
  const { read, created, changed, unchanged, rejected, repeated, to_review, removed, emptied, left_out } = summary
  const counts = { read, created, changed, unchanged, rejected, repeated }
  const line = Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
  const taken = Object.entries(removed).map(([field, count]) => `${count} from ${field}`)
  const lost = Object.entries(emptied).map(([field, count]) => `${field} of ${count}`)
  const short = Object.entries(left_out).map(([field, count]) => `${field} of ${count}`)
  const notes = [
    ...(short.length > 0 ? [`left out, because it was not understood: ${short.join(', ')}\n`] : []),
    ...(taken.length > 0 ? [`contacts and links removed: ${taken.join(', ')}\n`] : []),
    ...(to_review > 0 ? [`in review, since they may hold a contact: ${to_review}\n`] : []),
    ...(lost.length > 0 ? [`emptied, because rows leave it out: ${lost.join(', ')}\n`] : []),
  ]
  return `${notes.join('')}${line}\n`
}
