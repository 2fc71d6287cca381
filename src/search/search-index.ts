import { createCache } from '../lib/cache.ts'
import { hasBit, intersection } from '../lib/collections/bitset.ts'
import { selectSmallest } from '../lib/collections/select-smallest.ts'
import { EQUALS, EQUIPMENT, FACETS, LISTS, type WEIGHTS } from '../schema/records/machine-search-fields.ts'
import { type Expected, expectedOf, factBits, tenthsExisting } from './index/completeness.ts'
import {
  bandsOf,
  dateNumber,
  FIGURES,
  RANGES,
  readFacets,
  readFigures,
  SORT_ORDERS,
  TEXT_FACETS,
  toBound,
} from './index/schema.ts'
import { lifecycleRank, RANKS, TENTHS, tieBreakers, tieBreakRank, usefulness } from './index/score.ts'
import { type Condition, createTable } from './index/table.ts'
import { CLASS, MANUFACTURER } from './index/text-index.ts'
import { createTextSearch } from './index/text-search.ts'
import { tokensOfAlias, tokensOfText } from './index/text-tokens.ts'
import type { Clauses } from './parser/clauses.ts'
import { type ParsedQuery, parseQuery, parseWithTrace } from './parser/parse-query.ts'
import type { TermLookup } from './parser/term-lookup.ts'
import { applyParsed, countedFacets, filterValues } from './search-request.ts'
import type { Facet, FoundRows, SearchAnswer, SearchChanges, SearchDocument, SearchQuery } from './types.ts'
import { equipmentWords } from './words/equipment.ts'
import { namesOf } from './words/value-names.ts'

interface FirstRows {
  rows: number[]
  total: number
  facets: SearchAnswer['facets']
}

const MAX_CACHED_BYTES = 16 * 1024 * 1024
const MAX_EQUIPMENT_TEXTS = 1_024
/** A result keeps this multiple of the rows up to the end of its page, for the next pages. */
const RETAINED_PAGES = 2

export type SearchIndex = ReturnType<typeof createSearchIndex>

