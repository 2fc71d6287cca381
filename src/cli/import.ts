import { stat } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { notPublished } from '../admin/imports.ts'
import { count, flag, InvalidInput, oneOf, text } from '../admin/inputs.ts'
import { toGuardReview } from '../config.ts'
import { commandActor } from '../history/audit.ts'
import { ensureBuiltinClasses } from '../import/ensure-classes.ts'
import { openReplacement } from '../import/export-rows.ts'
import type { ImportSummary } from '../import/import-counters.ts'
import { recordedImport } from '../import/import-rows.ts'
import { isOpen } from '../import/mapping/mapping.ts'
import { NO_NAMES, readCatalogNames } from '../import/mapping/names.ts'
import { withdrawals } from '../import/mapping/plan.ts'
import { whyUnreadable } from '../import/open-input.ts'
import { createPreview, type ShownPreview } from '../import/preview.ts'
import { BATCH_ROWS, formatOf, readAhead } from '../import/read-batches.ts'
import { openRejects } from '../import/rejects.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from '../import/row-shapes.ts'
import { isTable, tableColumns, writeTable } from '../import/table-export.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { type Commands, command } from './command.ts'
import { decideMapping, type TableDecision } from './import-mapping.ts'
import { reportTo, summaryText } from './import-report.ts'
import type { Io } from './io.ts'
import { onDatabase } from './on-database.ts'
import { onStop } from './until-stopped.ts'

const importCommand = command({
  about:
    'Reads NDJSON, or tables from files named .csv, .tsv, .xlsx or .ods; - is standard input, and NDJSON and CSV may be gzipped. Tables of names of fields are taken as they are; others are read by a column mapping: without one, FILE.mapping.yaml is proposed and nothing is imported. Good rows are kept, bad ones are reported on standard error as file:line: field: reason. What a row may hold: docs/operating/import-format.md.',
  rest: { metavar: 'FILE', description: 'the files to read, in this order' },
  options: {
    type: oneOf(RECORD_TYPES, 'the type of rows that do not name one'),
    format: oneOf(['csv', 'ndjson'], 'the format, whatever the name of the file; csv stands for every table'),
    sheet: text('NAME', 'the sheet of a workbook, by its name or number; the first when absent'),
    mapping: text('FILE', 'how tables are read: a completed mapping file; it is stored under its sender'),
    sender: text('NAME', 'read tables by the stored mapping of this sender, or propose one for them'),
    yes: flag('import by a stored mapping without asking'),
    withdraw: count('confirm that this many listings are withdrawn (absent: withdraw)', 10_000_000),
    date: text('DAY', 'the day of the prices in tables that do not say it, such as 2026-08-21'),
    preview: text('FILE', 'write every line of the tables with what becomes of it; a name that ends in .csv or .xlsx'),
    'as-is': flag('take only names of fields and plain values from tables'),
    strict: flag('keep nothing unless every row is good'),
    'dry-run': flag('keep nothing, only report'),
    template: oneOf(RECORD_TYPES, 'write an empty table for rows of this type to --out, and read nothing'),
    out: text('FILE', 'write the template; a name that ends in .csv or .xlsx'),
    rejects: text('FILE', 'write the bad rows and the cells left out to FILE, each with its reasons'),
  },
  notes:
    'Exit code: 0 all rows taken whole, 1 some rejected or cells left out, 2 could not run, 3 a mapping was proposed or has open questions, 130 interrupted.',
  async run({ values, rest: paths, io }) {
    if (values.template) return writeTemplate(values.template, values.out, io)
    if (paths.length === 0) throw new InvalidInput('which file? (- reads standard input)')
    if (paths.filter((path) => path === '-').length > 1) throw new InvalidInput('standard input can be read only once')
    if (!(await allReadable(paths, io))) return 2
    for (const name of ['rejects', 'preview'] as const) {
      const path = values[name]
      if (path !== undefined && paths.some((item) => resolve(item) === resolve(path)))
        throw new InvalidInput(`--${name} names one of the files to be read`)
    }

    if (values.preview !== undefined && !isTable(values.preview)) throw new InvalidInput(`--preview ${NO_TABLE}`)
    const tables = paths.filter((path) => (values.format ?? formatOf(path)) === 'csv')
    if (values.preview !== undefined && tables.length < paths.length)
      throw new InvalidInput('--preview shows the lines of tables: there is another file')

    letOthersGoFirst()
    const rejects = values.rejects === undefined ? undefined : await openRejects(values.rejects)
    const out = values.preview === undefined ? undefined : await openReplacement(values.preview)
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
    let isWritten = false
    let importId = ''
    let decision: TableDecision | undefined
    try {
      const summary = await onDatabase(io, 'create', async (db) => {
        await ensureBuiltinClasses(db)
        const names = tables.length > 0 ? await readCatalogNames(db) : NO_NAMES
        if (tables.length > 0 && !values['as-is'])
          decision = await decideMapping(db, names, { ...values, tables, dryRun: values['dry-run'] }, io)
        const { mapping, plan, isPreview = false } = decision ?? {}
        const dryRun = values['dry-run'] || isPreview
        const table = { names, asIs: values['as-is'], sheet: values.sheet, mapping, ids: plan?.ids, isDryRun: dryRun }
        const preview = createPreview({ keepsAll: out !== undefined, isOneFile: paths.length === 1 })
        const today = kolkataDate(Date.now())
        async function* batches() {
          yield* readAhead(paths, { ...reading, table })
          const rows = mapping && plan && !interrupt.signal.aborted ? withdrawals(plan, mapping, today) : []
          for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS)
        }
        const summary = await recordedImport(db, batches(), {
          file: paths.map((path) => (path === '-' ? 'standard input' : path)).join(', '),
          ...commandActor(io.env),
          strict: values.strict,
          dryRun,
          review: toGuardReview(io.env),
          signal: interrupt.signal,
          withChanges: out !== undefined || isPreview,
          mapping: isPreview ? undefined : mapping,
          async onEvent(event) {
            if (event.type === 'read') {
              report.progress.show({ what: 'rows read', count: event.rows, share: bytes.share() })
            }
            if (event.type === 'begun') importId = event.id
            if (event.type === 'whole') whole = event.rows
            if (event.type !== 'batch') return
            const { read: count, rejected } = event.summary
            if (out || isPreview) preview.add(event.outcomes)
            if (!isPreview) await report.issues(event.shown)
            await rejects?.write(event.outcomes)
            const share = whole === undefined ? bytes.share() : count / whole
            const what = whole === undefined ? 'rows' : 'rows tried'
            report.progress.show({ what, count, share, more: `${rejected.toLocaleString('en-IN')} rejected` })
          },
        })
        if (out && !preview.isEmpty()) {
          // Spreadsheet programs take a CSV without this mark for one in another encoding.
          if (!/\.xlsx$/i.test(values.preview!)) out.stream.write('\ufeff')
          await preview.write(values.preview!, async (content) => void out.stream.write(content))
          await out.complete()
          isWritten = true
        }
        report.progress.clear()
        if (isPreview) io.notes.write(previewText(preview.shown(), mapping !== undefined && isOpen(mapping)))
        return summary
      })
      if (isWritten) io.notes.write(`Wrote ${values.preview}: every line, with what becomes of it.\n`)
      if (decision?.isPreview && !values['dry-run']) {
        if (decision.questions.length === 0) {
          report.end(summary)
          io.notes.write(`The import would give: ${summaryText(summary)}`)
        }
        io.notes.write(`${decision.next}Nothing was imported.\n`)
        if (values.json)
          io.stdout.write(
            `${JSON.stringify({ ...summary, created: 0, changed: 0, mapping: decision.mapping, questions: decision.questions })}\n`,
          )
        return 3
      }
      report.end(summary)
      return conclude({ summary, importId }, values, interrupt.signal.aborted, io)
    } finally {
      release()
      if (!isWritten) await out?.discard()
      await rejects?.close()
    }
  },
})

