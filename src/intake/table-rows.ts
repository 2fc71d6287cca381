import { holdClasses, meantByCells } from './column-cells.ts'
import { priceKindOf } from './column-words.ts'
import { readColumns } from './header-columns.ts'
import { isOpening, saidUnder, TITLE } from './headings.ts'
import { classesSaid, implementOf } from './known-names.ts'
import { legendIn, legendsAmong } from './legends.ts'
import { newRow, type TableRow } from './made-row.ts'
import { createMeanings, type Meanings, readPairs, refuseOptions, strangeName } from './meanings.ts'
import { addMakers } from './new-makers.ts'
import { readPlainTable } from './plain-table.ts'
import { type Fault, InputError } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { type Said, saidFirst } from './said-lines.ts'
import { createSurroundings } from './surroundings.ts'
import { rowFrom } from './table-cells.ts'
import { type Column, columnOf } from './table-columns.ts'
import { findHeader, HEAD_LINES, isHeader, whyLeftOut } from './table-lines.ts'
import { behind, openTable, refuseWideHeader, type TableLine } from './table-source.ts'
import type { TableSettings } from './table-values.ts'
import { foldWords, isDitto, isTold, partsOf, says } from './table-words.ts'
import { isUnderstood, readUnderstood } from './understood-table.ts'

/** The fields whose names stand above what a table names its records, and their makers, by. */
const OWN_NAMES = new Set(['slug', 'name', 'manufacturer', 'maker_name', 'maker_slug'])

/** Reads the rows of a table. A row changes only the fields that it has; empty cells are absent, `-` clears. */
export async function* readTable(chunks: AsyncIterable<Buffer>, settings: TableSettings): AsyncGenerator<TableRow[]> {
  const { lines, notes } = await openTable(chunks, settings.sheet)
  if (settings.asIs) {
    if (notes[0]?.includes('UTF-16')) throw new InputError(`${notes[0]}: --as-is takes UTF-8 alone`).at(1)
    return yield* readPlainTable(lines, settings.defaultType)
  }
  const { value: first = [] } = await lines.next()
  const all = behind(first, lines)
  if (first[0] && isUnderstood(first[0])) return yield* readUnderstood(all, settings)
  const meanings = createMeanings(settings.means, settings.defaultType)
  const told = notes.map((reason) => ({ path: 'row', reason }))
  let head: TableLine[] = []
  let table: ReturnType<typeof rowsUnder> | undefined
  let failure: unknown
  // What is told of lines behind the last row is told with that row. Words that are wrong are known at the end.
  let held: TableRow[] = []
  const isWhole = Boolean(settings.means || settings.with)
  function rowsOf(lines: TableLine[]): TableRow[] {
    table ??= rowsUnder(lines, { told, above: [] }, settings, meanings)
    const rows = table.of(lines)
    for (let left = table.left(); left; left = table.left()) {
      table = rowsUnder(left.lines, left, settings, meanings)
      rows.push(...table.of(left.lines))
    }
    return rows
  }
  try {
    for await (const batch of all) {
      head.push(...batch.map((line) => meanings.of(line)))
      if (!table && head.length < HEAD_LINES) continue
      const rows = rowsOf(head)
      head = []
      if (rows.length === 0) continue
      if (held.length > 0 && !isWhole) yield held
      held = isWhole ? held.concat(rows) : rows
    }
  } catch (error) {
    failure = error
  }
  if (head.length > 0) held.push(...rowsOf(head))
  held.at(-1)?.readings.push(...told.splice(0))
  if (!failure) refuseOptions([...meanings.wrong, ...meanings.unmet()])
  if (held.length > 0) yield held
  if (failure) throw failure
}

/** What is known before a table begins: what the next row is to tell, and what the lines above said. */
interface Before {
  told: Fault[]
  above: Said
}