export function createSearchIndex(date: string, powerFor?: TermLookup['powerFor']) {
  const table = createTable([...FIGURES, 'lowFacts', 'highFacts', 'rank'] as const, FACETS, bandsOf)
  const { columns, codes, lists } = table
  let today = date
  const visible = () => table.between('published_at', null, dateNumber(today))
  const text = createTextSearch(table, visible, powerFor)
  const { lookup } = text
  const weights: (readonly (typeof WEIGHTS)[number][])[] = []
  const expected: Expected[] = []
  const described = new Map<Facet, number>()
  /** Rows whose place among equal matches may have changed. */
  const unranked = new Set<number>()
  const results = createCache<string, FirstRows>(MAX_CACHED_BYTES, ({ rows }) => rows.length * 8 + 2_000)
  const equipment = createCache<string, readonly string[]>(MAX_EQUIPMENT_TEXTS)
  let state = {}
  /** A request needs the same parse several times: to search, and for its headers. */
  let last: { q: string; parsed: ParsedQuery } | undefined

  function putOne(document: SearchDocument): number {
    const [lowFacts, highFacts] = factBits(document.known ?? [])
    const row = table.put(document.id, { ...readFigures(document), lowFacts, highFacts, rank: 0 }, readFacets(document))
    const fitted = EQUIPMENT.flatMap((field) => {
      const value = document[field]
      return value ? equipment.getOrCompute(`${field} ${value}`, () => equipmentWords(field, value)) : []
    })
    text.put(row, document.name, [
      ...tokensOfText(document.family ?? ''),
      ...fitted.map((word) => ({ word, joined: false, position: 0 })),
      ...document.aliases.flatMap(tokensOfAlias),
    ])
    unranked.add(row)
    return row
  }

  function commit(): void {
    // A value is found by itself and its other names; the words of classes and manufacturers come with their records.
    for (const facet of TEXT_FACETS) {
      if (facet === MANUFACTURER || facet === CLASS) continue
      for (let code = described.get(facet) ?? 1; code < lists[facet].bound; code++) {
        const value = lists[facet].textOf(code)
        text.setWords(facet, code, [], [value, ...namesOf(value)])
      }
      described.set(facet, lists[facet].bound)
    }
    table.commit()
    text.commit()
    for (const row of unranked) {
      const tenths = tenthsExisting(expected[codes[CLASS][row]!], columns.lowFacts[row]!, columns.highFacts[row]!)
      columns.rank[row] = tieBreakRank({
        lifecycle: lifecycleRank(lists.lifecycle.textOf(codes.lifecycle[row]!)),
        without_price: Number(!Number.isFinite(columns.price_from_inr[row])),
        name_words: text.nameLengths[row]!,
        missing_tenths: TENTHS - tenths,
      })
    }
    unranked.clear()
    forget()
  }

  function forget(): void {
    state = {}
    last = undefined
    results.clear()
  }

  function apply({ manufacturers = [], classes = [] }: SearchChanges): void {
    for (const { slug, name, aliases } of manufacturers)
      text.setWords(MANUFACTURER, lists[MANUFACTURER].codeOf(slug), [name], aliases)
    for (const { key, words, loads, expects } of classes) {
      const code = lists[CLASS].codeOf(key)
      text.setWords(CLASS, code, [], words)
      weights[code] = loads
      expected[code] = expectedOf(expects)
    }
    for (let row = 0; row < table.size; row++) unranked.add(row)
    commit()
  }

  function parse(q: string): ParsedQuery {
    if (last?.q !== q) last = { q, parsed: parseQuery(q, lookup) }
    return last.parsed
  }

  /** The visible rows within everything that no facet ignores. */
  function within(query: SearchQuery): Uint32Array[] {
    const { mass_min, mass_max } = query
    const sets = RANGES.flatMap(({ figure, min, max }) => {
      const [low, high] = [toBound(query[min]), toBound(query[max])]
      return figure === 'engine_hp' || (low === null && high === null) ? [] : [table.between(figure, low, high)]
    })
    for (const name of EQUALS) if (query[name] !== null) sets.push(table.between(name, query[name], query[name]))
    if (mass_min !== null || mass_max !== null)
      sets.push(table.setWhere(hasWeight(mass_min ?? 0, mass_max ?? Number.MAX_VALUE)))
    return [visible(), ...sets]
  }

  function hasWeight(low: number, high: number): (row: number) => boolean {
    const isWithin = (row: number) => (name: (typeof WEIGHTS)[number]) =>
      columns[name][row]! >= low && columns[name][row]! <= high
    return (row) => weights[codes[CLASS][row]!]?.some(isWithin(row)) === true
  }

  function conditionsOf(query: SearchQuery): Condition<Facet>[] {
    const { hp_min, hp_max } = query
    const lists = LISTS.flatMap((name): Condition<Facet>[] => {
      const values = filterValues(query[name])
      return values.length === 0 ? [] : [{ set: table.withValues(name, values), ignoredBy: [name] }]
    })
    const hasPower = hp_min !== null || hp_max !== null
    return hasPower ? [{ set: table.between('engine_hp', hp_min, hp_max), ignoredBy: ['hp_band'] }, ...lists] : lists
  }

  function findFirst(query: SearchQuery, clauses: Clauses, counted: readonly Facet[], count: number): FirstRows {
    const match = clauses.length === 0 ? undefined : text.match(clauses)
    const all = intersection([...within(query), ...(match ? [match.rows] : [])])
    const { rows, counts } = table.search(visible(), all, conditionsOf(query), counted)
    const facets = Object.fromEntries(Array.from(counts, ([name, of]) => [name, lists[name].countsJson(of)]))
    const found = { total: rows.length, facets }
    if (!match || query.sort !== null) {
      const { figure, descending } = SORT_ORDERS[query.sort ?? 'newest']
      return { ...found, rows: table.first(rows, figure, descending, count) }
    }
    const keys = match.scoresOf(rows)
    for (let i = 0; i < keys.length; i++) keys[i] = keys[i]! * RANKS + columns.rank[rows[i]!]!
    return { ...found, rows: selectSmallest(rows, keys, columns.id, count) }
  }

  function find(input: SearchQuery): FoundRows {
    const parsed = parse(input.q)
    const query = applyParsed(input, parsed)
    const { clauses } = parsed
    const counted = countedFacets(query)
    const key = JSON.stringify({ ...query, q: clauses, offset: 0, limit: 0, facets: counted })
    const end = Math.min(query.offset + query.limit, table.size)
    let found = results.get(key)
    if (found === undefined || found.rows.length < Math.min(end, found.total)) {
      found = findFirst(query, clauses, counted, Math.min(end * RETAINED_PAGES, table.size))
      results.set(key, found)
    }
    const { rows, total, facets } = found
    return { rows: rows.slice(query.offset, end), total, facets, state }
  }

  return {
    /** Atomic, as every change is: it runs to its end between two searches. */
    apply,
    /** Adds or replaces documents and returns their rows. `settle` must follow before the next search. */
    put: (documents: readonly SearchDocument[]): number[] => documents.map(putOne),
    settle: commit,
    /** YYYY-MM-DD in the catalogue's time zone. Decides which machines are visible. */
    setToday(date: string): void {
      today = date
      text.forget()
      forget()
    },
    parse,
    trace: (q: string) => parseWithTrace(q, { lookup, places: undefined }),
    /** Why a row matches these clauses, and what orders it among equals; undefined if it does not match. */
    explain(clauses: Clauses, row: number) {
      const tie = tieBreakers(columns.rank[row]!)
      if (clauses.length === 0) return { features: undefined, tie }
      const features = text.match(clauses).explain(row)
      return features && { features, tie }
    },
    lookup,
    find,
    search(query: SearchQuery): SearchAnswer {
      const { rows, total, facets } = find(query)
      return { ids: rows.map((row) => columns.id[row]!), total, facets }
    },
    columns: columns as Readonly<typeof columns>,
    get state(): object {
      return state
    },
    rowOf: (id: number): number => table.rowOf(id) ?? -1,
    isShown: (row: number) => hasBit(visible(), row),
    /** Manufacturers and classes have numbers that never change; each row has those of its manufacturer and class. */
    makerNumber: lists[MANUFACTURER].codeOf,
    makerOf: (row: number) => codes[MANUFACTURER][row]!,
    standingOf: (row: number) => usefulness(columns.rank[row]!),
    classNumber: lists[CLASS].codeOf,
    classKey: lists[CLASS].textOf,
    classOf: (row: number) => codes[CLASS][row]!,
    valuesOf: (filter: (typeof LISTS)[number]): readonly string[] =>
      lists[filter].ordered().map((code) => lists[filter].textOf(code).toLowerCase()),
    get size() {
      return table.size
    },
  }
}