export const commands: Commands = { import: importCommand }

const NO_TABLE = 'needs a name that ends in .csv or .xlsx'
const PREVIEW_LINES = 12

async function writeTemplate(type: RecordType, out: string | undefined, io: Io): Promise<number> {
  if (out === undefined || !isTable(out)) throw new InvalidInput(`--out ${NO_TABLE}`)
  const file = await openReplacement(out)
  const table = await writeTable(out, tableColumns(type), async (content) => void file.stream.write(content))
  await table.end()
  await file.complete()
  const needed = ROW_SHAPES[type].fields.filter(({ required }) => required).map(({ name }) => name)
  io.stdout.write(`Wrote ${out}. A new ${type} needs ${needed.join(', ')}.\n`)
  return 0
}

/** Lowers the priority below that of a server on the same machine. Ignored if a sandbox forbids it. */
function letOthersGoFirst(): void {
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {}
}

function conclude(
  { summary, importId }: { summary: ImportSummary; importId: string },
  { strict, json, quiet, 'dry-run': dryRun }: Record<'strict' | 'json' | 'quiet' | 'dry-run', boolean>,
  stopped: boolean,
  io: Io,
): number {
  if (stopped) io.notes.write('Interrupted: rows after the last whole batch were not read.\n')
  const isNothing = strict && (summary.rejected > 0 || stopped)
  if (dryRun) io.notes.write('Dry run: nothing was kept.\n')
  else if (isNothing) io.notes.write('Nothing was kept (--strict).\n')
  else if (summary.unpublished > 0)
    io.notes.write(`${notPublished(summary.unpublished)}: yantra publish --import ${importId}\n`)
  if (json) io.stdout.write(`${JSON.stringify(summary)}\n`)
  else if (!quiet) io.stdout.write(summaryText(summary))
  if (stopped) return 130
  return summary.rejected > 0 || Object.keys(summary.left_out).length > 0 ? 1 : 0
}

function previewText({ lines, more }: ShownPreview, isUndecided: boolean): string {
  const visible = lines.slice(0, PREVIEW_LINES).map(({ line, status, record, becomes, notes }) => {
    const text = [isUndecided && status !== 'skipped' ? '' : status, record, becomes].filter(Boolean).join('  ')
    return `${String(line).padStart(5)}  ${text}${notes && !isUndecided ? `\n       ${notes}` : ''}\n`
  })
  const rest = lines.length - visible.length + more
  return `\nPreview:\n${visible.join('')}${rest > 0 ? `  and ${rest.toLocaleString('en-IN')} more lines (--preview FILE.xlsx has all)\n` : ''}\n`
}

async function countBytes(paths: readonly string[]): Promise<{ read: Float64Array; share(): number | undefined }> {
  const read = new Float64Array(new SharedArrayBuffer(8))
  const files = await Promise.all(paths.map((path) => (path === '-' ? undefined : stat(path))))
  const exists = files.every((file) => file?.isFile())
  const total = files.reduce((sum, file) => sum + (file?.size ?? 0), 0)
  return { read, share: () => (exists && total > 0 ? read[0]! / total : undefined) }
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
