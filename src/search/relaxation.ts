import { NO_FACETS, POWER_SOURCES, WHEEL_DRIVES } from '../schema/api/values.ts'
import { EQUALS, LISTS } from '../schema/records/machine-search-fields.ts'
import { dateText, type FigureName, RANGES, toBound } from './index/schema.ts'
import { MAX_NAME_WORDS } from './parser/clauses.ts'
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

const WORD_LISTS = [
  ['wheel_drive', WHEEL_DRIVES],
  ['power_source', POWER_SOURCES],
] as const satisfies [keyof SearchQuery, readonly string[]][]

/**
 * What each condition of a question without answer hides, by counting without it: the figure that comes nearest to a
 * bound, the most frequent other value of a list, what the other words find; what is near first.
 */
export function loosen(index: SearchIndex, input: SearchQuery): Loosened[] {
  const parsed = index.parse(input.q)
  const requested: SearchQuery = { ...applyParsed(input, parsed), q: parsed.text, limit: 0, offset: 0 }
  const count = (query: SearchQuery) => index.find({ ...query, facets: NO_FACETS }).total
  const loosened = (
    query: SearchQuery,
    name: keyof SearchQuery,
    nearest: Loosened['nearest'],
    words: readonly string[] = [],
  ): Loosened => ({ name, nearest, words, total: count(query), query })

  /** Moves the bound on a figure that comes nearest to some machine. */
  function ofFigure(figure: FigureName, min: keyof SearchQuery, max: keyof SearchQuery): Loosened[] {
    const [low, high] = [toBound(requested[min]), toBound(requested[max])]
    if (low === null && high === null) return []
    const without = { ...requested, [min]: null, [max]: null }
    const { rows } = index.find({ ...without, sort: null, limit: index.size, facets: NO_FACETS })
    const values = rows.map((row) => index.columns[figure][row]!).filter(Number.isFinite)
    const distance = (value: number) => Math.max((low ?? value) - value, value - (high ?? value))
    if (values.length === 0) return [loosened(without, low === null ? max : min, null)]
    const nearest = values.reduce((best, value) => (distance(value) < distance(best) ? value : best))
    const broken = low !== null && nearest < low ? min : max
    const value = typeof requested[broken] === 'string' ? dateText(nearest) : nearest
    return [loosened({ ...requested, [broken]: value }, broken, value)]
  }

  /** Takes the most frequent other value of a list. Of manufacturers and classes none is near another. */
  function ofList(query: SearchQuery, name: (typeof LISTS)[number], words: readonly string[] = []): Loosened {
    const without = { ...query, [name]: '' }
    const counts = Object.entries(readCounts(index.find({ ...without, facets: name }).facets[name]))
    const [nearest] = counts.sort(([, a], [, b]) => b - a)[0] ?? []
    if (name === 'manufacturer' || name === 'machine_class' || nearest === undefined)
      return loosened(without, name, null, words)
    return loosened({ ...without, [name]: nearest }, name, nearest, words)
  }

  function ofWords(names: readonly string[][], i: number): Loosened {
    const words = names[i]!
    const query = { ...requested, q: `"${names.toSpliced(i, 1).flat().join(' ')}"` }
    for (const [list, values] of WORD_LISTS)
      if (words.length === 1 && (values as readonly string[]).includes(words[0]!)) return ofList(query, list, words)
    return loosened(query, 'q', null, words)
  }

  const names = parsed.clauses.length === 1 ? namesAmong(index, parsed.clauses[0]!) : []
  const withoutMass = { ...requested, mass_min: null, mass_max: null }
  const all = count({ ...EMPTY_QUERY, limit: 0 })
  return [
    ...RANGES.flatMap(({ figure, min, max }) => ofFigure(figure, min, max)),
    // The plate has many figures, of which none is the nearest.
    ...(['mass_min', 'mass_max'] as const)
      .filter((name) => requested[name] !== null)
      .slice(0, 1)
      .map((name) => loosened(withoutMass, name, null)),
    ...EQUALS.flatMap((name) => ofFigure(name, name, name)),
    ...LISTS.flatMap((name) => (requested[name] === '' ? [] : [ofList(requested, name)])),
    ...names.map((_, i) => ofWords(names, i)),
  ]
    .filter(({ total }) => total > 0 && total < all)
    .sort((a, b) => Number(a.nearest === null) - Number(b.nearest === null))
    .map((item) => ({ ...item, query: { ...item.query, limit: input.limit } }))
}

function namesAmong({ lookup }: SearchIndex, words: readonly string[]): string[][] {
  const names: string[][] = []
  for (let i = 0; i < words.length; i += names.at(-1)!.length) {
    const runs = Array.from({ length: MAX_NAME_WORDS }, (_, n) => words.slice(i, i + MAX_NAME_WORDS - n))
    const isName = (run: readonly string[]) =>
      lookup.isManufacturer(run.join(' ')) || lookup.valueNamed('machine_class', run) !== undefined
    names.push(runs.find(isName) ?? [words[i]!])
  }
  return names
}
