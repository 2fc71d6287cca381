import { statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { kolkataDate } from '../lib/calendar.ts'
import { isObject } from '../lib/parsing.ts'
import { createThread } from '../lib/threads.ts'
import { type CheckedRow, checkRow, PATCH_EXISTING, rejectedRow } from './check-row.ts'
import { error, isError, RowInputError, type RowOrigin } from './issue.ts'
import { type Line, readLines } from './lines.ts'
import { toMapping } from './mapping/mapping.ts'
import { openInput } from './open-input.ts'
import type { TableSettings } from './read-table.ts'
import type { RecordType } from './row-shapes.ts'
import type { SheetRow } from './sheet-row.ts'

export const BATCH_ROWS = 2_000
const BATCH_CHARACTERS = 8_000_000

export interface ReadOptions {
  stdin: Readable
  /** Ends the reading after the current batch. */
  signal: AbortSignal
  defaultType?: RecordType | undefined
  keepTexts?: boolean
  format?: 'csv' | 'ndjson' | undefined
  bytesRead?: Float64Array | undefined
  now?: () => number
  table?: Omit<TableSettings, 'defaultType'> | undefined
}

export async function* readBatches(paths: readonly string[], options: ReadOptions): AsyncGenerator<CheckedRow[]> {
  const today = kolkataDate((options.now ?? Date.now)())
  let batch: CheckedRow[] = []
  let characters = 0
  for (const path of paths) {
    for await (const rows of readRows(path, { ...options, today })) {
      for (const row of rows) {
        batch.push(row)
        characters += row.origin.size ?? 0
        if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue
        yield batch
        if (options.signal.aborted) return
        batch = []
        characters = 0
      }
    }
  }
  if (batch.length > 0 && !options.signal.aborted) yield batch
}

type RowOptions = ReadOptions & { today: string }

async function* readRows(path: string, options: RowOptions): AsyncGenerator<CheckedRow[]> {
  const format = options.format ?? formatOf(path)
  const onBytes = (count: number) => {
    if (options.bytesRead) options.bytesRead[0]! += count
  }
  const bytes = openInput(path, { ...options, onBytes, isTable: format === 'csv' })
  try {
    if (format === 'csv') yield* readTableRows(bytes, path, options)
    else yield* readJsonRows(bytes, path, options)
  } catch (error) {
    if (!(error instanceof RowInputError)) throw error
    if (options.signal.aborted) return
    // The rest of the file is lost and counts as one rejected row; the other files go on.
    yield [rejectedRow({ file: path, line: error.line ?? 1, raw: undefined }, error.issues)]
  }
}

export function formatOf(path: string): 'csv' | 'ndjson' {
  return /\.(?:[ct]sv(?:\.gz)?|xlsx|ods)$/i.test(path) ? 'csv' : 'ndjson'
}

async function* readJsonRows(
  bytes: AsyncIterable<Buffer>,
  file: string,
  options: RowOptions,
): AsyncGenerator<CheckedRow[]> {
  let isEmpty = true
  for await (const lines of readLines(bytes)) {
    if (lines.length > 0) isEmpty = false
    yield lines.map((line) => toRow(line, file, options))
  }
  if (isEmpty) throw new RowInputError('is empty', 1)
}

function toRow({ number, text, problem }: Line, file: string, options: RowOptions): CheckedRow {
  const origin = { file, line: number, raw: options.keepTexts ? text : undefined, size: text.length }
  if (problem !== undefined) return rejectedRow(origin, [error('row', problem)])
  if (number === 1 && text.startsWith('['))
    throw new RowInputError('is a JSON array: write one object a line, as `jq -c ".[]"` does', 1)
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch (cause) {
    const isTable = number === 1 && !/^\s*\{/.test(text)
    const reason = isTable ? 'is not JSON; if this is a table, say --format csv' : 'is not JSON'
    return rejectedRow(origin, [error('row', reason, (cause as Error).message)])
  }
  return (isObject(row) && mappingIn(row, origin)) || checkRow(row, origin, options)
}

function mappingIn({ type, mapping }: Record<string, unknown>, origin: RowOrigin): CheckedRow | undefined {
  if (type === 'recipe')
    return rejectedRow(origin, [error('type', 'is of release 1.7: an upgraded database has mappings instead')])
  if (type !== 'mapping') return undefined
  try {
    return { ...rejectedRow(origin, []), mapping: toMapping(mapping) }
  } catch (cause) {
    if (cause instanceof RowInputError) return rejectedRow(origin, cause.issues)
    throw cause
  }
}

async function* readTableRows(
  bytes: AsyncGenerator<Buffer>,
  file: string,
  options: RowOptions,
): AsyncGenerator<CheckedRow[]> {
  // Rows of JSON need neither, and what they load takes longer than a thousand rows.
  const [{ readTable }, { NO_NAMES }] = await Promise.all([import('./read-table.ts'), import('./mapping/names.ts')])
  const settings = { names: NO_NAMES, ...options.table, defaultType: options.defaultType }
  for await (const rows of readTable(bytes, settings, options.today))
    yield rows.map((row) => toTableRow(row, file, options))
}

function toTableRow(sheetRow: SheetRow, file: string, options: RowOptions): CheckedRow {
  const { line, type, row, onCreate, issues, original, skipped, size } = sheetRow
  const origin = { file, line, raw: undefined, size }
  const input = { type, patch: PATCH_EXISTING, ...row }
  const isLenient = !options.table?.asIs
  const tableRow = { isLenient, input, ...(isLenient && { onCreate }), original, skipped }
  if (skipped || issues.some(isError)) return { ...rejectedRow(origin, issues), line: tableRow }
  const checked = checkRow(input, origin, options, tableRow)
  return issues.length === 0 ? checked : { ...checked, issues: [...checked.issues, ...issues] }
}

/** Reading less takes about as long as starting a thread. */
const WORTH_A_THREAD_BYTES = 16 * 1024 * 1024
const BATCHES_AHEAD = 2
/** The thread hands batches over soon, so a small heap is enough. */
const YOUNG_MB = 16

export interface ReadingTask {
  paths: readonly string[]
  options: Pick<ReadOptions, 'defaultType' | 'keepTexts' | 'format' | 'bytesRead' | 'table'>
}

export async function* readAhead(paths: readonly string[], options: ReadOptions): AsyncGenerator<CheckedRow[]> {
  const sizes = paths.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  const isLarge = sizes.reduce((sum, size) => sum + size, 0) >= WORTH_A_THREAD_BYTES
  // Standard input belongs to the main thread.
  yield* isLarge && !paths.includes('-') ? readInThread(paths, options) : readBatches(paths, options)
}

export async function* readInThread(
  paths: readonly string[],
  { signal, defaultType, keepTexts = false, format, bytesRead, table }: Omit<ReadOptions, 'stdin' | 'now'>,
): AsyncGenerator<CheckedRow[]> {
  if (signal.aborted) return
  const task: ReadingTask = { paths, options: { defaultType, keepTexts, format, bytesRead, table } }
  const script = new URL('./reading-thread.ts', import.meta.url)
  const thread = createThread<'next', CheckedRow[] | undefined>(script, { workerData: task, youngMb: YOUNG_MB })
  const ahead: Promise<CheckedRow[] | undefined>[] = []
  const requestNext = () => {
    const batch = thread.ask('next')
    batch.catch(() => {})
    ahead.push(batch)
  }
  const stop = () => void thread.end()
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (let i = 0; i < BATCHES_AHEAD; i++) requestNext()
    for (let batch = await ahead.shift(); batch && !signal.aborted; batch = await ahead.shift()) {
      requestNext()
      yield batch
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.end()
  }
}
