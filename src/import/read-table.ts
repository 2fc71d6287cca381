import { basename } from 'node:path'
import { findHeadings, HEAD_LINES } from './mapping/find-headers.ts'
import { ASKED, LEFT_OUT, type Proposal, type Recipe } from './mapping/mapping.ts'
import type { KnownNames } from './mapping/names.ts'
import { type ProposeOptions, propose } from './mapping/propose.ts'
import { createSheetReader, headingsOf } from './mapping/sheet-reader.ts'
import { emptyRow, type SheetRow } from './mapping/sheet-row.ts'
import { isOwnTable, readPlainTable } from './plain-table.ts'
import { InputError } from './report.ts'
import type { RecordType } from './row-shapes.ts'
import { openTable, refuseWideHeader, type TableLine } from './table-source.ts'

/** How tables are read. */
export interface TableSettings {
  names: KnownNames
  /** For rows that name no type. */
  defaultType?: RecordType | undefined
  /** Take only names of fields and plain values. */
  asIs?: boolean | undefined
  /** The name or number of a workbook's sheet; the first when absent. */
  sheet?: string | undefined
  recipe?: Recipe | undefined
  /** What the recipe is called: an own id of a listing is made of it. */
  sender?: string | undefined
  /** A dry run reads by a recipe with open questions, too, and leaves out what they are about. */
  isTried?: boolean | undefined
}

/** So many lines are looked through for a proposal. */
const MAX_LOOKED = 20_000

/** Reads the rows of a table: by a recipe, or one of names of fields as it is. */
export async function* readTable(
  chunks: AsyncIterable<Buffer>,
  { names, defaultType, asIs, sheet, recipe, sender = '', isTried }: TableSettings,
  { file, today }: { file: string; today: string },
): AsyncGenerator<SheetRow[]> {
  const { lines, notes } = await openTable(chunks, sheet ?? recipe?.sheet)
  if (asIs && notes[0]?.includes('UTF-16')) throw new InputError(`${notes[0]}: --as-is takes UTF-8 alone`).at(1)
  let head: TableLine[] = []
  let reader: ReturnType<typeof createSheetReader> | undefined
  for await (const batch of lines) {
    if (reader) {
      yield batch.map(reader.read)
      continue
    }
    head.push(...batch)
    if (asIs || isOwnTable(head[0]!, defaultType))
      return yield* readPlainTable(behind(head, lines), defaultType, asIs ?? false)
    if (head.length >= HEAD_LINES) yield begin()
  }
  if (!reader && head.length > 0) yield begin()

  /** The rows among the first lines, below their headings. */
  function begin(): SheetRow[] {
    refuseWideHeader(head[0]!)
    if (!recipe) {
      if (!defaultType) throw new InputError('has no column "type": name it with --type').at(head[0]!.number)
      findHeadings(head, defaultType)
      throw new InputError('is read by a recipe: --dry-run proposes one, --recipe names it').at(1)
    }
    if (!isTried && JSON.stringify(recipe).includes(`"${ASKED}"`))
      throw new InputError('is not read: its recipe has open questions, which a dry run tells').at(1)
    const at = findHeadings(head, recipe.type, recipe)
    const headings = headingsOf(head[at]!.cells)
    const above = head.slice(0, at)
    reader = createSheetReader(recipe, headings, {
      names,
      today,
      sender: basename(sender),
      file: basename(file),
      above,
    })
    const told = aboutColumns(recipe, reader.columns)
    const rows = head.slice(at + 1).map(reader.read)
    const asides = head.slice(0, at + 1).map(({ number, cells }): SheetRow => {
      const reason = number === head[at]!.number ? 'is the line of headings' : 'stands above the headings'
      return { ...emptyRow(number), aside: { reason, text: textOf(cells) } }
    })
    rows.find(({ aside }) => !aside)?.left.faults.push(...told)
    head = []
    return [...asides, ...rows]
  }
}

async function* behind(first: TableLine[], lines: AsyncGenerator<TableLine[]>): AsyncGenerator<TableLine[]> {
  yield first
  yield* lines
}

const textOf = (cells: readonly string[]) => cells.flatMap((cell) => cell.trim() || []).join(' | ')

/** Columns that the recipe does not know, which are left out, and those that the sheet lacks. */
function aboutColumns(recipe: Recipe, columns: readonly { heading: string; field: string }[]) {
  const has = new Set(columns.map(({ heading }) => heading))
  return [
    ...columns.flatMap(({ heading, field }) =>
      field === ASKED ? [{ path: heading, reason: 'is a column that the recipe does not know' }] : [],
    ),
    ...Object.entries(recipe.columns).flatMap(([heading, { field }]) =>
      has.has(heading) || field === LEFT_OUT
        ? []
        : [{ path: heading, reason: 'is a column that the sheet does not have' }],
    ),
  ]
}

/** A recipe for a table with its questions; undefined for a table of names of fields, which needs none. */
export async function proposeFor(
  chunks: AsyncIterable<Buffer>,
  { sheet, ...options }: ProposeOptions & { sheet?: string | undefined },
): Promise<Proposal | undefined> {
  const { lines } = await openTable(chunks, sheet ?? options.recipe?.sheet)
  const looked: TableLine[] = []
  for await (const batch of lines) {
    looked.push(...batch)
    if (isOwnTable(looked[0]!, options.type)) return undefined
    if (looked.length >= MAX_LOOKED) break
  }
  if (looked[0]) refuseWideHeader(looked[0])
  const proposal = propose(looked.slice(0, MAX_LOOKED), options)
  // Which sheet was chosen once holds for the next workbook, too.
  return proposal && sheet ? { ...proposal, recipe: { ...proposal.recipe, sheet } } : proposal
}
