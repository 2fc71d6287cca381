import { createSheetReader } from './mapping/apply.ts'
import { findHeaders, HEAD_LINES } from './mapping/grid.ts'
import { isOpen, type Mapping, type Proposal, SKIP, type StoredMapping } from './mapping/mapping.ts'
import type { CatalogNames } from './mapping/names.ts'
import { emptyRow, type SheetRow } from './mapping/sheet-row.ts'
import { type ProposeOptions, propose } from './mapping/suggest.ts'
import { lettersOf } from './mapping/words.ts'
import { isOwnTable, readPlainTable } from './plain-table.ts'
import { RowInputError } from './report.ts'
import type { RecordType } from './row-shapes.ts'
import { openTable, refuseWideHeader, type TableLine } from './table-source.ts'

/** How tables are read. */
export interface TableSettings {
  names: CatalogNames
  /** For rows that name no type. */
  defaultType?: RecordType | undefined
  /** Take only names of fields and plain values. */
  asIs?: boolean | undefined
  /** The name or number of a workbook's sheet; the first when absent. */
  sheet?: string | undefined
  mapping?: Mapping | undefined
  /** Ids of the sender's listings, by the identity of their rows. */
  ids?: ReadonlyMap<string, number> | undefined
  /** A dry run reads by a mapping with open questions, too, and leaves out what they are about. */
  isDryRun?: boolean | undefined
}

/** A sheet of a stored mapping has at least this share of its columns. */
const MIN_FITTING_SHARE = 0.75
/** How many lines are read for a proposal. */
const MAX_LOOKED = 20_000

/** Reads the rows of a table: by a mapping, or one of names of fields as it is. */
export async function* readTable(
  chunks: AsyncIterable<Buffer>,
  { names, defaultType, asIs, sheet, mapping, ids, isDryRun }: TableSettings,
  { today }: { today: string },
): AsyncGenerator<SheetRow[]> {
  const { lines, notes } = await openTable(chunks, sheet ?? mapping?.sheet)
  if (asIs && notes[0]?.includes('UTF-16')) throw new RowInputError(`${notes[0]}: --as-is takes UTF-8 alone`).at(1)
  let head: TableLine[] = []
  let reader: ReturnType<typeof createSheetReader> | undefined
  for await (const batch of lines) {
    if (reader) {
      yield batch.map(reader.read)
      continue
    }
    head.push(...batch)
    if (asIs || isOwnTable(head[0]!, defaultType))
      return yield* readPlainTable(precededBy(head, lines), defaultType, asIs ?? false)
    if (head.length >= HEAD_LINES) yield begin()
  }
  if (!reader) {
    if (head.length === 0) throw new RowInputError('is empty').at(1)
    yield begin()
  }

  /** The rows among the first lines, below their headers. */
  function begin(): SheetRow[] {
    refuseWideHeader(head[0]!)
    if (!mapping) {
      if (defaultType) findHeaders(head, defaultType)
      throw new RowInputError('is read by a mapping: yantra import FILE proposes one').at(1)
    }
    if (!isDryRun && isOpen(mapping)) throw new RowInputError('is not read: its mapping has open questions').at(1)
    const { first, last, names: headers } = findHeaders(head, mapping.type, mapping)
    reader = createSheetReader(mapping, headers, { names, today, ids, above: head.slice(0, first) })
    const rows = head.slice(last + 1).map(reader.read)
    const skipped = head.slice(0, last + 1).map(({ number, cells }, i): SheetRow => {
      const reason = i >= first ? 'is the line of headers' : 'stands above the headers'
      return { ...emptyRow(number, mapping.type), skipped: { reason, text: textOf(cells) } }
    })
    head = []
    return [...skipped, ...rows]
  }
}

async function* precededBy(first: TableLine[], lines: AsyncGenerator<TableLine[]>): AsyncGenerator<TableLine[]> {
  yield first
  yield* lines
}

const textOf = (cells: readonly string[]) => cells.flatMap((cell) => cell.trim() || []).join(' | ')

/** A mapping for a table with its questions; undefined for a table of names of fields, which needs none. */
export async function proposeFor(
  chunks: AsyncIterable<Buffer>,
  { sheet, ...options }: ProposeOptions & { sheet?: string | undefined },
): Promise<Proposal | undefined> {
  const { lines, notes } = await openTable(chunks, sheet ?? options.mapping?.sheet)
  const looked: TableLine[] = []
  for await (const batch of lines) {
    looked.push(...batch)
    if (isOwnTable(looked[0]!, options.type)) return undefined
    if (looked.length >= MAX_LOOKED) break
  }
  if (looked[0]) refuseWideHeader(looked[0])
  const proposal = propose(looked.slice(0, MAX_LOOKED), options)
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
  const { lines } = await openTable(chunks, sheet)
  const head: TableLine[] = []
  for await (const batch of lines) {
    head.push(...batch)
    if (head.length >= HEAD_LINES) break
  }
  if (head.length === 0) return []
  return stored.filter(({ mapping }) => {
    const headers = new Set(findHeaders(head, mapping.type, mapping).names.map(lettersOf))
    const self = Object.entries(mapping.columns).flatMap(([header, { field }]) =>
      field === SKIP ? [] : lettersOf(header),
    )
    return self.length > 1 && self.filter((header) => headers.has(header)).length >= self.length * MIN_FITTING_SHARE
  })
}
