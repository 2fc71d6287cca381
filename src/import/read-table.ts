import { RowInputError } from './issue.ts'
import { createSheetReader } from './mapping/apply.ts'
import { findHeaders, HEAD_LINES } from './mapping/grid.ts'
import { isOpen, type Mapping, type Proposal, SKIP, type StoredMapping } from './mapping/mapping.ts'
import type { CatalogNames } from './mapping/names.ts'
import { type ProposeOptions, propose } from './mapping/suggest.ts'
import { lettersOf } from './mapping/words.ts'
import { isOwnTable, readPlainTable } from './plain-table.ts'
import type { RecordType } from './row-shapes.ts'
import { type SheetRow, skippedRow } from './sheet-row.ts'
import { openTable, refuseWideHeader, type TableLine } from './table-source.ts'

export interface TableSettings {
  names: CatalogNames
  defaultType?: RecordType | undefined
  asIs?: boolean | undefined
  sheet?: string | undefined
  mapping?: Mapping | undefined
  ids?: ReadonlyMap<string, number> | undefined
  /** A dry run reads by a mapping with open questions, too, and leaves out what they are about. */
  isDryRun?: boolean | undefined
}

const MIN_FITTING_SHARE = 0.75
const MAX_PROPOSAL_LINES = 20_000

/** Reads the rows of a table: by a mapping, or one of names of fields as it is. */
export async function* readTable(
  chunks: AsyncIterable<Buffer>,
  settings: TableSettings,
  today: string,
): AsyncGenerator<SheetRow[]> {
  const { defaultType, asIs = false, sheet, mapping } = settings
  const { lines, notes } = await openTable(chunks, sheet ?? mapping?.sheet)
  if (asIs && notes[0]?.includes('UTF-16')) throw new RowInputError(`${notes[0]}: --as-is takes UTF-8 alone`, 1)
  try {
    const head = await firstLines(lines, 1)
    if (head.length === 0) throw new RowInputError('is empty', 1)
    if (asIs || isOwnTable(head[0]!, defaultType)) {
      const read = readPlainTable(head[0]!, defaultType, asIs)
      yield read(head.slice(1))
      for await (const batch of lines) yield read(batch)
      return
    }
    refuseWideHeader(head[0]!)
    head.push(...(await firstLines(lines, HEAD_LINES - head.length)))
    const { read, first } = beginSheet(head, settings, today)
    yield first
    for await (const batch of lines) yield batch.map(read)
  } finally {
    await lines.return(undefined)
  }
}

function beginSheet(head: readonly TableLine[], settings: TableSettings, today: string) {
  const { names, defaultType, mapping, ids, isDryRun = false } = settings
  if (!mapping) {
    if (defaultType) findHeaders(head, defaultType)
    throw new RowInputError('is read by a mapping: yantra import FILE proposes one', 1)
  }
  if (!isDryRun && isOpen(mapping)) throw new RowInputError('is not read: its mapping has open questions', 1)
  const { first, last, names: headers } = findHeaders(head, mapping.type, mapping)
  const { read } = createSheetReader(mapping, headers, { names, today, ids, above: head.slice(0, first) })
  const skipped = head.slice(0, last + 1).map(({ number, cells }, i) => {
    const reason = i >= first ? 'is the line of headers' : 'stands above the headers'
    return skippedRow(number, mapping.type, reason, cells)
  })
  return { read, first: [...skipped, ...head.slice(last + 1).map(read)] }
}

async function firstLines(lines: AsyncGenerator<TableLine[]>, count: number): Promise<TableLine[]> {
  const taken: TableLine[] = []
  while (taken.length < count) {
    const next = await lines.next()
    if (next.done) break
    taken.push(...next.value)
  }
  return taken
}

async function readHead(chunks: AsyncIterable<Buffer>, sheet: string | undefined, count: number) {
  const { lines, notes } = await openTable(chunks, sheet)
  try {
    return { head: await firstLines(lines, count), notes }
  } finally {
    await lines.return(undefined)
  }
}

export async function proposeFor(
  chunks: AsyncIterable<Buffer>,
  { sheet, ...options }: ProposeOptions & { sheet?: string | undefined },
): Promise<Proposal | undefined> {
  const { head, notes } = await readHead(chunks, sheet ?? options.mapping?.sheet, MAX_PROPOSAL_LINES)
  if (head[0] && isOwnTable(head[0], options.type)) return undefined
  if (head[0]) refuseWideHeader(head[0])
  const proposal = propose(head.slice(0, MAX_PROPOSAL_LINES), options)
  const warnings = [...notes, ...proposal.warnings]
  // Which sheet was chosen once holds for the next workbook, too.
  return { ...proposal, warnings, mapping: { ...proposal.mapping, ...(sheet !== undefined && { sheet }) } }
}

/** The stored mappings whose columns a sheet has. Two dealers may use one template, so there may be several. */
export async function fittingMappings(
  chunks: AsyncIterable<Buffer>,
  stored: readonly StoredMapping[],
  sheet: string | undefined,
): Promise<StoredMapping[]> {
  if (stored.length === 0) return []
  const { head } = await readHead(chunks, sheet, HEAD_LINES)
  if (head.length === 0) return []
  return stored.filter(({ mapping }) => {
    const headers = new Set(findHeaders(head, mapping.type, mapping).names.map(lettersOf))
    const columns = Object.entries(mapping.columns).filter(([, { field }]) => field !== SKIP)
    const fitting = columns.filter(([header]) => headers.has(lettersOf(header)))
    return columns.length > 1 && fitting.length >= columns.length * MIN_FITTING_SHARE
  })
}
