import { isNeeded } from '../check-row.ts'
import { InputError } from '../report.ts'
import { type RecordType, ROW_SHAPES } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { findHeadings, likeliestType } from './find-headers.ts'
import { headingNamed, unitInHeading } from './header-names.ts'
import { isTelling, likelyAlone, likelyFields, limitWords, misread, understoodShare } from './likely.ts'
import {
  ABOVE,
  ASKED,
  type ColumnRecipe,
  LEFT_OUT,
  type Proposal,
  REMARKS,
  type Recipe,
  said,
  toldDay,
} from './mapping.ts'
import type { KnownNames } from './names.ts'
import { createQuestions } from './questions.ts'
import { type DayOrder, orderIn } from './read-day.ts'
import { type Asks, readNumber } from './read-figure.ts'
import { ALONE, createSheetReader, dayAbove, headingsOf } from './sheet-reader.ts'
import { targetOf } from './targets.ts'
import { isUnitOf, unitChoices, unitNamed, unitOfField } from './units.ts'
import { isTold, lettersOf, says } from './words.ts'

const SHOWN_ROWS = 8
/** Smaller figures without a unit are in another one, as likely as not. */
const LEAST: Readonly<Record<string, number>> = { inr: 10_000, kg: 50, mm: 100, cc: 50 }

const PRICE_NEEDS = ['kind', 'observed_at', 'source_kind', 'state_code']
const IMPLEMENT_PRICES: Readonly<Record<string, string>> = { kind: 'price_kind', observed_at: 'price_as_of' }

export interface ProposeOptions {
  names: KnownNames
  today: string
  type?: RecordType | undefined
  /** What is known of this sender already; what is open in it is found anew. */
  recipe?: Recipe | undefined
}

type Draft = { -readonly [K in keyof Recipe]: Recipe[K] } & { columns: Record<string, ColumnRecipe> }

/**
 * A recipe for these lines, with a question for all that only a person knows. What a column that is asked about would ask
 * itself, were it the likeliest field, is asked along with it.
 */
