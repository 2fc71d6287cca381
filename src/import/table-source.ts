import { CsvError, type Info, parse } from 'csv-parse'
import { plainText } from '../lib/text/csv.ts'
import { RowInputError } from './issue.ts'
import { MAX_LINE_BYTES, readLines } from './lines.ts'
import { peek, transformed } from './open-input.ts'
import { openWorkbook } from './workbook.ts'

export interface TableLine {
  number: number
  cells: string[]
  isForeign: boolean
}

const DELIMITERS = [',', ';', '\t', '|'] as const
const MAX_HEAD_BYTES = 64 * 1024
const DELIMITER_LINES = 20
const MAX_COLUMNS = 1_000
/** Where these are more than some stray ones, it is not a text. */
const CONTROLS = /[\u0000-\u0008\u000e-\u001f]/g

export function refuseWideHeader({ cells, number }: TableLine): void {
  if (cells.length > MAX_COLUMNS)
    throw new RowInputError(`the header has ${cells.length} columns, more than ${MAX_COLUMNS}`, number)
}

interface TableInput {
  lines: AsyncGenerator<TableLine[]>
  notes: string[]
}

export async function openTable(chunks: AsyncIterable<Buffer>, sheet: string | undefined): Promise<TableInput> {
  // As much as shows the encoding and the delimiter: at least one line.
  const { head, all } = await peek(chunks, MAX_HEAD_BYTES)
  if (head[0] === 0x50 && head[1] === 0x4b) return openWorkbook(all, sheet)
  if (head.length >= MAX_HEAD_BYTES && !head.includes('\n'))
    throw new RowInputError(`the header is longer than ${MAX_HEAD_BYTES / 1024} kB`, 1)
  if (sheet !== undefined) throw new RowInputError('is not a workbook: it has no sheets', 1)
  const encoding = utf16Of(head)
  const text = new TextDecoder(encoding ?? 'utf-8').decode(head)
  const controls = text.match(CONTROLS) ?? []
  if (controls.length * 100 > text.length) throw new RowInputError('is not a text: it holds binary data', 1)
  return {
    lines: readCsv(encoding ? toUtf8(all, encoding) : all, delimiterOf(text)),
    notes: encoding ? [`is read as ${encoding.toUpperCase()}`] : [],
  }
}

/** UTF-16 by its mark, or by the zeros between Latin letters. */
function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] !== 0 && head[1] === 0 && head[3] === 0) return 'utf-16le'
  return head[0] === 0 && head[2] === 0 && head[1] !== 0 ? 'utf-16be' : undefined
}

async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/**
 * The delimiter that parts most of the first lines into the same number of cells: in `Swaraj;6,75,000` and
 * `Eicher;65,000` a comma does not. A comma if there is none.
 */
export function delimiterOf(text: string): string {
  const lines = text.replace(/"(?:[^"]|"")*"/g, '').split('\n', DELIMITER_LINES)
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0)
    const same = Map.groupBy(counts, (count) => count)
    const largest = Math.max(0, ...[...same.values()].map(({ length }) => length))
    return largest + Math.max(0, ...counts) / 1_000
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))]!
}

async function* readCsv(bytes: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<TableLine[]> {
  const parser = parse({
    info: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    record_delimiter: '\n',
    max_record_size: MAX_LINE_BYTES,
  })
  const foreign = new Set<number>()
  let line = 1
  try {
    for await (const records of transformed<{ record: string[]; info: Info }>(wholeLines(bytes, foreign), parser)) {
      yield records.map(({ record: cells, info }) => {
        // The parser counts up to the record's last line.
        const number = info.lines - cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
        let isForeign = false
        for (let i = number; foreign.size > 0 && i <= info.lines; i++) isForeign = foreign.delete(i) || isForeign
        line = info.lines + 1
        return { number, cells: cells.map(plainText), isForeign }
      })
    }
  } catch (error) {
    if (error instanceof CsvError) throw new RowInputError(`is not CSV: ${error.message}`, line)
    if (error instanceof RowInputError) error.line ??= line
    throw error
  }
}

async function* wholeLines(bytes: AsyncIterable<Buffer>, foreign: Set<number>): AsyncGenerator<Buffer> {
  for await (const lines of readLines(bytes, true)) {
    for (const { number, problem, isForeign } of lines) {
      if (problem !== undefined) throw new RowInputError(problem, number)
      if (isForeign) foreign.add(number)
    }
    yield Buffer.from(lines.map(({ text }) => `${text.endsWith('\r') ? text.slice(0, -1) : text}\n`).join(''))
  }
}
