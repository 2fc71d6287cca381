import { LIFECYCLES, PRICE_KINDS, SOURCE_KINDS, STATES } from '../../schema/api/values.ts'
import { ROW_SHAPES } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { headingNamed } from './header-names.ts'
import {
  ABOVE,
  ASKED,
  type Choice,
  LEFT_OUT,
  type Question,
  questionId,
  REMARKS,
  type Recipe,
  SECTION_TYPES,
} from './mapping.ts'
import type { KnownNames } from './names.ts'
import { daysIn } from './read-day.ts'
import { targetOf, targetsOf } from './targets.ts'
import { GALLONS, isGallon, unitChoices } from './units.ts'
import { foldWords, namesOfValues } from './words.ts'

interface Looked {
  names: KnownNames
  cellsOf(heading: string): string[]
  /** Headings that name what another column names already. */
  doubles: ReadonlyMap<string, string>
  /** What columns that are asked about may be, the likeliest first, and the one under which more is asked. */
  likely: ReadonlyMap<string, readonly string[]>
  supposed: ReadonlyMap<string, string>
  /** What lines of one cell most likely say. */
  alone: string | undefined
  /** The lines above the headings, which may say the day and the kind of the prices. */
  above: readonly TableLine[]
  examples: ReadonlyMap<string, ReadonlySet<string>>
  /** The likeliest meanings of words, by heading and word. */
  near: ReadonlyMap<string, readonly string[]>
}

const EXAMPLES = 3
const NEITHER: readonly Choice[] = [
  { value: LEFT_OUT, says: 'nothing of it is taken' },
  { value: REMARKS, says: 'only shown beside the row' },
]
const OUT: Choice = { value: LEFT_OUT, says: 'the field stays as it is' }
const NEW: Choice = { value: 'new', says: 'a maker that is made of this name' }
const plain = (values: Iterable<string>) => [...values].map((value): Choice => ({ value }))
const A_TARGET = 'or the name of any field'

