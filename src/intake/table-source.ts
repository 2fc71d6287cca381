import { CsvError, type Info, parse } from 'csv-parse'
import { plainText } from '../text/csv.ts'
import { MAX_LINE_BYTES, readLines } from './lines.ts'
import { peek, pump } from './open-input.ts'
import { InputError } from './report.ts'

/** A line of a table: its cells as texts. */
export interface TableLine {
  number: number
  cells: string[]
  /** Its bytes were not UTF-8. */
  isForeign: boolean
}

const DELIMITERS = [',', ';', '\t', '|'] as const
const MAX_HEAD_BYTES = 64 * 1024
const HEAD_LINES = 20
const NEWLINE = 0x0a
const MAX_WORKBOOK_BYTES = 64 * 1024 * 1024
/** What a workbook may unfold to. */
const MAX_SHEET_CELLS = 20_000_000

const MAX_COLUMNS = 1_000

export function refuseWideHeader({ cells, number }: TableLine): void {
  if (cells.length <= MAX_COLUMNS) return
  throw new InputError(`the header has ${cells.length} columns, more than ${MAX_COLUMNS}`).at(number)
}

interface Source {
  lines: AsyncGenerator<TableLine[]>
  /** What was recognised about the file, for people. */
  notes: string[]
}

/** The lines of a CSV in any of the usual encodings, or of one sheet of a workbook. */
export async function openTable(chunks: AsyncIterable<Buffer>, sheet: string | undefined): Promise<Source> {
  // As much as is needed to see the encoding and the sign between cells: at least one line.
  const { head, all } = await peek(chunks, MAX_HEAD_BYTES)
  if (head[0] === 0x50 && head[1] === 0x4b) return openWorkbook(all, sheet)
  if (head.length >= MAX_HEAD_BYTES && head.indexOf(NEWLINE) === -1) {
    throw new InputError(`the header is longer than ${MAX_HEAD_BYTES / 1024} kB`).at(1)
  }
  if (sheet !== undefined) throw new InputError('is no workbook: it has no sheets').at(1)
  const encoding = utf16Of(head)
  const bytes = encoding ? inUtf8(all, encoding) : all
  const text = encoding ? new TextDecoder(encoding).decode(head) : head.toString('utf8')
  const notes = encoding ? [`is read as ${encoding.toUpperCase()}`] : []
  return { lines: readCsv(bytes, delimiterOf(text)), notes }
}

/** UTF-16 by its mark, or by the zeros between Latin letters. */
function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] !== 0 && head[1] === 0 && head[3] === 0) return 'utf-16le'
  return head[0] === 0 && head[2] === 0 && head[1] !== 0 ? 'utf-16be' : undefined
}

async function* inUtf8(chunks: AsyncGenerator<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/**
 * The sign that parts most of the first lines into the same number of cells: in `Swaraj;6,75,000` and `Eicher;65,000` a
 * comma does not. A comma if there is none.
 */
export function delimiterOf(text: string): string {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split('\n', HEAD_LINES)
    .filter((line) => line.trim() !== '')
  const scores = DELIMITERS.map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1).filter((count) => count > 0)
    const alike = Math.max(0, ...Object.values(Object.groupBy(counts, String)).map((same) => same!.length))
    return alike + Math.max(0, ...counts) / 1_000
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))]!
}

