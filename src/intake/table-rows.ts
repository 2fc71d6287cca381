import { nearestName } from '../text/nearest-name.ts'
import { COLUMN_WORDS, priceKindOf } from './column-words.ts'
import { isEnded, legendIn, NO_HEADING, pricesSaid, type Said, saidBelow, saidStill } from './headings.ts'
import { brandSaid, classesSaid, classInName, implementOf, makerBefore, makersNamed } from './known-names.ts'
import { createMeanings, type Meanings, readPairs } from './meanings.ts'
import { addMakers } from './new-makers.ts'
import { type Fault, InputError } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { rowFrom, type TableRow } from './table-cells.ts'
import { type Column, columnOf, readColumns, readPlainHeader, refuseWideHeader } from './table-columns.ts'
import { findHeader, HEAD_LINES, isHeader, whyLeftOut } from './table-lines.ts'
import { openTable, type TableLine } from './table-source.ts'
import type { TableSettings } from './table-values.ts'
import { foldWords, isDitto, partsOf, says, saysUnknown } from './table-words.ts'

/** Reads the rows of a table. A row changes only the fields that it has; empty cells are absent, `-` clears. */
export async function* readTable(chunks: AsyncIterable<Buffer>, settings: TableSettings): AsyncGenerator<TableRow[]> {
  const { lines, notes } = await openTable(chunks, settings.sheet)
  const { asIs = false } = settings
  if (asIs && notes[0]?.includes('UTF-16')) throw new InputError(`${notes[0]}: --as-is takes UTF-8 alone`).at(1)
  const meanings = createMeanings(asIs ? [] : readPairs('--means', settings.means), settings.defaultType)
  let head: TableLine[] = []
  let table: Rows | undefined
  let failure: unknown
  // What is told of lines behind the last row is told with that row.
  let held: TableRow[] = []
  function rowsOf(lines: TableLine[]): TableRow[] {
    const told = notes.map((reason) => ({ path: 'row', reason }))
    table ??= rowsUnder(lines, { told, above: [] }, settings, meanings)
    const rows = table.of(lines)
    for (let left = table.left(); left; left = table.left()) {
      table = rowsUnder(left.lines, left, settings, meanings)
      rows.push(...table.of(left.lines))
    }
    return rows
  }
  try {
    for await (const batch of lines) {
      head.push(...batch.map(meanings.of))
      if (!table && head.length < HEAD_LINES) continue
      const rows = rowsOf(head)
      head = []
      if (rows.length === 0) continue
      if (held.length > 0) yield held
      held = rows
    }
  } catch (error) {
    failure = error
  }
  if (head.length > 0) held.push(...rowsOf(head))
  held.at(-1)?.readings.push(...(table?.untold() ?? []))
  if (held.length > 0) yield held
  if (failure) throw failure
  const unmet = meanings.unmet()
  if (unmet.length > 0) throw new InputError(unmet)
}

/** Makes rows of lines, those of the head first. */
interface Rows {
  of(lines: readonly TableLine[]): TableRow[]
  /** What was understood of lines that no row came after. */
  untold(): Fault[]
  /** The lines from a header of other columns on, which begins another table, and what is known there. */
  left(): (Before & { lines: TableLine[] }) | undefined
}

/** What is known before a table begins: what is to be told, and what the lines above said. */
interface Before {
  told: Fault[]
  above: Said
}