/** A question for each `?` of a draft, in the order of the sheet. */
export function createQuestions(draft: Recipe, looked: Looked): Question[] {
  const { type, columns } = draft
  const { what } = ROW_SHAPES[type]
  const found: Omit<Question, 'number'>[] = []
  const add = (path: readonly string[], asks: string, choices: readonly Choice[], more: Partial<Question> = {}) =>
    found.push({ id: questionId(...path), asks, choices, examples: [], ...more })
  const examplesOf = (heading: string) => [...new Set(looked.cellsOf(heading))].slice(0, EXAMPLES)

  for (const [heading, { field, unit, words = {} }] of Object.entries(columns)) {
    const examples = examplesOf(heading)
    const maybe = looked.supposed.get(heading)
    const target = targetOf(type, maybe ?? field)
    const when = maybe === undefined ? '' : `If it is ${maybe}: `
    if (field === ASKED) {
      const { refused } = headingNamed(type, heading)
      const double = looked.doubles.get(heading)
      const why = double ? ` which another column is (${double})` : refused ? ` which ${refused}` : ''
      const fields = [...(looked.likely.get(heading) ?? [])].sort((one) => (one === maybe ? -1 : 0))
      const choices = double ? [...NEITHER, ...plain([double])] : [...plain(fields), ...NEITHER]
      add(['columns', heading, 'field'], `What is the column "${heading}"${why}?`, refused ? [...NEITHER] : choices, {
        examples,
        ...(refused === undefined && { other: A_TARGET }),
      })
    }
    const units = target?.unit === undefined ? [] : unitChoices(target, heading)
    if (unit === ASKED) {
      const asks = `${when}In which unit are the figures of "${heading}"?`
      add(['columns', heading, 'unit'], asks, plain(units), { examples })
    }
    for (const [word, meant] of Object.entries(words)) {
      if (meant !== ASKED) continue
      const path = ['columns', heading, 'words', word]
      const isUnit = looked.examples.has(`unit ${heading}\n${word}`)
      if (isUnit) {
        const choices = isGallon(word) ? Object.keys(GALLONS) : units
        const nothing = { value: LEFT_OUT, says: 'the word says nothing' }
        // A text that is no single word hardly names a unit.
        const all = /^\S{1,8}$/.test(word) ? [...plain(choices), nothing] : [nothing, ...plain(choices)]
        add(path, `${when}Which unit is "${word}" in "${heading}"?`, all)
        continue
      }
      const isMaker = target?.kind === 'maker'
      const made = isMaker ? [NEW] : []
      const other = target?.kind === 'choice' ? {} : { other: isMaker ? 'or the name of a maker' : 'or what it means' }
      const likeliest = plain(looked.near.get(`${heading}\n${word}`) ?? [])
      add(path, `${when}What does "${word}" mean in "${heading}"?`, [...likeliest, ...made, OUT], other)
    }
  }
  if (draft.days === ASKED) {
    add(['days'], 'Do days like 05/06/2026 have the day first or the month?', [
      { value: 'day-month', says: '5 June 2026' },
      { value: 'month-day', says: '6 May 2026' },
    ])
  }
  if (draft.alone === ASKED) {
    const fields = ['machine_class', 'manufacturer', 'kind', 'maker_name'].filter(
      (field) => targetOf(type, field) && field !== looked.alone,
    )
    add(
      ['alone'],
      'What do lines of one cell say for the rows below them?',
      [...plain(looked.alone ? [looked.alone] : []), { value: LEFT_OUT, says: 'nothing' }, ...plain(fields)],
      {
        other: A_TARGET,
        examples: [...(looked.examples.get('alone') ?? [])],
      },
    )
  }
  const sections = type === 'machine' ? SECTION_TYPES.map((value) => ({ value, says: `they are ${value}s` })) : []
  for (const [word, meant] of Object.entries(draft.alone_words ?? {})) {
    if (meant !== ASKED) continue
    const when = draft.alone === ASKED ? `If they say the ${looked.alone}: ` : ''
    const likely = plain(looked.near.get(`\n${word}`) ?? [])
    const others = [{ value: LEFT_OUT, says: 'nothing' }, ...sections]
    const isClass = (draft.alone === ASKED ? looked.alone : draft.alone) === 'machine_class'
    const choices = isClass ? [...others, ...likely] : [...likely, ...others, NEW]
    add(['alone_words', word], `${when}What does the line "${word}" say for the rows below it?`, choices, {
      other: 'or what it means',
    })
  }
  if (draft.makers === ASKED) {
    add(
      ['makers'],
      'Makers are named that are not known. Are they made?',
      [
        { value: 'new', says: 'a maker is made of each name' },
        { value: 'known', says: 'rows of makers that are not known are rejected' },
      ],
      { examples: [...(looked.examples.get('makers') ?? [])] },
    )
  }
  for (const [part, given] of Object.entries(draft.prices ?? {})) {
    if (given === ASKED)
      add(['prices', part], PRICES[part]!, pricesSaid(part), { other: PRICE_OTHERS[part] ?? 'or none' })
  }
  for (const [field, given] of Object.entries(draft.new ?? {})) {
    if (given !== ASKED) continue
    const target = targetOf(type, field)
    const values =
      field === 'lifecycle' ? LIFECYCLES : field === 'machine_class' ? looked.names.classKeys : (target?.values ?? [])
    add(
      ['new', field],
      `${what[0]!.toUpperCase()}${what.slice(1)} needs ${field}, and not every row says it. What is it for new ones?`,
      [...plain(values), { value: LEFT_OUT, says: 'rows without it are rejected' }],
      { other: 'or what it is' },
    )
  }
  if (draft.publish === ASKED) {
    add(['publish'], 'Are new records published as soon as they are in?', [
      { value: 'no', says: '`yantra publish` does it later' },
      { value: 'yes', says: 'as of the day of the import' },
    ])
  }
  return found.map((one, at) => ({ ...one, number: at + 1 }))

  /** What the lines above the headings say is offered first. */
  function pricesSaid(part: string): Choice[] {
    const text = looked.above.flatMap(({ cells }) => cells).join(' ')
    if (part === 'kind') {
      const words = ` ${foldWords(text)} `
      const said = new Set(
        [...namesOfValues('price.kind')].flatMap(([name, kind]) =>
          name.length > 4 && words.replaceAll(' ', '').includes(name) ? kind : [],
        ),
      )
      return plain(new Set([...said, ...PRICE_KINDS]))
    }
    if (part === 'source_kind') return plain(SOURCE_KINDS)
    if (part === 'state_code') {
      const said = Object.entries(STATES).flatMap(([code, name]) =>
        text.toLowerCase().includes(name.toLowerCase()) ? code : [],
      )
      return plain(new Set([...said, 'IN']))
    }
    const days = plain(daysIn([text]))
    const says = `the day above the headings of each sheet, here ${days[0]?.value}`
    return [...(days.length === 1 ? [{ value: ABOVE, says }] : []), ...days]
  }
}

const PRICES: Readonly<Record<string, string>> = {
  kind: 'Of which kind are the prices?',
  observed_at: 'Of which day are the prices?',
  source_kind: 'Who says the prices?',
  state_code: 'In which state do the prices hold?',
  city: 'In which town do the prices hold?',
}
const PRICE_OTHERS: Readonly<Record<string, string>> = {
  observed_at: 'a day such as 2026-08-21',
  state_code: 'or a state',
}

/** All that a column may become, for a list to choose from. */
export const columnChoices = (type: Recipe['type']): string[] => [LEFT_OUT, REMARKS, ...targetsOf(type)]