async function* readCsv(bytes: AsyncGenerator<Buffer>, delimiter: string): AsyncGenerator<TableLine[]> {
  const parser = parse({
    ...{ info: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
    ...{ record_delimiter: '\n', max_record_size: MAX_LINE_BYTES },
  })
  const foreign = new Set<number>()
  let line = 1
  try {
    for await (const parsed of pump<{ record: string[]; info: Info }>(wholeLines(bytes, foreign), parser)) {
      yield parsed.map(({ record: cells, info }) => {
        // The parser counts up to the record's last line.
        const number = info.lines - cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
        let isForeign = false
        for (let one = number; foreign.size > 0 && one <= info.lines; one++)
          isForeign = foreign.delete(one) || isForeign
        line = info.lines + 1
        return { number, cells: cells.map(plainText), isForeign }
      })
    }
  } catch (error) {
    if (error instanceof InputError) throw error.at(line)
    if (error instanceof CsvError) throw new InputError(`is not CSV: ${error.message}`).at(line)
    throw error
  }
}

/** Whole lines in UTF-8 with LF: the parser would count CRLF twice. The numbers of lines in another encoding are noted. */
async function* wholeLines(bytes: AsyncGenerator<Buffer>, foreign: Set<number>): AsyncGenerator<Buffer> {
  for await (const lines of readLines(bytes, true)) {
    for (const { number, problem, isForeign } of lines) {
      if (problem !== undefined) throw new InputError(problem).at(number)
      if (isForeign) foreign.add(number)
    }
    yield Buffer.from(lines.map(({ text }) => `${text.endsWith('\r') ? text.slice(0, -1) : text}\n`).join(''))
  }
}

/** A workbook is a zip whose directory stands at its end: it is read whole. */
async function openWorkbook(chunks: AsyncGenerator<Buffer>, wanted: string | undefined): Promise<Source> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of chunks) {
    size += part.length
    if (size > MAX_WORKBOOK_BYTES) throw new InputError('is larger than 64 MB, the most a workbook may have').at(1)
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  const isOds = bytes.subarray(0, 200).includes('opendocument.spreadsheet')
  // Loaded only for a workbook.
  const read = isOds ? (await import('hucre/ods')).readOds : (await import('hucre/xlsx')).readXlsx
  let sheets: { name: string; rows: unknown[][]; merges?: Merge[] }[]
  try {
    sheets = (await read(bytes)).sheets
  } catch (error) {
    throw new InputError(`is no workbook that can be read: ${(error as Error).message}`).at(1)
  }
  const names = sheets.map(({ name }) => name)
  const at = wanted === undefined ? 0 : names.includes(wanted) ? names.indexOf(wanted) : Number(wanted) - 1
  const sheet = sheets[at]
  if (!sheet) throw new InputError(`has no sheet ${wanted}: there are ${names.join(', ')}`).at(1)
  if (sheet.rows.reduce((sum, { length }) => sum + length, 0) > MAX_SHEET_CELLS) {
    throw new InputError('has more than 20,000,000 cells').at(1)
  }
  fillMerged(sheet.rows, sheet.merges ?? [])
  const others = names.filter((_, other) => other !== at)
  const notes = others.length > 0 ? [`is read from its sheet ${sheet.name}; others are left: ${others.join(', ')}`] : []
  return { lines: linesOf(sheet.rows), notes }
}

interface Merge {
  startRow: number
  startCol: number
  endRow: number
}

/** A cell that is merged over several rows holds for each of them. */
function fillMerged(rows: unknown[][], merges: readonly Merge[]): void {
  let filled = 0
  for (const { startRow, startCol, endRow } of merges) {
    for (let at = startRow + 1; at <= endRow && at < rows.length && filled < MAX_SHEET_CELLS; at++, filled++) {
      rows[at]![startCol] ??= rows[startRow]?.[startCol]
    }
  }
}

async function* linesOf(rows: readonly unknown[][]): AsyncGenerator<TableLine[]> {
  for (let at = 0; at < rows.length; at += 500) {
    yield rows
      .slice(at, at + 500)
      .map((cells, index) => ({ number: at + index + 1, cells: cells.map(cellText), isForeign: false }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  }
}

/** The value of a workbook's cell as it would stand in a CSV. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '')
  // A spreadsheet shows 15 digits; more are remains of binary fractions.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (typeof value !== 'object') return String(value)
  const { text, richText, result } = value as { text?: unknown; richText?: { text: string }[]; result?: unknown }
  return richText ? richText.map((part) => part.text).join('') : cellText(text ?? result)
}
