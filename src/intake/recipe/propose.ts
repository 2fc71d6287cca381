import { isNeeded } from '../check-row.ts'
import { InputError } from '../report.ts'
import { type RecordType, ROW_SHAPES } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { headingNamed } from './heading-names.ts'
import type { KnownNames } from './names.ts'
import { createQuestions } from './questions.ts'
import { type DayOrder, orderIn } from './read-day.ts'
import { type Asks, readNumber } from './read-figure.ts'
import { ASKED, answered, type ColumnRecipe, LEFT_OUT, type Proposal, REMARKS, type Recipe } from './recipe.ts'
import { createSheetReader, headingsOf } from './sheet-reader.ts'
import { targetOf } from './targets.ts'
import { unitChoices, unitOfField } from './units.ts'
import { isTold, lettersOf, says } from './words.ts'

/** The headings are looked for among so many lines. */
export const HEAD_LINES = 30
const SHOWN_ROWS = 8
/** More unknown words than these, and the column is something else. */
const MAX_WORDS = 25
/** Smaller figures without a unit are in another one, as likely as not. */
const LEAST: Readonly<Record<string, number>> = { inr: 10_000, kg: 50, mm: 100, cc: 50 }

const PRICE_NEEDS = ['kind', 'observed_at', 'source_kind', 'state_code']

/** Which of the first lines has the headings: the one that names most columns, or that the recipe has. */
export function findHeadings(head: readonly TableLine[], type: RecordType, recipe?: Recipe): number {
  const own = new Set(Object.keys(recipe?.columns ?? {}).map(lettersOf))
  const scores = head.slice(0, HEAD_LINES).map(({ cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== '')
    const isNamed = (cell: string) => own.has(lettersOf(cell)) || headingNamed(type, cell).exact !== undefined
    return filled.length > 1 || cells.length === 1 ? filled.filter(isNamed).length : 0
  })
  const best = Math.max(...scores)
  if (best > 0) return scores.indexOf(best)
  // Nothing is known of this sheet: the first line with most cells may be its headings.
  const counts = head.slice(0, HEAD_LINES).map(({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell)).length)
  if (Math.max(...counts) < 2) throw new InputError('has no line that names columns: is it a table?').at(1)
  return counts.indexOf(Math.max(...counts))
}

export interface ProposeOptions {
  names: KnownNames
  today: string
  type?: RecordType | undefined
  /** What is known of this sender already. */
  recipe?: Recipe | undefined
  answers?: Readonly<Record<string, string>> | undefined
}

