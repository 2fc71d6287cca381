import type { RecordType } from './row-shapes.ts'
import { type Column, columnOf } from './table-columns.ts'
import type { TableLine } from './table-source.ts'
import { foldWords, holds, isNote, isSum, says } from './table-words.ts'
import { unitsOf } from './written-values.ts'

// Which lines of a table are its header, its rows, or neither.

/** The header is looked for among so many lines. */
export const HEAD_LINES = 20

/** A header may be groups of columns, their names, and their units. */
const HEADER_LINES = 3

/** The lines that may be the header: each alone, and with the next ones below it. */
function headersIn(head: readonly TableLine[], types: readonly RecordType[], most: number) {
  const isColumn = (name: string) =>
    types.some((type) => {
      const { target, isLoose = false } = columnOf(type, name)
      return target !== undefined && !isLoose
    })
  const meant = (name: string) => types.map((type) => columnOf(type, name).target).find(Boolean)
  const isThing = (name: string) => /^(?:name|manufacturer|machine_class|kind)$/.test(meant(name) ?? '')
  return head.slice(0, most).flatMap(({ cells }, at) => {
    const found = [{ at, rest: at + 1, cells: [...cells] }]
    if (cells.filter((cell) => cell.trim() !== '').length < 2) return found
    for (const { cells: below } of head.slice(at + 1, at + HEADER_LINES)) {
      if (below.some((cell) => /\d{3}|^\W*\d[\d.,\s]*$/.test(cell))) break
      const { cells, rest } = found.at(-1)!
      found.push({ at, rest: rest + 1, cells: joined(cells, below) })
    }
    return found
  })

  function joined(cells: readonly string[], below: readonly string[]): string[] {
    let group = ''
    return Array.from({ length: Math.max(cells.length, below.length) }, (_, column) => {
      const [own = '', under = ''] = [cells[column]?.trim(), below[column]?.trim()]
      group = own === '' && under !== '' ? group : own
      const joint = [...new Set([group, under])].join(' ').trim()
      // What stands over one column alone may be its name, and what is below a remark: `Launch` over `Month/Yr`.
      const isAlone = own !== '' && (cells[column + 1]?.trim() !== '' || !below[column + 1]?.trim())
      // The `Make` of an engine is no maker.
      const isPart = isThing(under) && meant(group) !== undefined && !isThing(group)
      // A unit below a name is no name.
      const lower = isPart
        ? []
        : [...(isUnit(under) ? [] : [`${under} ${group}`]), ...(isUnit(under) && isAlone ? [] : [under])]
      // Over a maker `Machine` says nothing.
      const first = isThing(group) ? [under, joint] : [joint]
      const names = [...first, ...lower, ...(isAlone ? [own] : [])]
      const name = names.find(isColumn) ?? joint
      // A group ends where a name says enough without it.
      if (own === '' && name === under) group = ''
      return name
    })
  }
}

const isUnit = (cell: string) => unitsOf(cell.replace(/[()]/g, '')).length > 0

/** The header is the line that names most columns; a line of units below it belongs to it. */
export function findHeader(head: readonly TableLine[], types: readonly RecordType[], most: number) {
  const candidates = headersIn(head, types, most)
  const isColumn = (cell: string) => cell.trim() !== '' && types.some((type) => columnOf(type, cell).target)
  const scored = candidates.map((one) => ({ one, score: one.cells.filter(isColumn).length, lines: one.rest - one.at }))
  const [{ one: found }] = scored.toSorted((a, b) => b.score - a.score || a.lines - b.lines) as [(typeof scored)[0]]
  const below = (head[found.rest]?.cells ?? []).filter((cell) => cell.trim() !== '')
  const units = below.filter(isUnit)
  const hasUnits = below.length > 1 && units.length * 2 > below.length && !below.some((cell) => /\d/.test(cell))
  return (hasUnits && candidates.find(({ at, rest }) => at === found.at && rest === found.rest + 1)) || found
}

/** Whether a line among the rows is a header: at least half of it are names of columns, three or more, one a name. */
export function isHeader({ cells }: TableLine, types: readonly RecordType[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.length < 3 || /^\s*\d+\s*$/.test(filled[0]!) || filled.some((cell) => /\d{3}/.test(cell))) return false
  const meant = filled.flatMap((cell) => types.map((type) => columnOf(type, cell).target).find(Boolean) ?? [])
  const isNamed = meant.some((target) => /name$|^(?:slug|id|manufacturer)$/.test(target))
  // Many words for columns and no figure at all are a header, whatever the others mean; `Cases 25-26` is none.
  const isSure =
    meant.length > 4 && meant.length * 3 >= filled.length && !filled.some((cell) => /^\P{L}*\d/u.test(cell))
  return isSure || (meant.length > 2 && meant.length * 2 >= filled.length && isNamed)
}

/** A line that is no row. */
export function whyLeftOut(
  { number, cells }: TableLine,
  header: readonly string[],
  columns: readonly Column[] | undefined,
): { reason: string; found?: string; isSection?: boolean } | undefined {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.length === 0) return { reason: 'leaves out blank rows' }
  const same = cells.filter((cell, at) => cell.trim() !== '' && foldWords(cell) === foldWords(header[at] ?? ''))
  if (same.length > 1 && same.length * 2 > filled.length) {
    return { reason: 'leaves out a header that is repeated', found: `line ${number}` }
  }
  const isNumber = (cell: string, at: number) => cell.trim() === '' || Number(cell.replace(/[()]/g, '')) === at + 1
  if (filled.length > 3 && cells.every(isNumber)) {
    return { reason: 'leaves out the numbers of the columns', found: `line ${number}` }
  }
  const isCount = filled.length === 1 && /\d/.test(filled[0]!) && holds('sum', filled[0]!)
  if (says('sum', filled[0]!) || isCount || (filled.length * 2 <= header.length && filled.some(isSum))) {
    return { reason: `leaves out line ${number}, a sum`, found: filled.join(' ').slice(0, 60) }
  }
  const known = columns && columns.filter(({ target }) => target !== undefined).length > 2
  const told = known ? cells.filter((cell, at) => cell.trim() !== '' && columns[at]?.target !== undefined) : filled
  if (filled.length === 1 || (known && told.length <= 1)) {
    if (header.length <= 2) return undefined
    const title = (told[0] ?? filled.toSorted((a, b) => b.length - a.length)[0]!).trim()
    return {
      reason: `leaves out line ${number}, which has one cell alone`,
      found: title,
      isSection: /\p{L}/u.test(title),
    }
  }
  const isNamed = columns?.some(({ target }, at) => target === 'name' && cells[at]?.trim())
  if (known && filled.length === 2 && header.length > 6 && !isNamed && !filled.some((cell) => /\d/.test(cell))) {
    const title = filled.map((cell) => cell.trim()).join(' - ')
    return { reason: `leaves out line ${number}, which names nothing`, found: title, isSection: true }
  }
  if (filled.length <= 3 && header.length > 4 && isNote(filled[0]!.trim())) {
    return { reason: `leaves out line ${number}, a note`, found: filled.join(' ').slice(0, 60) }
  }
  return undefined
}
