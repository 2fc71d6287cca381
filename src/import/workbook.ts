import type { MergeRange, Sheet } from 'hucre/xlsx'
import { RowInputError } from './issue.ts'
import { readDirectory, textOf } from './zip-directory.ts'

const MAX_WORKBOOK_BYTES = 64 * 1024 * 1024
const MAX_SHEET_CELLS = 20_000_000
const SHOWN_HIDDEN = 5
const LINES_AT_ONCE = 500

export async function openWorkbook(chunks: AsyncIterable<Buffer>, required: string | undefined) {
  const bytes = await readWhole(chunks)
  const parts = readDirectory(bytes)
  const content = parts.get('content.xml')
  const read = content ? (await import('hucre/ods')).readOds : (await import('hucre/xlsx')).readXlsx
  const names: string[] = []
  let first: number | undefined
  const isRequested = (item: { name: string; hidden?: boolean; veryHidden?: boolean }, i: number) => {
    names[i] = item.name
    if (!item.hidden && !item.veryHidden) first ??= i
    return required === undefined ? i === first : item.name === required || i === Number(required) - 1
  }
  const { sheets } = await read(bytes, { sheets: isRequested }).catch((error: Error) => {
    throw new RowInputError(`is no workbook that can be read: ${error.message}`, 1)
  })
  const sheet = sheets.find(({ name }) => name === required) ?? sheets[0]
  if (!sheet)
    throw new RowInputError(`has no sheet ${required ?? 'that can be seen'}: there are ${names.join(', ')}`, 1)
  if (sheet.rows.reduce((sum, { length }) => sum + length, 0) > MAX_SHEET_CELLS)
    throw new RowInputError('has more than 20,000,000 cells', 1)
  fillMerged(sheet.rows, sheet.merges ?? [])
  const others = names.filter((name) => name !== sheet.name)
  const hidden = content ? hiddenInOds(textOf(bytes, content), names.indexOf(sheet.name)) : hiddenInXlsx(sheet)
  return {
    lines: linesOf(sheet.rows),
    notes: [
      ...(others.length > 0 ? [`is read from its sheet ${sheet.name}; others are left: ${others.join(', ')}`] : []),
      ...hiddenNote('row', hidden.rows.map(String)),
      ...hiddenNote('column', hidden.columns.map(columnLetters)),
    ],
  }
}

async function readWhole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of chunks) {
    size += part.length
    if (size > MAX_WORKBOOK_BYTES) throw new RowInputError('is larger than 64 MB, the most a workbook may have', 1)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

interface HiddenParts {
  rows: number[]
  columns: number[]
}

function hiddenInXlsx({ rowDefs = new Map(), columns = [] }: Sheet): HiddenParts {
  const rows = [...rowDefs].flatMap(([i, { hidden }]) => (hidden ? [i + 1] : []))
  return { rows, columns: columns.flatMap(({ hidden }, i) => (hidden ? [i + 1] : [])) }
}

/** The reader of .ods does not report them. */
function hiddenInOds(content: string, sheet: number): HiddenParts {
  const table = content.split(/<table:table[ >]/)[sheet + 1] ?? ''
  const hidden: HiddenParts = { rows: [], columns: [] }
  const next = { rows: 1, columns: 1 }
  for (const [, what, attributes] of table.matchAll(/<table:table-(row|column)\b([^>]*)>/g)) {
    const list = what === 'row' ? 'rows' : 'columns'
    const count = Number(/number-(?:rows|columns)-repeated="(\d+)"/.exec(attributes!)?.[1] ?? 1)
    if (/visibility="(?:collapse|filter)"/.test(attributes!))
      for (let i = 0; i < Math.min(count, SHOWN_HIDDEN + 1); i++) hidden[list].push(next[list] + i)
    next[list] += count
  }
  return hidden
}

function hiddenNote(what: 'row' | 'column', hidden: readonly string[]): string[] {
  if (hidden.length === 0) return []
  const more = hidden.length > SHOWN_HIDDEN ? ' and more' : ''
  const list = hidden.slice(0, SHOWN_HIDDEN).join(', ')
  return [`is read with what is hidden in it: ${what}${hidden.length > 1 ? 's' : ''} ${list}${more}`]
}

function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26))
  return column <= 26 ? last : columnLetters(Math.floor((column - 1) / 26)) + last
}

/** A cell that is merged over several rows holds for each of them. */
function fillMerged(rows: unknown[][], merges: readonly MergeRange[]): void {
  let filled = 0
  for (const { startRow, startCol, endRow } of merges)
    for (let i = startRow + 1; i <= endRow && i < rows.length && filled < MAX_SHEET_CELLS; i++, filled++)
      rows[i]![startCol] ??= rows[startRow]?.[startCol]
}

async function* linesOf(rows: readonly unknown[][]) {
  for (let from = 0; from < rows.length; from += LINES_AT_ONCE)
    yield rows
      .slice(from, from + LINES_AT_ONCE)
      .map((cells, i) => ({ number: from + i + 1, cells: cells.map(cellText), isForeign: false }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '')
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (typeof value !== 'object') return String(value)
  const { text, richText, result } = value as { text?: unknown; richText?: { text: string }[]; result?: unknown }
  return richText ? richText.map((part) => part.text).join('') : cellText(text ?? result)
}
