import { NO_FACETS, POWER_SOURCES, WHEEL_DRIVES } from '../schema/api/values.ts'
import { MACHINE } from '../schema/records/machine.ts'
import {
  LISTS,
  MACHINE_SEARCH_FIELDS,
  type MachineFieldName,
  type MachineSearchField,
} from '../schema/records/machine-search-fields.ts'
import { dateNumber, type FigureName } from './index/schema.ts'
import { MISSING } from './index/table.ts'
import type { SearchIndex } from './search-index.ts'
import { applyParsed } from './search-request.ts'
import { EMPTY_QUERY, readCounts, type SearchQuery } from './types.ts'

/** One condition of a question that finds nothing, and what is found when it alone is loosened. */
export interface Loosened {
  /** The parameter that is too strict; `q` for words of the text. */
  name: keyof SearchQuery
  /** What is nearest: a figure, a day, or a value of a list. Null: nothing is near, the condition goes. */
  nearest: number | string | null
  /** The words that go. */
  words: readonly string[]
  /** How many machines match then, always some. */
  total: number
  /** The question then, with all that its text says as parameters. */
  query: SearchQuery
}

/** So many words name a maker or a class. */
const MAX_NAMED = 3

/**
 * What each condition of a question without answer hides, by counting without it: the figure that comes nearest to a
 * bound, the most frequent other value of a list, what the other words find; what is near first.
 */
export function loosen(index: SearchIndex, input: SearchQuery): Loosened[] {
  const parsed = index.parse(input.q)
  const { clauses } = parsed
  const requested: SearchQuery = { ...applyParsed(input, parsed), q: parsed.text, limit: 0, offset: 0 }
  const words = clauses.length === 1 ? namesAmong(index, clauses[0]!) : []
  const result = [
    ...Object.entries<MachineSearchField>(MACHINE_SEARCH_FIELDS).flatMap(([field, question]) =>
      figureOf(index, requested, field as MachineFieldName, question),
    ),
    ...LISTS.flatMap((name) => (requested[name] === '' ? [] : listOf(index, requested, name, []))),
    ...words.flatMap((_, i) => wordsOf(index, requested, words, i)),
  ]
  const all = index.find({ ...EMPTY_QUERY, limit: 0, facets: NO_FACETS }).total
  return result
    .filter(({ total }) => total > 0 && total < all)
    .sort((a, b) => Number(a.nearest === null) - Number(b.nearest === null))
    .map((item) => ({ ...item, query: { ...item.query, limit: input.limit } }))
}

type Changes = Partial<SearchQuery>

function loosened(
  index: SearchIndex,
  requested: SearchQuery,
  name: keyof SearchQuery,
  nearest: Loosened['nearest'],
  changes: Changes,
  words: readonly string[] = [],
): Loosened {
  const query = { ...requested, ...changes }
  return { name, nearest, words, total: index.find({ ...query, facets: NO_FACETS }).total, query }
}

/** The bounds on one figure. The plate has many figures, of which none is the nearest. */
function figureOf(
  index: SearchIndex,
  requested: SearchQuery,
  field: MachineFieldName,
  { bounds, equal }: MachineSearchField,
): Loosened[] {
  const [min, max] = (equal ? [field, field] : (bounds ?? [])) as (keyof SearchQuery)[]
  if (min === undefined || max === undefined || (requested[min] === null && requested[max] === null)) return []
  const without: Changes = { [min]: null, [max]: null }
  const name = requested[min] === null ? max : min
  if (field === 'plate') return [loosened(index, requested, name, null, without)]
  const isDate = MACHINE[field].type === 'date'
  const inColumn = (bound: unknown) => (isDate && bound !== null ? dateNumber(String(bound)) : (bound as number | null))
  const [low, high] = [inColumn(requested[min]), inColumn(requested[max])]
  const { rows } = index.find({ ...requested, ...without, sort: null, limit: index.size, facets: NO_FACETS })
  const column = index.columns[field as FigureName]
  let nearest: number | undefined
  const away = (value: number) => Math.max((low ?? value) - value, value - (high ?? value))
  for (const row of rows) {
    const value = column[row]!
    if (value === MISSING || value === 0) continue
    if (nearest === undefined || away(value) < away(nearest)) nearest = value
  }
  if (nearest === undefined) return [loosened(index, requested, name, null, without)]
  const broken = low !== null && nearest < low ? min : max
  const written = isDate ? String(nearest).replace(/(....)(..)(..)/, '$1-$2-$3') : nearest
  return [loosened(index, requested, broken, written, { [broken]: written })]
}

/** A filter, or the words for a drive or a source of power. Of makers and classes none is near another. */
function listOf(
  index: SearchIndex,
  requested: SearchQuery,
  name: (typeof LISTS)[number],
  words: readonly string[],
): Loosened[] {
  const without = { ...requested, [name]: '' }
  const { total, facets } = index.find({ ...without, facets: name })
  const [nearest] = Object.entries(readCounts(facets[name])).sort(([, a], [, b]) => b - a)[0] ?? []
  if (name === 'manufacturer' || name === 'machine_class' || nearest === undefined)
    return [{ name, nearest: null, words, total, query: without }]
  return [loosened(index, without, name, nearest, { [name]: nearest }, words)]
}

/** The words of a text, those together that name a maker or a class. */
function namesAmong({ lookup }: SearchIndex, words: readonly string[]): string[][] {
  const names: string[][] = []
  for (let i = 0; i < words.length; ) {
    let length = Math.min(MAX_NAMED, words.length - i)
    const isName = (name: readonly string[]) =>
      lookup.isManufacturer(name.join(' ')) || lookup.valueNamed('machine_class', name) !== undefined
    while (length > 1 && !isName(words.slice(i, i + length))) length--
    names.push(words.slice(i, i + length))
    i += length
  }
  return names
}

const CLOSED = { wheel_drive: WHEEL_DRIVES, power_source: POWER_SOURCES } as const

/** One name among the words of the text. */
function wordsOf(index: SearchIndex, requested: SearchQuery, names: readonly string[][], i: number): Loosened[] {
  const words = names[i]!
  const query = { ...requested, q: `"${names.toSpliced(i, 1).flat().join(' ')}"` }
  for (const list of ['wheel_drive', 'power_source'] as const)
    if (words.length === 1 && (CLOSED[list] as readonly string[]).includes(words[0]!))
      return listOf(index, query, list, words)
  return [loosened(index, query, 'q', null, {}, words)]
}
