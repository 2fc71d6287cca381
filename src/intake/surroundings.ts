import { NO_HEADING, saidBelow, saidStill } from './headings.ts'
import { classInName, makersNamed } from './known-names.ts'
import { isLegend } from './legends.ts'
import type { Meanings } from './meanings.ts'
import { addMakers } from './new-makers.ts'
import type { Fault } from './report.ts'
import { ABOVE, pricesSaid, type Said, saidByRemark } from './said-lines.ts'
import { makerBefore, makersSaid } from './said-makers.ts'
import type { TableSettings } from './table-values.ts'
import { holds, isDitto, isTold, says } from './table-words.ts'

// What is said about the rows of a table outside their own cells: by headings, the row above, remarks and names.

/** The columns that are looked at, -1 for one that the table does not have, and the first cells of that of makers. */
interface Places extends Record<'classAt' | 'makerAt' | 'nameAt' | 'remarkAt', number> {
  makers: readonly string[]
}

/** Follows the lines of a table, from what holds at its beginning. */
export function createSurroundings(
  first: Said,
  { classAt, makerAt, nameAt, remarkAt, makers }: Places,
  told: Fault[],
  settings: TableSettings,
  meanings: Meanings,
) {
  const { defaultType, names, createMakers = false } = settings
  let above = first
  let last: readonly string[] = []
  let doubt: string | undefined
  /** The heading of a part that is left out. */
  let leftOut: string | undefined
  /** Makers stand above the rows that leave them out, where several do. */
  const areAbove = makerAt !== -1 && (makers.filter((cell) => cell === '').length > 2 || makers.some(isDitto))

  /** A row that names another maker than its heading ends that. */
  let isPast = false
  function endMaker(cell: string): void {
    const heading = above.find(([field]) => field === 'manufacturer')?.[1]
    const found = heading && isTold(cell) ? makersSaid(names, cell).found : []
    if (found.length !== 1 || makersSaid(names, heading!).found.includes(found[0]!)) return
    above = above.filter(([field]) => field !== 'manufacturer')
    isPast = true
  }

  /** The cells of the next row, with those that stand for what is above them. */
  function filled(given: readonly string[], isAbove: (cell: string, at: number) => boolean): string[] {
    const cells = given.map((cell, at) => (isAbove(cell, at) ? (last[at] ?? '') : cell))
    takeAbove(cells)
    const [own] = makerAt === -1 || cells[makerAt]?.trim() ? [] : makerBefore(names, cells[nameAt] ?? '').found
    last = own === undefined ? [...cells] : cells.with(makerAt, names.makerNames.get(own)!)
    endMaker(cells[makerAt]?.trim() ?? '')
    return cells
  }

  /** A row without a maker, under no heading that says one, is of the maker in the row above. */
  function takeAbove(cells: string[]): void {
    const maker = last[makerAt]?.trim()
    const isSaid =
      above.some(([field, text]) => field === 'manufacturer' && text !== '') ||
      makerBefore(names, cells[nameAt] ?? '').found.length > 0
    if (!(areAbove || isPast) || cells[makerAt]?.trim() || !maker || isSaid) return
    cells[makerAt] = maker
    told.push({ path: 'manufacturer', reason: 'is taken from the row above', found: maker })
  }

  /** What is said about a row outside its cells; a class by its name only where nothing else says it. */
  function saidOf(cells: readonly string[]): Said {
    const name = cells[nameAt] ?? ''
    const [own] = isTold(cells[makerAt]) ? [] : makerBefore(names, name).found
    // `Kubota PEM140` is none of the maker's above.
    const isOther = ([field, text]: Said[number]) =>
      field === 'manufacturer' && own !== undefined && makersNamed(names, text)[0] !== own
    const around = above.filter((one) => !isOther(one)).toReversed()
    const said = [...saidByRemark(cells[remarkAt] ?? ''), ...around]
    const isClassSaid = isTold(cells[classAt]) || said.some(([field]) => field === 'machine_class')
    const text = isClassSaid || defaultType !== 'machine' ? undefined : classInName(names, name)
    return text === undefined ? said : [...said, ['machine_class', text, 'is said by the name']]
  }

  /** Takes what a line of its own among the rows says. */
  function readHeading(title: string): void {
    last = []
    // Used machines are none of a catalogue; what the operator leaves out ends at the next class or number.
    const isUsed =
      defaultType !== 'listing' && title.split(/[(),–—-]/).some((part) => holds('used', part)) && !meanings.has(title)
    if (isUsed || says('left out', title)) {
      leftOut = title
      above = saidStill(above, title)
      return
    }
    if (isLegend(title)) {
      above = [...above, ...pricesSaid(title, ABOVE)]
      return
    }
    // What the operator says that a heading means, and nobody knows, is a new maker.
    const isNew = (text: string) => createMakers && meanings.has(text)
    const { said, strange, isOpen = false } = saidBelow(above, title, names, { isNew, passes: meanings.passes })
    const isMore =
      said?.some(([field]) => field === 'machine_class') || /^\W*(?:\p{L}|\d{1,2}|[ivx]+)[.):]/iu.test(title)
    if (isMore || said === undefined) leftOut = undefined
    doubt = (said === undefined || isOpen) && !meanings.passes(title) ? title.slice(0, 60) : undefined
    const unknown = strange ?? doubt
    if (unknown !== undefined && !meanings.passes(unknown))
      told.push({ path: 'row', reason: NO_HEADING, found: strange ?? title })
    above = said ?? saidStill(above, title)
    const maker = above.find(([field]) => field === 'manufacturer')?.[1]
    if (createMakers && maker) addMakers(names, [maker], meanings.has)
  }

  return {
    ...{ filled, saidOf, readHeading },
    /** What the headings up to here say. */
    above: () => above,
    /** The heading of a part that is left out. */
    leftOut: () => leftOut,
    /** The last heading, if nobody knows what it says. */
    doubt: () => doubt,
  }
}