export function propose(lines: readonly TableLine[], { names, today, recipe, ...given }: ProposeOptions): Proposal {
  if (lines.length === 0) throw new InputError('has no lines').at(1)
  const type = recipe?.type ?? given.type ?? likeliestType(lines)
  if (!type) throw new InputError('of which type are its rows? Say it with --type').at(1)
  const at = findHeadings(lines, type, recipe)
  const headings = headingsOf(lines[at]!.cells)
  const body = lines.slice(at + 1)
  const warnings = new Set(recipe && toldDay(recipe))
  if (!recipe && !given.type) warnings.add(`its rows are read as ${type}s, by its headings; if they are not: --type`)
  const above = lines.slice(0, at)
  const doubles = new Map<string, string>()
  const examples = new Map<string, Set<string>>()
  const near = new Map<string, readonly string[]>()
  const cells = new Map(headings.map((heading, place) => [heading, cellsIn(place)]))
  const cellsOf = (heading: string) => cells.get(heading) ?? []
  const known = recipe && said(recipe)
  const draft: Draft = { ...known, type, columns: firstColumns() }
  if (draft.prices?.observed_at === ABOVE) {
    const day = dayAbove(above, known?.days as DayOrder | undefined)
    if (day === undefined) draft.prices = { ...draft.prices, observed_at: ASKED }
    else warnings.add(`prices are of ${day}, the day above the headings`)
  }
  // An answer that cannot be read is asked for again.
  for (const [place, name, answer] of misread(draft, names)) {
    warnings.add(`${place}/${name}: "${answer}" is not understood`)
    draft[place] = { ...draft[place], [name]: ASKED }
  }
  const isPublished = Object.values(draft.columns).some(({ field }) => field === 'published_at')
  if ((!recipe || recipe.publish === ASKED) && /^(?:machine|implement)$/.test(type) && !isPublished)
    draft.publish = ASKED
  const likely = new Map(headings.map((heading) => [heading, maybe(heading)]))
  const supposed = suppose()
  const alone = supposeAlone()
  const found = withoutSupposed(examine(withSupposed()))
  const questions = createQuestions(found, {
    names,
    cellsOf,
    doubles,
    supposed,
    alone,
    likely,
    examples,
    near,
    above,
  })
  const rows = body.slice(0, SHOWN_ROWS).map(({ number, cells: shown }) => ({ line: number, cells: shown }))
  return { recipe: found, questions, warnings: [...warnings], headings, rows }

  function cellsIn(place: number): string[] {
    return body.flatMap((line) => (isTold(line.cells[place]?.trim() ?? '') ? line.cells[place]!.trim() : []))
  }

  /** The columns of the recipe, by the sheet's own spelling of them, and what the others surely are. */
  function firstColumns(): Record<string, ColumnRecipe> {
    const spelt = new Map(headings.map((heading) => [lettersOf(heading) || heading, heading]))
    const columns: Record<string, ColumnRecipe> = {}
    for (const [name, column] of Object.entries(known?.columns ?? {})) {
      const heading = spelt.get(lettersOf(name) || name)
      if (heading === undefined) warnings.add(`the sheet has no column ${name}`)
      columns[heading ?? name] = withOwnUnit(column)
    }
    const used = new Set(Object.values(columns).map(({ field, kind }) => `${field} ${kind}`))
    for (const heading of headings)
      if ((columns[heading]?.field ?? ASKED) === ASKED) columns[heading] = firstReading(heading, used)
    return columns
  }

  /** A unit that measures something else was said of another field. */
  function withOwnUnit({ unit, ...column }: ColumnRecipe): ColumnRecipe {
    const target = targetOf(type!, column.field)
    const isFitting = !target || isUnitOf(target, unitNamed(unit ?? '') ?? unitOfField(''))
    return unit === undefined || !isFitting ? column : { ...column, unit }
  }

  function firstReading(heading: string, used: Set<string>): ColumnRecipe {
    if (says('serial', heading)) return { field: isOwnNumber(heading) ? ASKED : LEFT_OUT }
    if (says('remark', heading)) return { field: REMARKS }
    const { exact } = headingNamed(type!, heading)
    // A column without a cell says nothing; one of next month may.
    const isNothing = cellsOf(heading).length === 0 && /^column \d+$/.test(heading)
    if (!exact) return { field: isNothing ? LEFT_OUT : ASKED }
    if (likelyFields(type!, [exact.field], cellsOf(heading), names)[0] !== exact.field) return { field: ASKED }
    const key = `${exact.field} ${exact.kind}`
    if (used.has(key)) {
      doubles.set(heading, exact.field)
      return { field: ASKED }
    }
    used.add(key)
    return exact
  }

  /** What does not simply count the lines may be a lot, which is found by it next month. */
  function isOwnNumber(heading: string): boolean {
    const all = cellsOf(heading).filter((cell) => /^\d/.test(cell))
    return (
      type === 'listing' &&
      new Set(all).size === all.length &&
      all.some((cell, at) => cell !== all[0] && Number(cell) !== Number(all[0]) + at)
    )
  }

  /** What a column may be: by its heading, else by its cells. */
  function maybe(heading: string): readonly string[] {
    const { likely: named, refused } = headingNamed(type!, heading)
    const isAsked = draft.columns[heading]!.field === ASKED && refused === undefined && !doubles.has(heading)
    if (isAsked && says('serial', heading)) return ['own_number']
    return isAsked ? likelyFields(type!, named, cellsOf(heading), names) : []
  }

  /** The likeliest field of each column that is asked about, unless another is that already. */
  function suppose(): Map<string, string> {
    const used = new Set(Object.values(draft.columns).map(({ field }) => field))
    const fields = [...likely].flatMap(([heading, all]) => {
      const isFree = (one: string) => one === 'price' || !used.has(one)
      // What every row needs is likelier than what it may have.
      const cells = cellsOf(heading)
      const canBe = (one: string) => !isTelling(type!, one) || understoodShare(type!, one, cells, names) > 0
      const field =
        all.find((one) => isFree(one) && isNeeded(type!, one.split('.')[0]!) && canBe(one)) ?? all.find(isFree)
      if (field !== undefined) used.add(field)
      return field === undefined ? [] : [[heading, field] as const]
    })
    return new Map(fields)
  }

  function withSupposed(): Draft {
    const columns = structuredClone(draft.columns)
    for (const [heading, field] of supposed) columns[heading] = { ...columns[heading], field }
    return { ...draft, columns, ...(alone && { alone }) }
  }

  /** What lines of one cell say, where some do. */
  function supposeAlone(): string | undefined {
    if ((draft.alone ?? ASKED) !== ASKED) return undefined
    const texts = body.flatMap((line) => {
      const filled = line.cells.filter((cell) => cell.trim() !== '')
      return filled.length === 1 ? filled[0]!.trim() : []
    })
    return likelyAlone(type!, texts, names)
  }

  /** Of what is only supposed nothing stays but its questions. */
  function withoutSupposed(looked: Draft): Draft {
    if (alone && examples.has('alone')) looked.alone = ASKED
    else if (alone) delete looked.alone
    for (const heading of supposed.keys()) {
      const { unit, words = {} } = looked.columns[heading]!
      const open = Object.fromEntries(Object.entries(words).filter(([, meant]) => meant === ASKED))
      const isOpen = Object.keys(open).length > 0
      looked.columns[heading] = { field: ASKED, ...(unit === ASKED && { unit }), ...(isOpen && { words: open }) }
    }
    return looked
  }

  function examine(before: Draft): Draft {
    const looked: Draft = { ...before, columns: { ...before.columns } }
    for (const heading of headings) looked.columns[heading] = withUnit(heading, looked.columns[heading]!)
    const order = dayOrder(looked)
    if (order !== undefined) looked.days ??= order
    return lookThrough(looked)
  }

  /** What figures without a unit are in: the field's own unit, if they can be; else it is asked. */
  function withUnit(heading: string, column: ColumnRecipe): ColumnRecipe {
    const target = targetOf(type!, column.field)
    if (column.unit !== undefined || !target?.unit) return column
    const own = unitOfField(target.unit)
    const named = unitInHeading(heading, target)
    if (named) return { ...column, unit: named.name }
    const figures = cellsOf(heading).flatMap((cell) => {
      const low = cell.split(/(?<=\d)\s*[-–]\s*(?=\d)/)[0]!
      const asks = readNumber(low, { own, asksUnit: true })
      const read = 'asks' in asks && asks.word === '' ? readNumber(low, { own }) : undefined
      return read && 'value' in read ? read.value : []
    })
    if (figures.length === 0) return column
    // What a person called so may be in any unit.
    const isSure =
      headingNamed(type!, heading).exact?.field === column.field || unitChoices(target, heading).length === 1
    const isLikely =
      isSure && target.also === undefined && figures.every((figure) => figure >= (LEAST[own.measure] ?? 0) / own.size)
    if (isLikely && LEAST[own.measure] !== undefined)
      warnings.add(`${heading}: figures without a unit are read in ${own.name}`)
    return { ...column, unit: isLikely ? own.name : ASKED }
  }

  /** The order that some days of the sheet can only have, if no other day contradicts. */
  function dayOrder({ columns }: Recipe): DayOrder | undefined {
    const isOfDays = (heading: string) => /^(?:date|moment)$/.test(targetOf(type!, columns[heading]!.field)?.kind ?? '')
    const orders = new Set(headings.filter(isOfDays).flatMap((heading) => cellsOf(heading).map(orderIn)))
    orders.delete(undefined)
    return orders.size === 1 ? [...orders][0] : undefined
  }

  /** What columns of prices need beside their amounts, and no column says. */
  function lackingOfPrices({ columns, prices = {} }: Recipe): string[] {
    const [all, isOne] = [Object.values(columns), type === 'implement']
    const amounts = all.filter(({ field }) => field === (isOne ? 'price_inr' : 'price'))
    const isOwn = (part: string) => part === 'kind' && amounts.every(({ kind }) => kind !== undefined)
    const isIn = (part: string) => all.some(({ field }) => field === (isOne ? IMPLEMENT_PRICES[part] : `price.${part}`))
    const parts = isOne ? Object.keys(IMPLEMENT_PRICES) : PRICE_NEEDS
    if (amounts.length === 0) return []
    return parts.flatMap((part) => (part in prices || isIn(part) || isOwn(part) ? [] : `price.${part}`))
  }

  /** Reads every line, and puts a `?` wherever something is not known. */
  function lookThrough(before: Draft): Draft {
    const looked = structuredClone(before)
    const open = looked.columns as Record<string, { field: string; unit?: string; words?: Record<string, string> }>
    const note = (id: string, example: string) => {
      const noted = examples.get(id) ?? new Set()
      if (noted.size < 3) examples.set(id, noted.add(example))
    }
    function onAsk(heading: string, { asks, word, choices }: Asks): void {
      if (asks === 'days') looked.days ??= ASKED
      else if (heading === '') {
        looked.alone_words = { ...looked.alone_words, [word]: looked.alone_words?.[word] ?? ASKED }
        near.set(`\n${word}`, choices ?? [])
      } else if (asks === 'maker' && (choices ?? []).length === 0) {
        looked.makers ??= ASKED
        note('makers', word)
      } else if (asks === 'unit' && word === '') open[heading]!.unit = ASKED
      else {
        open[heading]!.words = { ...open[heading]!.words, [word]: open[heading]!.words?.[word] ?? ASKED }
        near.set(`${heading}\n${word}`, asks === 'unit' ? [] : (choices ?? []))
        if (asks === 'unit') note(`unit ${heading}\n${word}`, word)
      }
    }
    const reader = createSheetReader(before, headings, { names, today, onAsk, above })
    const lacking = new Set<string>(lackingOfPrices(before))
    const isMade = (name: string) => /slug$|^(?:name|variant_name|vehicle_class)$/.test(name)
    const needed = ROW_SHAPES[type!].fields.filter(
      ({ name, required }) => required && name !== ROW_SHAPES[type!].key && !isMade(name) && isNeeded(type!, name),
    )
    let alone: string | undefined
    for (const line of body) {
      const { aside, row, whenNew, left, type: ownType } = reader.read(line)
      if (aside?.reason === ALONE) alone = aside.text
      if (aside) continue
      if (alone !== undefined) note('alone', alone)
      alone = undefined
      if (ownType) continue
      const slug = typeof row.slug === 'string' ? row.slug : ''
      if (!(type === 'machine' && names.machines.get(slug.replaceAll('-', ''))?.includes(slug)))
        for (const { name } of needed)
          if (row[name] === undefined && whenNew[name] === undefined && !(name in left.fields)) lacking.add(name)
      for (const price of [(row.price ?? []) as object | object[]].flat())
        for (const part of PRICE_NEEDS) if (!(part in price)) lacking.add(`price.${part}`)
    }
    for (const [heading, column] of Object.entries(open))
      limitWords(column, (known?.columns[heading]?.field ?? ASKED) !== ASKED)
    if (examples.has('alone')) looked.alone ??= ASKED
    for (const name of lacking) {
      const [part, inner] = name.split('.') as [string, string?]
      if (inner !== undefined && part === 'price') looked.prices = { [inner]: ASKED, ...looked.prices }
      else looked.new = { [name]: ASKED, ...looked.new }
    }
    return looked
  }
}
