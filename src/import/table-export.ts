import { csvLine } from '../lib/text/csv.ts'
import { SOURCE_FIELDS } from './field-checks.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'

type Row = Record<string, unknown>
type TableCell = string | number | boolean

const MAX_SHEET_ROWS = 1_048_576

const NOT_IN_TABLES: readonly string[] = ['price']

export function tableColumns(type: RecordType, withPrivate = false): string[] {
  const fields = ROW_SHAPES[type].fields.filter(({ name }) => !NOT_IN_TABLES.includes(name))
  const [needed, others] = [fields.filter(({ required }) => required), fields.filter(({ required }) => !required)]
  return [...[...needed, ...others].map(({ name }) => name), ...(withPrivate ? SOURCE_FIELDS : [])]
}

/** Writes rows under their columns as `yantra import --as-is` reads them: CSV line by line, a workbook at the end. */
export async function writeTable(
  path: string,
  columns: readonly string[],
  put: (content: string | Uint8Array) => Promise<void>,
): Promise<{ write(rows: readonly Row[]): Promise<void>; end(): Promise<void> }> {
  if (!isWorkbook(path)) {
    await put(csvLine(columns, '\n'))
    return {
      write: (rows) => put(rows.map((row) => csvLine(cellsOf(columns, row), '\n')).join('')),
      end: async () => {},
    }
  }
  const lines: TableCell[][] = [[...columns]]
  return {
    async write(rows) {
      lines.push(...rows.map((row) => cellsOf(columns, row)))
      if (lines.length > MAX_SHEET_ROWS) throw new Error('a sheet holds 1,048,576 rows: export a CSV instead')
    },
    async end() {
      const { writeXlsx } = await import('hucre/xlsx')
      await put(await writeXlsx({ sheets: [{ name: 'Rows', rows: lines }] }))
    },
  }
}

export function isTable(path: string): boolean {
  return /\.csv(?:\.gz)?$/i.test(path) || isWorkbook(path)
}

function isWorkbook(path: string): boolean {
  return /\.xlsx$/i.test(path)
}

function cellsOf(columns: readonly string[], row: Row): TableCell[] {
  return columns.map((name) => {
    const value = row[name] ?? ''
    return typeof value === 'object' ? JSON.stringify(value) : (value as TableCell)
  })
}
