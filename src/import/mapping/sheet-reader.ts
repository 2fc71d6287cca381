import { createCache } from '../../lib/cache.ts'
import type { JsonObject } from '../check-object.ts'
import { isNeeded } from '../check-row.ts'
import { ROW_SHAPES } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { type Completion, complete } from './complete-row.ts'
import { isName } from './header-names.ts'
import { ABOVE, ASKED, LEFT_OUT, REMARKS, type Recipe, SECTION_TYPES } from './mapping.ts'
import { type KnownNames, leadingMaker, makersNamed, nearMakers } from './names.ts'
import { type Column, readCell, type SheetContext } from './read-cell.ts'
import { type DayOrder, daysIn } from './read-day.ts'
import type { Asks, Reading } from './read-figure.ts'
import { emptyRow, FOREIGN, type SheetRow } from './sheet-row.ts'
import { targetOf } from './targets.ts'
import { unitNamed } from './units.ts'
import { behindDitto, isBlank, isDitto, isTold, lettersOf, says } from './words.ts'

interface SheetOptions {
  names: KnownNames
  /** The recipe and the file: an own id of a listing is made of them and its line, or of the recipe and its number. */
  sender?: string
  file?: string
  today: string
  /** The lines above the headings, which may say the day of the prices. */
  above?: readonly TableLine[]
  /** Told whenever a person has to say something first. */
  onAsk?: (heading: string, asks: Asks) => void
}

const KEPT = 4_000
export const ALONE = 'has one cell alone'
/** What is read of a cell that the recipe leaves out. */
const NOTHING: Reading = { values: {} }

const NAMES: Partial<Record<Recipe['type'], readonly string[]>> = { listing: ['variant_name', 'id'], class: ['key'] }

/** Headings as keys: one blank between words, and numbers behind those that come twice or are empty. */
export function headingsOf(cells: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return cells.map((cell, at) => {
    const plain = cell.replace(/\s+/g, ' ').trim() || `column ${at + 1}`
    const count = (seen.get(plain) ?? 0) + 1
    seen.set(plain, count)
    return count === 1 ? plain : `${plain} #${count}`
  })
}

const isSet = (value: string | undefined) => value !== undefined && value !== ASKED
const wordsOf = (words: Readonly<Record<string, string>> = {}) =>
  new Map(
    Object.entries(words).flatMap(([word, meant]) => (isSet(meant) ? [[lettersOf(word) || word, meant] as const] : [])),
  )