/** Finds the header and what its columns mean. */
function rowsUnder(
  head: readonly TableLine[],
  before: Before & { lines?: TableLine[] },
  settings: TableSettings,
  meanings: Meanings,
): Rows {
  const { defaultType, asIs = false, names } = settings
  const types = defaultType ? [defaultType] : RECORD_TYPES
  refuseWideHeader(head[0]!.cells)
  const found = asIs
    ? { at: 0, rest: 1, cells: head[0]!.cells }
    : findHeader(head, types, before.lines ? 1 : HEAD_LINES)
  // A word of the operator may name a column of several lines.
  const header = { ...found, cells: meanings.of({ ...head[found.at]!, cells: found.cells }).cells }
  const width = header.cells.length
  const own = header.cells.findIndex((cell) => cell.trim().toLowerCase() === 'type')
  const typeAt = asIs || head.slice(header.rest).some(({ cells }) => isType(cells[own])) ? own : -1
  const { number, cells, given: named = cells } = head[header.at]!
  if (!defaultType && typeAt === -1) throw new InputError('has no column "type": name it with --type').at(number)
  const plain = asIs ? readPlainHeader(header.cells, defaultType) : undefined
  const constants = asIs ? [] : readPairs('--with', settings.with)
  const made = new Map<RecordType, Column[]>()
  const pending = before.told
  if (before.lines) pending.push({ path: 'row', reason: 'begins a table of other columns', found: `line ${number}` })
  if (header.at > 0) {
    const found = `${header.at}, up to line ${number - 1}`
    pending.push({ path: 'row', reason: 'leaves out lines above the header', found })
  }
  const titles = asIs ? [] : head.slice(0, header.at).flatMap(({ cells }) => cells.filter((cell) => cell.trim() !== ''))
  meanings.add(legendIn(titles, named, names))

  function columnsFor(type: RecordType): Column[] {
    const known = plain ?? made.get(type)
    if (known) return known
    const all = [...header.cells, ...constants.map(([name]) => name)]
    const isOther = type !== defaultType
    const others = typeAt !== -1 ? RECORD_TYPES : isOther ? [defaultType!] : []
    const { columns, readings } = readColumns(type, all, {
      width,
      others,
      classAt: typeAt === -1 ? own : -1,
      holdsClasses,
    })
    const isStrange = ({ name, target }: Column, at: number) =>
      target === undefined && (at >= width || (meanings.has(name) && !says('aside', name)))
    const strange = isOther ? -1 : columns.findIndex(isStrange)
    if (strange !== -1) refuseName(strange < width ? '--means' : '--with', columns[strange]!.name, type)
    pending.push(...readings)
    made.set(type, columns)
    return columns
  }

  function holdsClasses(at: number): boolean {
    const rows = head.slice(header.rest).filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
    const cells = rows.flatMap(({ cells }) => cells[at]?.trim() || [])
    const strange = cells.filter((cell) => !isDitto(cell) && classesSaid(names, cell).length === 0)
    return cells.length > 0 && strange.length * 3 < cells.length
  }

  const shared = defaultType && typeAt === -1 ? columnsFor(defaultType) : undefined
  const columnAt = (field: string) => shared?.findIndex(({ target }) => target === field) ?? -1
  const classColumn = columnAt('machine_class')
  const makerAt = columnAt('manufacturer')
  const nameAt = columnAt('name')
  const remarkAt = asIs
    ? -1
    : header.cells.findIndex((name) => [name, ...partsOf(name)].some((part) => says('remark', part)))
  let last: readonly string[] = []
  let above: Said = [...before.above, ...titles.flatMap((title) => pricesSaid(title))]
  let later: TableLine[] = []
  let rest = header.rest

  /** What is said about a row outside its cells; a class by its name only where nothing else says it. */
  function saidOf(cells: readonly string[]): Said {
    if (asIs) return above
    const [own] = isTold(cells[makerAt]) ? [] : makerBefore(names, cells[nameAt] ?? '').found
    // `Kubota PEM140` is none of the maker's above.
    const isOther = ([field, text]: Said[number]) =>
      field === 'manufacturer' && own !== undefined && makersNamed(names, text)[0] !== own
    const ended = ['lifecycle', 'discontinued', 'is said by the remark'] as const
    const said = [...(isEnded(cells[remarkAt] ?? '') ? [ended] : []), ...above.filter((one) => !isOther(one))]
    if (defaultType !== 'machine' || isTold(cells[classColumn]) || said.some(([field]) => field === 'machine_class'))
      return said
    const text = classInName(names, cells[nameAt] ?? '')
    return text === undefined ? said : [...said, ['machine_class', text, 'is said by the name']]
  }

  /** A kind of implement among machines is an implement. */
  function typeOf(cells: readonly string[], said: Said): RecordType | undefined {
    if (defaultType !== 'machine' || asIs) return defaultType
    const cell = cells[classColumn]?.trim()
    const text = isTold(cell) ? cell : said.find(([field]) => field === 'machine_class')?.[1]
    return text !== undefined && implementOf(classesSaid(names, text)[0]) !== undefined ? 'implement' : 'machine'
  }

  function toRow(line: TableLine): TableRow | undefined {
    const leftOut = asIs ? undefined : whyLeftOut(line, header.cells, shared)
    if (leftOut) {
      pending.push({ path: 'row', reason: leftOut.reason, ...(leftOut.found && { found: leftOut.found }) })
      const below = leftOut.isSection ? saidBelow(above, leftOut.found!, names) : above
      if (below === undefined) pending.push({ path: 'row', reason: NO_HEADING, found: leftOut.found! })
      above = below ?? saidStill(above)
      const maker = above.find(([field]) => field === 'manufacturer')
      if (settings.createMakers && maker) addMakers(names, [maker[1]])
      return undefined
    }
    const given = typeAt === -1 ? '' : (line.cells[typeAt] ?? '').trim().toLowerCase()
    const cells = asIs ? line.cells : line.cells.map((cell, at) => (isDitto(cell) ? (last[at] ?? '') : cell))
    last = [...cells]
    if (!asIs) tellMeant(cells)
    const said = saidOf(cells)
    const type = RECORD_TYPES.find((one) => one === given) ?? typeOf(cells, said)
    if (!type) {
      const row = { type: given, ...textsOf(line, header.cells) }
      return { number: line.number, row, problems: [], left: { faults: [], fields: {} }, readings: [] }
    }
    const row = rowFrom(type, { ...line, cells }, { columns: columnsFor(type), constants, width, said }, settings)
    if (shared && type !== defaultType) tellOther(row, type, cells)
    return row
  }

  /** What a cell leaves to others to say: `Mini` what class, a company which brand. */
  function tellMeant(cells: string[]): void {
    const maker = cells[makerAt]?.trim()
    const heading = above.find(([field]) => field === 'manufacturer')?.[1]
    const brand = maker ? brandSaid(names, maker, [heading, cells[nameAt]?.trim().split(' ')[0]]) : undefined
    if (brand !== undefined) {
      cells[makerAt] = brand
      pending.push({ path: 'manufacturer', reason: 'is the brand of a company', found: `${maker}: ${brand}` })
    }
    const kind = cells[classColumn]?.trim()
    if (!kind || !says('before class', kind) || classesSaid(names, kind).length > 0) return
    cells[classColumn] = ''
    pending.push({ path: 'machine_class', reason: 'is left to the line above the rows', found: kind })
  }

  /** Tells that a row is of another type than the table, and what that type does not have. */
  function tellOther({ readings }: TableRow, type: RecordType, cells: readonly string[]): void {
    const { what } = ROW_SHAPES[type]
    readings.push({ path: 'type', reason: `is ${what} among others`, found: cells[classColumn]?.trim() ?? '' })
    const columns = columnsFor(type)
    for (const [at, { target, name }] of shared!.slice(0, width).entries()) {
      const cell = cells[at]?.trim()
      if (target === undefined || columns[at]!.target !== undefined || !isTold(cell)) continue
      readings.push({ path: target, reason: `is left out: ${what} has no such field`, found: `${name} ${cell}` })
    }
  }

  const meaningOf = (name: string) => `${columnOf(defaultType!, foldWords(name)).target} ${priceKindOf(name)}`
  const meansOther = ({ cells }: TableLine) =>
    cells.some((cell, at) => cell.trim() !== '' && meaningOf(cell) !== meaningOf(header.cells[at] ?? ''))

  function rowsOf(lines: readonly TableLine[]): TableRow[] {
    const all = lines.slice(rest).map((line) => meanings.under([named, header.cells], line))
    pending.push(...meanings.met())
    rest = 0
    const isOther = (line: TableLine) =>
      isHeader(line, types) && (!whyLeftOut(line, header.cells, shared) || meansOther(line))
    const next = asIs || typeAt !== -1 ? -1 : all.findIndex(isOther)
    const data = next === -1 ? all : all.slice(0, next)
    later = all.slice(data.length)
    if (settings.createMakers && makerAt !== -1) {
      const rows = data.filter((line) => !whyLeftOut(line, header.cells, shared))
      const cells = rows.map(({ cells }) => cells[makerAt]?.trim() ?? '')
      const said = cells.filter((cell) => /\p{L}/u.test(cell) && !isDitto(cell) && isTold(cell))
      addMakers(names, said)
    }
    return data.flatMap((line) => {
      const row = toRow(line)
      row?.readings.unshift(...pending.splice(0))
      return row ?? []
    })
  }
  const untold = () => pending.splice(0)
  const left = () => (later.length > 0 ? { lines: later, told: untold(), above } : undefined)
  return { of: rowsOf, untold, left }
}

/** Refuses what an operator says about a column that there is not. */
function refuseName(option: string, name: string, type: RecordType): never {
  const suggestion = nearestName(foldWords(name), COLUMN_WORDS)
  const reason = `${option} ${name}: means no field of ${ROW_SHAPES[type].what}`
  throw new InputError([{ path: 'row', reason, ...(suggestion !== undefined && { suggestion }) }])
}

/** The cells of a row of no known type, which is rejected, for the file of rejects. */
function textsOf({ cells }: TableLine, header: readonly string[]): Record<string, string> {
  const named = header.map((name, at) => [name.trim(), cells[at] ?? ''] as const)
  return Object.fromEntries(named.filter(([name, cell]) => name !== '' && name !== 'type' && cell !== ''))
}

/** Whether a cell says something. */
function isTold(cell: string | undefined): cell is string {
  const text = cell?.trim() ?? ''
  return text !== '' && text !== '-' && !saysUnknown(text)
}

function isType(cell: string | undefined): boolean {
  return RECORD_TYPES.some((type) => type === cell?.trim().toLowerCase())
}