/** Finds the header and what its columns mean, and makes rows of the lines below it. */
function rowsUnder(
  head: readonly TableLine[],
  { told, ...before }: Before & { lines?: TableLine[] },
  settings: TableSettings,
  meanings: Meanings,
) {
  const { defaultType, names } = settings
  const types = defaultType ? [defaultType] : RECORD_TYPES
  const tellRow = (reason: string, found: string) => told.push({ path: 'row', reason, found })
  refuseWideHeader(head[0]!)
  const found = findHeader(head, types, before.lines ? 1 : HEAD_LINES)
  // A word of the operator may name a column of several lines.
  const header = meanings.of({ ...head[found.at]!, cells: found.cells, given: found.cells }).cells
  const width = header.length
  const own = header.findIndex((cell) => cell.trim().toLowerCase() === 'type')
  const typeAt = head.slice(found.rest).some(({ cells }) => typeIn(cells[own])) ? own : -1
  const { number, cells, given: named = cells } = head[found.at]!
  if (!defaultType && typeAt === -1) throw new InputError('has no column "type": name it with --type').at(number)
  // A column may be named as --means has it.
  const pairs = readPairs('--with', settings.with).map(([name, value]) => {
    const isKnown = types.some((type) => columnOf(type, name).target)
    return [isKnown ? name : meanings.of({ ...head[0]!, cells: [name], given: [name] }).cells[0]!, value] as const
  })
  const constants = pairs.filter(([, value]) => !isDitto(value))
  /** Columns whose empty cells are as the row above has them: `--with "price date=-do-"`. */
  const repeated = pairs.flatMap(([name, value]) => (isDitto(value) ? [name] : []))
  const made = new Map<RecordType, Column[]>()
  if (before.lines) tellRow('begins a table of other columns', `line ${number}`)
  if (found.at > 0) tellRow('leaves out lines above the header', `${found.at}, up to line ${number - 1}`)
  const titles = head.slice(0, found.at).flatMap(({ cells }) => cells.filter((cell) => cell.trim() !== ''))
  const under = head.slice(found.rest)
  meanings.add(legendIn([...titles, ...legendsAmong(under, named)], named, names, header))

  const ends = under.findIndex((line) => isHeader(line, types))
  const body = under
    .slice(0, ends === -1 ? under.length : ends)
    .filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
    .map((line) => meanings.of(line, [named, header]))

  const cellsOf = (at: number) => body.map(({ cells }) => cells[at]?.trim() ?? '')

  function columnsFor(type: RecordType): Column[] {
    const known = made.get(type)
    if (known) return known
    const all = [...header, ...constants.map(([name]) => name), ...repeated]
    const isOther = type !== defaultType
    const others = typeAt !== -1 ? RECORD_TYPES : isOther ? [defaultType!] : []
    const isOnly = !header.some((name, at) => at !== own && columnOf(type, name).target === 'machine_class')
    const isClass = (at: number) =>
      at === own ? typeAt === -1 && (isOnly || holdClasses(cellsOf(at), names)) : holdClasses(cellsOf(at), names)
    const byCells = (at: number) => meantByCells(cellsOf(at), names)
    const { columns, readings } = readColumns(type, all, {
      ...{ width, others, isClass, byCells },
      isSaid: meanings.has,
    })
    const isStrange = ({ name, target, both }: Column, at: number) =>
      target === undefined && !both && (at >= width || (meanings.has(name) && !says('aside', name)))
    for (const [at, column] of isOther ? [] : columns.entries())
      if (isStrange(column, at)) meanings.wrong.push(strangeName(at < width ? '--means' : '--with', column.name, type))
    told.push(...readings)
    const asked = columns.map((one, at) => {
      const own = [one.name, named[at] ?? '']
      // As of a cell that does not stand alone.
      const codesOf = (target: string) => (text: string) => {
        const headers = [...own, target].map((name) => [name, name])
        return meanings.of({ number, cells: [text, text], isForeign: false }, headers).cells[0]!
      }
      return one.both ? { ...one, both: one.both.map((half) => ({ ...half, codes: codesOf(half.target!) })) } : one
    })
    made.set(type, asked)
    return asked
  }

  const shared = defaultType && typeAt === -1 ? columnsFor(defaultType) : undefined
  if (shared?.slice(0, width).every(({ target, both }) => target === undefined && !both)) {
    throw new InputError('has no line that names a column: is it a table?').at(number)
  }
  const columnAt = (field: string) => shared?.findIndex(({ target }) => target === field) ?? -1
  const [classAt, makerAt, nameAt] = [columnAt('machine_class'), columnAt('manufacturer'), columnAt('name')]
  const repeatedAt = new Set<number>()
  for (const { name, target } of shared?.slice(width + constants.length) ?? []) {
    const place = columnAt(target!)
    if (place < width) repeatedAt.add(place)
    else told.push({ path: `--with ${name}`, reason: 'is left out: the table has no such column' })
  }
  const remarkAt = header.findIndex((name) => [name, ...partsOf(name)].some((part) => says('remark', part)))
  const opening = titles.findLast((title) => isOpening(title, names))
  const above = [
    ...saidUnder(before.above, shared?.slice(0, width) ?? []),
    ...titles.flatMap((title) => (title === opening ? [] : saidFirst(title))),
  ]
  const places = { classAt, makerAt, nameAt, remarkAt, makers: cellsOf(makerAt) }
  const around = createSurroundings(above, places, told, settings, meanings)
  if (opening !== undefined) around.readHeading(opening)
  let later: TableLine[] = []
  let rest = found.rest

  /** A kind of implement among machines is an implement. */
  function typeOf(cells: readonly string[], said: Said): RecordType | undefined {
    const own = typeIn(cells[typeAt])
    if (own || defaultType !== 'machine' || typeAt !== -1) return own ?? defaultType
    const cell = cells[classAt]?.trim()
    const text = isTold(cell) ? cell : said.find(([field]) => field === 'machine_class')?.[1]
    return text !== undefined && implementOf(classesSaid(names, text)[0]) !== undefined ? 'implement' : 'machine'
  }

  function toRow(line: TableLine): TableRow | undefined {
    const leftOut = whyLeftOut(line, header, shared)
    if (leftOut) {
      const { reason, found, isSection = false } = leftOut
      told.push({ path: 'row', reason, ...(found !== undefined && { found }) })
      if (isSection) around.readHeading(found!)
      return undefined
    }
    const passed = around.leftOut()
    if (passed !== undefined) {
      tellRow('leaves out rows below a heading of what is used, or left out', passed.slice(0, 60))
      return undefined
    }
    // There is a maker Same.
    const isName = (cell: string, at: number) => OWN_NAMES.has(header[at]!) && /^\p{L}+$/u.test(cell)
    const isAbove = (cell: string, at: number) =>
      (isDitto(cell) && !isName(cell, at)) || (cell.trim() === '' && repeatedAt.has(at))
    // A row may end before its empty cells.
    const given = [...line.cells, ...header.slice(line.cells.length).map(() => '')]
    const cells = around.filled(repeatedAt.size > 0 ? given : line.cells, isAbove)
    for (const at of repeatedAt)
      if (!line.cells[at]?.trim() && cells[at])
        told.push({ path: shared![at]!.target!, reason: 'is taken from the row above', found: cells[at] })
    const said = around.saidOf(cells)
    const type = typeOf(cells, said)
    if (!type) {
      const row = newRow(line.number, cells[typeAt]?.trim() ?? '')
      for (const [at, name] of header.entries()) if (at !== typeAt && name.trim()) row.row[name.trim()] = cells[at]
      return row
    }
    const context = { columns: columnsFor(type), constants, width, said, doubt: around.doubt() }
    const row = rowFrom(type, { ...line, cells }, context, settings)
    if (shared && type !== defaultType) tellOther(row, type, cells)
    const titles = around.above().flatMap(([field, title]) => (field === TITLE ? title : []))
    if (titles.length > 0) row.unread.section = titles.join(' / ')
    return row
  }

  /** Tells that a row is of another type than the table, and what that type does not have. */
  function tellOther({ readings }: TableRow, type: RecordType, cells: readonly string[]): void {
    const { what } = ROW_SHAPES[type]
    readings.push({ path: 'type', reason: `is ${what} among others`, found: cells[classAt]?.trim() ?? '' })
    const columns = columnsFor(type)
    for (const [at, { target, name }] of shared!.slice(0, width).entries()) {
      const cell = cells[at]?.trim()
      if (target === undefined || columns[at]!.target !== undefined || !isTold(cell)) continue
      readings.push({ path: target, reason: `is left out: ${what} has no such field`, found: `${name} ${cell}` })
    }
  }

  const meaningOf = (name: string) => `${columnOf(defaultType!, foldWords(name)).target} ${priceKindOf(name)}`
  const meansOther = ({ cells }: TableLine) =>
    cells.some((cell, at) => cell.trim() !== '' && meaningOf(cell) !== meaningOf(header[at] ?? ''))
  /** Whether a line is a header of other columns. */
  const isNext = (line: TableLine) => isHeader(line, types) && (!whyLeftOut(line, header, shared) || meansOther(line))

  function rowsOf(lines: readonly TableLine[]): TableRow[] {
    meanings.add(legendIn(legendsAmong(lines.slice(rest), named), named, names, header))
    const fields = shared?.map(({ target = '' }) => target) ?? []
    const all = lines.slice(rest).map((line) => meanings.of(line, [named, header, fields]))
    told.push(...meanings.met())
    rest = 0
    const next = typeAt !== -1 ? -1 : all.findIndex(isNext)
    const data = next === -1 ? all : all.slice(0, next)
    later = all.slice(data.length)
    if (settings.createMakers && makerAt !== -1) {
      const rows = data.filter((line) => !whyLeftOut(line, header, shared))
      const cells = rows.map(({ cells }) => cells[makerAt]?.trim() ?? '')
      addMakers(
        names,
        cells.filter((cell) => /\p{L}/u.test(cell) && !isDitto(cell) && isTold(cell)),
        meanings.has,
      )
    }
    return data.flatMap((line) => {
      const row = toRow(line)
      row?.readings.unshift(...told.splice(0))
      return row ?? []
    })
  }
  /** The lines from a header of other columns on, which begins another table, and what is known there. */
  const left = () => (later.length > 0 ? { lines: later, told, above: around.above() } : undefined)
  return { of: rowsOf, left }
}

const typeIn = (cell: string | undefined) => RECORD_TYPES.find((type) => type === cell?.trim().toLowerCase())