/** A recipe for these lines, with a question for all that only a person knows. */
export function propose(
  lines: readonly TableLine[],
  { names, today, recipe, answers, ...given }: ProposeOptions,
): Proposal {
  const type = recipe?.type ?? given.type
  if (!type) throw new InputError('of which type are its rows? Say it with --type').at(1)
  if (lines.length === 0) throw new InputError('has no lines').at(1)
  const at = findHeadings(lines, type, recipe)
  const headings = headingsOf(lines[at]!.cells)
  const body = lines.slice(at + 1)
  const warnings: string[] = []
  const byLetters = new Map(
    Object.entries(recipe?.columns ?? {}).map((entry) => [lettersOf(entry[0]) || entry[0], entry]),
  )
  const columns: Record<string, ColumnRecipe> = { ...recipe?.columns }
  const used = new Set(Object.values(columns).map(({ field, kind }) => `${field} ${kind}`))
  const doubles = new Map<string, string>()
  for (const heading of headings) {
    if (byLetters.delete(lettersOf(heading) || heading)) continue
    columns[heading] = firstReading(heading)
  }
  for (const [heading] of byLetters.values()) warnings.push(`the sheet has no column ${heading}`)
  let draft: Recipe = answered({ ...recipe, type, columns }, answers ?? {})
  draft = { ...draft, columns: { ...draft.columns } }
  for (const heading of headings) draft = withUnit(draft, heading)
  draft = withDays(draft)
  // Twice: what is asked the first time may make something else sure.
  const looked = lookThrough(draft)
  draft = looked.draft
  const questions = createQuestions(draft, {
    ...{ headings, names, cellsOf, doubles, above: lines.slice(0, at), examples: looked.examples, near: looked.near },
  })
  const rows = body.slice(0, SHOWN_ROWS).map(({ number, cells }) => ({ line: number, cells }))
  return { recipe: draft, questions, warnings, headings, rows }

  function cellsOf(heading: string): string[] {
    const place = headings.indexOf(heading)
    return body.flatMap(({ cells }) => (isTold(cells[place]?.trim() ?? '') ? cells[place]!.trim() : []))
  }

  function firstReading(heading: string): ColumnRecipe {
    if (says('serial', heading)) return { field: LEFT_OUT }
    if (says('remark', heading)) return { field: REMARKS }
    const isEmpty = cellsOf(heading).length === 0
    const { exact } = headingNamed(type!, heading)
    // A column without a cell says nothing; one of next month may.
    if (!exact) return { field: isEmpty && /^column \d+$/.test(heading) ? LEFT_OUT : ASKED }
    const key = `${exact.field} ${exact.kind}`
    if (used.has(key)) {
      doubles.set(heading, exact.field)
      return { field: ASKED }
    }
    used.add(key)
    return exact
  }

  /** What figures without a unit are in: the field's own unit, if they can be; else it is asked. */
  function withUnit(recipe: Recipe, heading: string): Recipe {
    const column = recipe.columns[heading]
    const target = column && targetOf(type!, column.field)
    if (!column || column.unit !== undefined || !target?.unit) return recipe
    const own = unitOfField(target.unit)
    const plain = cellsOf(heading).flatMap((cell) => {
      const read = readNumber(cell.split(/(?<=\d)\s*[-–]\s*(?=\d)/)[0]!, { own, asksUnit: true })
      return 'asks' in read && read.word === '' ? [readNumber(cell.split(/(?<=\d)\s*[-–]\s*(?=\d)/)[0]!, { own })] : []
    })
    const figures = plain.flatMap((read) => ('value' in read ? read.value : []))
    if (figures.length === 0) return recipe
    // What a person called so may be in any unit.
    const isSure =
      headingNamed(type!, heading).exact?.field === column.field || unitChoices(target.unit, heading).length === 1
    const isLikely = isSure && figures.every((figure) => figure >= (LEAST[own.measure] ?? 0) / own.size)
    const unit = isLikely ? own.name : ASKED
    if (isLikely && LEAST[own.measure] !== undefined)
      warnings.push(`${heading}: figures without a unit are read in ${own.name}`)
    return { ...recipe, columns: { ...recipe.columns, [heading]: { ...column, unit } } }
  }

  /** The order that some days of the sheet can only have, if no other day contradicts. */
  function withDays(recipe: Recipe): Recipe {
    if (recipe.days !== undefined && recipe.days !== ASKED) return recipe
    const orders = new Set<DayOrder>()
    for (const heading of headings) {
      const field = recipe.columns[heading]?.field
      const kind = field === undefined ? undefined : targetOf(type!, field)?.kind
      if (kind !== 'date' && kind !== 'moment') continue
      for (const cell of cellsOf(heading)) {
        const order = orderIn(cell)
        if (order) orders.add(order)
      }
    }
    return orders.size === 1 ? { ...recipe, days: [...orders][0]! } : recipe
  }

  /** What columns of prices need beside their amounts, and no column says. */
  function lackingOfPrices({ columns, prices = {} }: Recipe): string[] {
    const all = Object.values(columns)
    const amounts = all.filter(({ field }) => field === 'price')
    if (amounts.length === 0) return []
    const isSaid = (part: string) => part in prices || all.some(({ field }) => field === `price.${part}`)
    return PRICE_NEEDS.flatMap((part) => {
      const isOwn = part === 'kind' && amounts.every(({ kind }) => kind !== undefined)
      return isOwn || isSaid(part) ? [] : `price.${part}`
    })
  }

  /** Reads every line, and puts a `?` wherever something is not known. */
  function lookThrough(before: Recipe) {
    const draft = structuredClone(before) as { -readonly [K in keyof Recipe]: Recipe[K] }
    const open = draft.columns as Record<string, { field: string; unit?: string; words?: Record<string, string> }>
    const examples = new Map<string, Set<string>>()
    const near = new Map<string, readonly string[]>()
    const note = (id: string, example: string) => {
      const known = examples.get(id) ?? new Set()
      if (known.size < 3) examples.set(id, known.add(example))
    }
    function onAsk(heading: string, { asks, word, choices }: Asks): void {
      if (asks === 'days') draft.days ??= ASKED
      else if (asks === 'maker' && (choices ?? []).length === 0) {
        draft.makers ??= ASKED
        note('makers', word)
      } else if (!open[heading]) {
        draft.alone_words = { ...draft.alone_words, [word]: draft.alone_words?.[word] ?? ASKED }
        near.set(`\n${word}`, choices ?? [])
      } else if (asks === 'unit' && word === '') open[heading].unit = ASKED
      else {
        open[heading].words = { ...open[heading].words, [word]: open[heading].words?.[word] ?? ASKED }
        near.set(`${heading}\n${word}`, asks === 'unit' ? [] : (choices ?? []))
        if (asks === 'unit') note(`unit ${heading}\n${word}`, word)
      }
    }
    const reader = createSheetReader(before, headings, { names, today, onAsk })
    const lacking = new Set<string>(lackingOfPrices(before))
    let alone: string | undefined
    for (const line of body) {
      const { aside, row, whenNew, left } = reader.read(line)
      if (aside?.reason === 'has one cell alone') alone = aside.text
      if (aside) continue
      if (alone !== undefined) note('alone', alone)
      alone = undefined
      const refused = new Set(Object.keys(left.fields))
      const slug = typeof row.slug === 'string' ? row.slug : ''
      const isThere = type === 'machine' && names.machines.get(slug.replaceAll('-', ''))?.includes(slug)
      for (const { name, required } of ROW_SHAPES[type!].fields) {
        const isMade = name === ROW_SHAPES[type!].key || /slug$/.test(name) || name === 'vehicle_class'
        const isGiven = row[name] !== undefined || whenNew[name] !== undefined || refused.has(name)
        if (
          required &&
          !isThere &&
          !isMade &&
          !isGiven &&
          isNeeded(type!, name) &&
          !/^(?:name|variant_name)$/.test(name)
        )
          lacking.add(name)
      }
      for (const price of [(row.price ?? []) as object | object[]].flat())
        for (const part of PRICE_NEEDS) if (!(part in price)) lacking.add(`price.${part}`)
    }
    for (const column of Object.values(open)) {
      const asked = Object.values(column.words ?? {}).filter((meant) => meant === ASKED).length
      if (asked <= MAX_WORDS) continue
      delete column.words
      column.field = ASKED
    }
    if (examples.has('alone')) draft.alone ??= ASKED
    for (const name of lacking) {
      const [part, inner] = name.split('.') as [string, string?]
      if (inner !== undefined && part === 'price') draft.prices = { [inner]: ASKED, ...draft.prices }
      else draft.new = { [name]: ASKED, ...draft.new }
    }
    return { draft: draft as Recipe, examples, near }
  }
}