/** Reads the lines below the headings, one after another. */
export function createSheetReader(recipe: Recipe, headings: readonly string[], options: SheetOptions) {
  const { type, alone } = recipe
  const { names, onAsk = () => {} } = options
  const context: SheetContext = {
    names,
    days: isSet(recipe.days) ? (recipe.days as SheetContext['days']) : undefined,
    makesNew: recipe.makers === 'new',
  }
  const byLetters = new Map(
    Object.entries(recipe.columns).map(([heading, one]) => [lettersOf(heading) || heading, one]),
  )
  const columns = headings.map((heading): Column => {
    const { field, unit, kind, words } = byLetters.get(lettersOf(heading) || heading) ?? { field: ASKED }
    const isRead = field !== LEFT_OUT && field !== REMARKS && field !== ASKED
    return {
      heading,
      field,
      target: isRead ? targetOf(type, field) : undefined,
      unit: isSet(unit) ? unitNamed(unit!) : undefined,
      asksUnit: unit === ASKED,
      kind: isSet(kind) ? kind : undefined,
      words: wordsOf(words),
    }
  })
  const constant = (field: string, words?: ReadonlyMap<string, string>): Column => ({
    heading: '',
    field,
    target: targetOf(type, field),
    words: words ?? new Map(),
  })
  const aloneWords = wordsOf(recipe.alone_words)
  const aloneColumn = alone && alone !== ASKED && alone !== LEFT_OUT ? constant(alone, aloneWords) : undefined
  const letters = headings.map(lettersOf)
  const fills = new Set((recipe.fill_down ?? []).map((heading) => lettersOf(heading) || heading))
  const isFilled = columns.map(({ heading }) => fills.has(lettersOf(heading) || heading))
  const namesRow = columns.map(({ field }) => (NAMES[type] ?? ['name', 'slug']).includes(field))
  const completion: Completion = {
    type,
    names,
    sender: options.sender ?? type,
    file: options.file ?? '',
    ...fixedOf(recipe, context, options),
  }
  // Most cells of a column stand in many rows.
  const readings = new Map(
    [...columns, ...(aloneColumn ? [aloneColumn] : [])].map((one) => [one, createCache<string, Reading>(KEPT)]),
  )
  let above: string[] = []
  let section = ''
  let sectionType: string | undefined
  const entered: string[] = []
  let isElsewhere = false

  function asideOf(cells: readonly string[]): string | undefined {
    const filled = cells.filter((cell) => cell !== '')
    const isHeading = (cell: string, at: number) => cell !== '' && lettersOf(cell) === letters[at]
    // Nearly every line differs in its first cell.
    const first = cells.findIndex((cell) => cell !== '')
    const same = isHeading(cells[first] ?? '', first) ? cells.filter(isHeading).length : 0
    if (same > 1 && same * 2 > filled.length) {
      isElsewhere = false
      return 'repeats the headings'
    }
    // Half of them are names of fields: what stands below has other columns.
    const isOther =
      filled.length > 2 && !/^\d/.test(filled[0]!) && [filled[0]!, filled[1]!].some((cell) => isName(type, cell))
    if (isOther && filled.filter((cell) => isName(type, cell)).length * 2 > filled.length) isElsewhere = true
    if (isElsewhere) return 'stands below other headings: send it as a table of its own'
    if (filled.length === 1 && headings.length > 2) return ALONE
    const isNamed = namesRow.some((is, at) => is && isTold(cells[at] ?? ''))
    if (!isNamed && filled.length * 2 <= headings.length) return 'names nothing'
    const isSum = says('sum', filled[0]!) || says('sum', filled[0]!.split(' ')[0]!)
    return isSum && filled.length <= headings.length / 2 ? 'is a sum' : undefined
  }

  function put(made: SheetRow, { field, heading }: Column, name: string, value: unknown): void {
    const [outer, inner] = name.split('.') as [string, string?]
    if (inner !== undefined) made.row[outer] ??= {}
    const place = inner === undefined ? made.row : (made.row[outer] as JsonObject)
    const key = inner ?? outer
    if (place[key] !== undefined && JSON.stringify(place[key]) !== JSON.stringify(value)) {
      refuse(made, field, `differs from another column of ${field}: ${heading}`, String(value))
      delete place[key]
    } else place[key] = value
  }

  function refuse(made: SheetRow, field: string, reason: string, found: string): void {
    const [name] = field.split('.') as [string]
    const isField = ROW_SHAPES[type].names.has(name)
    const faults = isField && isNeeded(type, name) ? made.problems : made.left.faults
    const why = faults === made.problems ? `${reason}, and ${ROW_SHAPES[type].what} needs it` : reason
    faults.push({ path: field, reason: why, found: JSON.stringify(found.slice(0, 60)) })
    made.left.fields[name] ??= found
  }

  function take(made: SheetRow, column: Column, cell: string, amounts: JsonObject[]): void {
    // Such a line may say anything: no maker is made of it unasked.
    const about = column === aloneColumn ? { ...context, makesNew: false } : context
    const read = readings.get(column)!.getOrCompute(cell, () => readCell(column, cell, type, about) ?? NOTHING)
    if (read === NOTHING) return
    if ('values' in read) {
      putAll(made, column, read.values, amounts)
      if (read.note !== undefined) made.notes.push({ path: column.field, reason: read.note, found: cell })
      const [value, ...more] = Object.values(read.values)
      if (more.length > 0 || String(value) !== cell) made.written[column.heading] = cell
    } else {
      if ('asks' in read) onAsk(column.heading, read)
      refuse(made, column.field, 'asks' in read ? REASONS[read.asks] : read.refused, cell)
    }
  }

  function putAll(made: SheetRow, column: Column, values: Readonly<JsonObject>, amounts: JsonObject[]): void {
    const all = Object.entries(values)
    if (column.field === 'price') {
      const amount = Object.fromEntries(all.map(([name, value]) => [name.replace('price.', ''), value]))
      amounts.push({ ...(column.kind && { kind: column.kind }), ...amount })
      return
    }
    for (const [name, value] of all)
      if (name === 'type') made.type = 'implement'
      else put(made, column, name, value)
    if (column.kind && type === 'implement') made.row.price_kind ??= column.kind
  }

  return {
    columns,
    read({ number, cells: given, isForeign }: TableLine): SheetRow {
      const cells = headings.map((_, at) => given[at]?.trim() ?? '')
      const made = emptyRow(number)
      const extra = given.slice(headings.length).filter((cell) => cell.trim() !== '')
      const reason = asideOf(cells)
      if (reason !== undefined) {
        const text = given.flatMap((cell) => cell.trim() || []).join(' | ')
        if (reason === ALONE) enter(text)
        return { ...made, aside: { reason, text } }
      }
      if (extra.length > 0)
        made.notes.push({ path: 'row', reason: 'has cells behind the last heading', found: extra.join(' | ') })
      if (isForeign) made.notes.push(FOREIGN)
      for (const [at, cell] of cells.entries()) {
        const isAbove =
          (isFilled[at] && cell === '') || (!namesRow[at] && isDitto(cell) && !isOwnName(columns[at]!, cell))
        const more = namesRow[at] ? behindDitto(cell) : undefined
        if (isAbove) cells[at] = above[at] ?? ''
        else if (more !== undefined && above[at]) {
          cells[at] = `${above[at]} ${more}`
          made.notes.push({ path: columns[at]!.field, reason: 'begins as the row above', found: cells[at] })
        }
      }
      above = cells
      const amounts: JsonObject[] = []
      // One that another follows at once is asked about, too.
      if (aloneColumn) for (const text of entered.splice(0)) take(emptyRow(number), aloneColumn, text, [])
      if (sectionType === 'implement') made.type = 'implement'
      for (const [at, column] of columns.entries()) {
        const cell = cells[at]!
        const isOfWords = column.target?.kind === 'choice' || column.target?.kind === 'flag'
        if (isOfWords ? isBlank(cell) : !isTold(cell)) continue
        if (namesRow[at] && isDitto(cell)) refuse(made, column.field, 'is a ditto, which names nothing', cell)
        else if (column.target) take(made, column, cell, amounts)
        else if (column.field === REMARKS) made.written[column.heading] = cell
      }
      if (aloneColumn && section !== '' && made.row[aloneColumn.field] === undefined)
        take(made, aloneColumn, section, amounts)
      nameMaker(made)
      complete(made, amounts, completion)
      return made
    },
  }

  /** A line of one cell says something of the rows below it; one that says nothing changes nothing. */
  function enter(text: string): void {
    const meant = aloneWords.get(lettersOf(text) || text)
    if (meant === LEFT_OUT) return
    if (type === 'machine' && SECTION_TYPES.some((one) => one === meant)) sectionType = meant
    else {
      section = text
      entered.push(text)
    }
  }

  /** `NH 5620`: what no maker is called stands first in a name, and the recipe says which it is. */
  function nameMaker(made: SheetRow): void {
    const column = columns.find(({ field }) => field === 'name' || field === 'variant_name')
    const name = column && made.row[column.field]
    const maker = type === 'listing' ? 'maker_slug' : 'manufacturer'
    if (typeof name !== 'string' || made.row[maker] !== undefined || completion.whenNew[maker] !== undefined) return
    const [lead, ...rest] = name.split(' ') as [string]
    if (rest.length === 0 || leadingMaker(name, names) !== undefined) return
    const meant = column!.words.get(lettersOf(lead))
    const [slug] = meant === undefined ? [] : makersNamed(names, meant)
    const choices = meant === undefined ? nearMakers(names, lead) : []
    if (choices.length > 0) {
      onAsk(column!.heading, { asks: 'maker', word: lead, choices })
      refuse(made, type === 'listing' ? 'maker_name' : maker, REASONS.maker, lead)
    }
    if (slug === undefined) return
    made.written[column!.heading] = name
    Object.assign(made.row, { [maker]: slug, [column!.field]: rest.join(' ') })
  }

  /** There is a maker Same. */
  function isOwnName({ target }: Column, cell: string): boolean {
    return target?.kind === 'maker' && names.makers.has(lettersOf(cell))
  }
}

