import { stat } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { notPublished } from '../admin/imports.ts'
import { flag, InvalidInput, oneOf, text } from '../admin/inputs.ts'
import { toGuardReview } from '../config.ts'
import { commandActor } from '../history/audit.ts'
import { ensureBuiltinClasses } from '../import/ensure-classes.ts'
import { openReplacement } from '../import/export-rows.ts'
import type { ImportSummary } from '../import/import-counters.ts'
import { recordedImport } from '../import/import-rows.ts'
import { NO_NAMES, readKnownNames } from '../import/mapping/names.ts'
import { whyUnreadable } from '../import/open-input.ts'
import { createUnderstood } from '../import/parsed-table.ts'
import { formatOf, readAhead } from '../import/read-batches.ts'
import { openRejects } from '../import/rejects.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from '../import/row-shapes.ts'
import { isTable, tableColumns, writeTable } from '../import/table-export.ts'
import { command } from './command.ts'
import { type Found, nextCommand, recipeFor } from './import-mapping.ts'
import { reportTo, summaryText } from './import-report.ts'
import type { Io } from './io.ts'
import { onDatabase } from './on-database.ts'
import { onStop } from './until-stopped.ts'

export const importCommand = command({
  about:
    'Reads NDJSON, or tables from files named .csv, .tsv, .xlsx or .ods; - is standard input, and NDJSON and CSV may be gzipped. Tables of names of fields are taken as they are; others are read by a recipe, which a dry run proposes and asks for. Good rows are kept, bad ones are reported on standard error as file:line: field: reason. What a row may hold: docs/importing.md.',
  rest: { metavar: 'FILE', description: 'the files to read, in this order' },
  options: {
    type: oneOf(RECORD_TYPES, 'the type of rows that do not name one'),
    format: oneOf(['csv', 'ndjson'], 'the format, whatever the name of the file; csv stands for every table'),
    sheet: text('NAME', 'the sheet of a workbook, by its name or number; the first when absent'),
    recipe: text('NAME', 'how tables are read: a stored recipe, or a file named .yaml or .json; a dry run makes it'),
    answers: text(
      'N=ANSWER',
      'answers to the questions of a dry run, by their numbers, several with ; between; or a file of them',
    ),
    'as-is': flag('take only names of fields and plain values from tables'),
    strict: flag('keep nothing unless every row is good'),
    'dry-run': flag('keep nothing, only report'),
    template: oneOf(RECORD_TYPES, 'write an empty table for rows of this type to --out, and read nothing'),
    out: text(
      'FILE',
      'write every line of the tables with what becomes of it, or the template, as a table: a name that ends in .csv or .xlsx',
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
    let isWritten = false
    let importId = ''
    let found: Found = { recipe: undefined, questions: [] }
    try {
      const summary = await onDatabase(io, 'create', async (db) => {
        await ensureBuiltinClasses(db)
        const names = tables.length > 0 ? await readKnownNames(db) : NO_NAMES
        const { type, sheet, recipe: named, answers } = values
        if (tables.length > 0 && !values['as-is'])
          found = await recipeFor(db, names, { tables, type, sheet, named, answers, dryRun: values['dry-run'] }, io)
        if (found.questions.length > 0 && !values['dry-run']) return undefined
        const table = {
          names,
          asIs: values['as-is'],
          sheet,
          recipe: found.recipe,
          sender: named,
          isTried: values['dry-run'],
        }
        const understood = createUnderstood(paths.length === 1)
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
            if (event.type === 'begun') importId = event.id
            if (event.type === 'whole') whole = event.rows
            if (event.type !== 'batch') return
            const { result, summary } = event
            const { read: count, rejected } = summary
            if (out) understood.add(event.rows)
            // What is open is asked, not told row by row.
            if (found.questions.length === 0) await report.batch(result)
            await rejects?.write(result.rejected, result.warned)
            const share = whole === undefined ? bytes.share() : count / whole
            const what = whole === undefined ? 'rows' : 'rows tried'
            report.progress.show({ what, count, share, more: () => `${rejected.toLocaleString('en-IN')} rejected` })
          },
        })
        if (out && !understood.isEmpty()) {
          // Spreadsheet programs take a CSV without this mark for one in another encoding.
          if (!/\.xlsx$/i.test(values.out!)) out.stream.write('\ufeff')
          await understood.write(values.out!, async (content) => void out.stream.write(content))
          await out.complete()
          isWritten = true
        }
        return summary
      })
      if (!summary) {
        io.stderr.write('Nothing was taken.\n')
        return 2
      }
      if (found.questions.length === 0) report.end(summary)
      else report.progress.clear()
      if (isWritten)
        io.stderr.write(
          `\nEvery line is in ${values.out}, with what becomes of it: correct it there, and import that file.\n`,
        )
      return conclude(
        { summary, importId, ...found },
        values,
        interrupt.signal.aborted,
        { tables, named: values.recipe },
        io,
      )
    } finally {
      release()
      if (!isWritten) await out?.discard()
      await rejects?.close()
    }
  },
})

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

function conclude(
  { summary, importId, questions, recipe }: Found & { summary: ImportSummary; importId: string },
  { strict, json, 'dry-run': dryRun }: { strict: boolean; json: boolean; 'dry-run': boolean },
  stopped: boolean,
  next: { tables: readonly string[]; named: string | undefined },
  io: Io,
): number {
  const isNext = recipe !== undefined && questions.length === 0 && summary.read > summary.rejected
  if (stopped) io.stderr.write('Interrupted: rows after the last whole batch were not read.\n')
  const isNothing = strict && (summary.rejected > 0 || stopped)
  if (dryRun && isNext) io.stderr.write(`Dry run: no row was kept.\nNext: ${nextCommand(next)}\n`)
  else if (dryRun) io.stderr.write('Dry run: nothing was kept.\n')
  else if (isNothing) io.stderr.write('Nothing was kept (--strict).\n')
  else if (summary.unpublished > 0)
    io.stderr.write(`${notPublished(summary.unpublished)}: yantra publish --import ${importId}\n`)
  const asked = recipe && dryRun ? { recipe, questions } : {}
  io.stdout.write(json ? `${JSON.stringify({ ...summary, ...asked })}\n` : summaryText(summary))
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
