import { classesNamed, classInName, type KnownNames, makersSaid } from './known-names.ts'
import type { RecordType } from './row-shapes.ts'
import { type Column, columnOf, countColumns } from './table-columns.ts'
import type { TableLine } from './table-source.ts'
import { beginsWith, foldWords, isNote, isSum, partsOf, says, shorterNames } from './table-words.ts'
import { unitsOf } from './written-values.ts'

// Which lines of a table are its header, its rows, or neither.

/** The header is looked for among so many lines. */
export const HEAD_LINES = 20

/** The lines that may be the header: each alone, and with the next one below it. */
function headersIn(head: readonly TableLine[], types: readonly RecordType[], most: number) {
  const isColumn = (name: string) => types.some((type) => columnOf(type, name).target !== undefined)
  return head.slice(0, most).flatMap(({ cells }, at) => {
    const below = head[at + 1]?.cells
    const single = { at, rest: at + 1, cells: [...cells] }
    const isTitle = cells.filter((cell) => cell.trim() !== '').length < 2
    if (!below || isTitle || below.some((cell) => /\d{2}/.test(cell))) return [single]
    let group = ''
    const both = Array.from({ length: Math.max(cells.length, below.length) }, (_, column) => {
      const [own = '', under = ''] = [cells[column]?.trim(), below[column]?.trim()]
      group = own === '' && under !== '' ? group : own
      const joint = [...new Set([group, under])].join(' ').trim()
      // What stands over one column alone may be its name, and what is below a remark: `Launch` over `Month/Yr`.
      const isAlone = own !== '' && (cells[column + 1]?.trim() !== '' || !below[column + 1]?.trim())
      return [joint, `${under} ${group}`, under, ...(isAlone ? [own] : [])].find(isColumn) ?? joint
    })
    return [single, { at, rest: at + 2, cells: both }]
  })
}

/** The header is the line that names most columns; a line of units below it belongs to it. */
export function findHeader(head: readonly TableLine[], types: readonly RecordType[], most: number) {
  const candidates = headersIn(head, types, most)
  const scored = candidates.map((one) => ({ one, score: countColumns(types, one.cells), lines: one.rest - one.at }))
  const [{ one: found }] = scored.toSorted((a, b) => b.score - a.score || a.lines - b.lines) as [(typeof scored)[0]]
  const below = (head[found.rest]?.cells ?? []).filter((cell) => cell.trim() !== '')
  const hasUnits = below.length > 1 && below.every((cell) => unitsOf(cell.replace(/[()]/g, '')).length > 0)
  return (hasUnits && candidates.find(({ at, rest }) => at === found.at && rest === found.rest + 1)) || found
}

/** Whether a line among the rows is a header: at least half of it are names of columns, three or more, one a name. */
export function isHeader({ cells }: TableLine, types: readonly RecordType[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.length < 3 || /^\s*\d+\s*$/.test(filled[0]!) || filled.some((cell) => /\d{3}/.test(cell))) return false
  const meant = filled.flatMap((cell) => types.map((type) => columnOf(type, cell).target).find(Boolean) ?? [])
  return (
    meant.length > 2 &&
    meant.length * 2 >= filled.length &&
    meant.some((target) => /name$|^(?:slug|id|manufacturer)$/.test(target))
  )
}

/** What is said outside the cells of a row about a field: by lines above it, the first line first, or by its name. */
export type Said = readonly (readonly [field: 'manufacturer' | 'machine_class', text: string, reason: string])[]

const ABOVE = 'is taken from the line above the rows'

/** A heading for a maker or a class takes the place of one of its kind, with what stood below that. */
export function saidBelow(said: Said, title: string, names: KnownNames): Said {
  const plain = title.replace(/^[\s(*#]*(?:\p{L}|\d{1,2}|[ivx]+)[.):]\s*|^\(?[\p{L}\d]\)\s*/iu, '')
  const [, lead = '', rest = ''] = /^([^:–-]+)\s*[:–-]+\s*(.+)$/u.exec(plain) ?? []
  // `Maker: Acme` says that Acme is a maker, known or not.
  if (says('heading maker', lead)) return withSaid(said, 'manufacturer', rest)
  const parts = [plain, ...partsOf(plain), plain.split(',')[0]!, ...(says('heading', lead) ? [rest] : [])]
  const texts = [plain, ...parts.flatMap((part) => shorterNames(part, ['heading', 'heading maker'], []))]
  const maker = texts.find((text) => {
    const { found, isLike = false, model } = makersSaid(names, text)
    return found.length === 1 && !isLike && model === undefined
  })
  const outside = plain.replace(/\([^()]*\)/g, ' ')
  const text = maker ?? texts.find((text) => classesNamed(names, text).length === 1) ?? classInName(names, outside)
  // A page, or a band of power, changes nothing; what is not understood may be another maker.
  const isBand = /\d\s*\p{L}*\s*(?:-|–|to|से)\s*\d/u.test(title)
  if (text === undefined) return isBand || beginsWith('page', title) ? said : []
  return withSaid(said, maker === undefined ? 'machine_class' : 'manufacturer', text)
}

function withSaid(said: Said, field: 'manufacturer' | 'machine_class', text: string): Said {
  const at = said.findIndex(([one]) => one === field)
  return [...said.slice(0, at === -1 ? said.length : at), [field, text, ABOVE]]
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
  if (filled.length > 3 && cells.every((cell, at) => cell.trim() === '' || Number(cell) === at + 1)) {
    return { reason: 'leaves out the numbers of the columns', found: `line ${number}` }
  }
  const known = columns && columns.filter(({ target }) => target !== undefined).length > 2
  const told = known ? cells.filter((cell, at) => cell.trim() !== '' && columns[at]?.target !== undefined) : filled
  if (filled.length === 1 || (known && told.length <= 1)) {
    if (header.length <= 2) return undefined
    const title = (told[0] ?? filled.toSorted((a, b) => b.length - a.length)[0]!).trim()
    return { reason: `leaves out line ${number}, which has one cell alone`, found: title, isSection: true }
  }
  if (filled.length * 2 <= header.length && filled.some(isSum)) {
    return { reason: `leaves out line ${number}, a sum`, found: filled.join(' ').slice(0, 60) }
  }
  if (filled.length <= 3 && header.length > 4 && isNote(filled[0]!.trim())) {
    return { reason: `leaves out line ${number}, a note`, found: filled.join(' ').slice(0, 60) }
  }
  return undefined
}