const REASONS: Readonly<Record<Asks['asks'], string>> = {
  word: 'is a word that nobody explained',
  unit: 'has a unit that nobody explained',
  maker: 'is a maker that is not known',
  days: 'may be two days: say whether the day or the month comes first',
}

/** The one day that stands above the headings. */
export function dayAbove(lines: readonly TableLine[], order: DayOrder | undefined): string | undefined {
  const days = daysIn(
    lines.flatMap(({ cells }) => cells),
    order,
  )
  return days.length === 1 ? days[0] : undefined
}

/** What the recipe gives to new records and to prices, read as cells are. */
function fixedOf(recipe: Recipe, context: SheetContext, { today, above = [] }: SheetOptions) {
  const { type, new: fresh = {}, prices = {}, publish } = recipe
  const read = (name: string, cell: string) => {
    // An implement's one price has what a machine's prices have.
    const target = targetOf(name.startsWith('price.') ? 'machine' : type, name)
    const column = { heading: name, field: name, target, words: new Map<string, string>() }
    const found =
      cell === ASKED || cell === LEFT_OUT || cell === ''
        ? undefined
        : readCell(column, cell, type, { ...context, days: context.days ?? 'day-month' })
    return found && 'values' in found ? found.values : found ? { [name]: cell } : {}
  }
  const whenNew = Object.assign({}, ...Object.entries(fresh).map(([name, cell]) => read(name, cell))) as JsonObject
  if (publish === true && (type === 'machine' || type === 'implement')) whenNew.published_at ??= today
  const day = prices.observed_at === ABOVE ? (dayAbove(above, context.days) ?? '') : prices.observed_at
  const parts = Object.entries({ ...prices, observed_at: day ?? '' }).map(([name, cell]) => read(`price.${name}`, cell))
  const price = Object.entries(Object.assign({}, ...parts) as JsonObject).map(([name, value]) => [
    name.replace('price.', ''),
    value,
  ])
  return { whenNew, price: Object.fromEntries(price) as JsonObject }
}
