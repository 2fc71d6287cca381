import { createCache } from '../lib/cache.ts'
import { hasBit } from '../lib/collections/bitset.ts'
import { toBmpCodeUnits } from '../lib/text/normalize.ts'
import { attributeNumber, CLASS, type LIST_FILTERS } from './index/attributes.ts'
import { type CatalogueStore, createCatalogueStore } from './index/catalogue-store.ts'
import { NO_MATCH, typosAllowed, typosTogether, usefulness } from './index/costs.ts'
import { AGAIN, canJoin } from './index/field-tokens.ts'
import type { IndexColumns } from './index/figures.ts'
import { tieBreakers } from './index/score.ts'
import { fieldOf, MANUFACTURER } from './index/shared-text.ts'
import { createWholeNames } from './index/whole-names.ts'
import type { Clauses } from './parser/clauses.ts'
import { type ParsedQuery, parseQuery, parseWithTrace } from './parser/parse-query.ts'
import type { TermLookup } from './parser/term-lookup.ts'
import { createRowSearch } from './query/row-search.ts'
import { createTextMatcher } from './query/text-match.ts'
import { applyParsed } from './search-request.ts'
import type { FoundRows, SearchAnswer, SearchQuery } from './types.ts'

const MAX_TRIED = 2_048
const ENGLISH_PLURAL = /^[a-z]{3,}s$/

export type SearchIndex = ReturnType<typeof createSearchIndex>

export function createSearchIndex(today: string, powerFor: TermLookup['powerFor'] = () => ({})) {
  const store = createCatalogueStore()
  store.setToday(today)
  const matcher = createTextMatcher(store)
  const rowSearch = createRowSearch(store)
  const classes = store.values[CLASS]!
  let state = {}

  /** Whether a machine has some words is asked for many texts that differ only in figures and fillers. */
  const tried = createCache<string, boolean>(MAX_TRIED)
  const matchesAll = (words: readonly string[]) => tried.getOrCompute(words.join(' '), () => matcher.finds(words))
  const names = createWholeNames(store)
  const lookup: TermLookup = { powerFor, matchesAll, ...createTermLookup(store, names) }
  /** A request needs the same parse several times: to search, and for its headers. */
  let last: { q: string; parsed: ParsedQuery } | undefined
  function parse(q: string): ParsedQuery {
    if (last?.q !== q) last = { q, parsed: parseQuery(q, lookup) }
    return last.parsed
  }

  function find(input: SearchQuery): FoundRows {
    const parsed = parse(input.q)
    const query = applyParsed(input, parsed)
    const { clauses } = parsed
    return { ...rowSearch.search(query, clauses, () => matcher.matchSides(clauses)), state }
  }

  /** Visits each visible row that matches one of these sides, with its cost. */
  function match(clauses: Clauses, visit: (row: number, cost: number) => void): void {
    const text = clauses.length === 0 ? undefined : matcher.matchSides(clauses)
    if (text === undefined) return
    const visible = store.visibleBits()
    const costs = new Map<number, number>()
    const take = (row: number) => {
      if (hasBit(visible, row) && !costs.has(row)) costs.set(row, text.costOf(row))
      return false
    }
    text.visitOwnMatches(take)
    text.visitShared((row) => {
      if (!costs.has(row)) costs.set(row, text.sharedCostOf(row))
      return false
    })
    text.finish()
    for (const [row, cost] of costs) if (cost !== NO_MATCH) visit(row, cost)
  }

  const forgettingAfter =
    <A extends unknown[]>(change: (...input: A) => void) =>
    (...input: A) => {
      change(...input)
      state = {}
      for (const cache of [rowSearch, matcher]) cache.forget()
      last = undefined
      tried.clear()
    }

  return {
    /** Atomic, as every change is: it runs to its end between two searches. */
    apply: forgettingAfter(store.apply),
    /** Adds or replaces documents and returns their rows. `settle` must follow before the next search. */
    put: store.put,
    settle: forgettingAfter(store.settle),
    /** YYYY-MM-DD in the catalogue's time zone. Decides which machines are visible. */
    setToday: forgettingAfter(store.setToday),
    parse,
    /** The steps of a parse. */
    trace: (q: string) => parseWithTrace(q, { lookup, places: undefined }),
    /** Why a row matches these clauses, and what orders it among equals; undefined if it does not match. */
    explain(clauses: Clauses, row: number) {
      const tie = tieBreakers(store.columns.standing[row]!)
      if (clauses.length === 0) return { score: 0, features: undefined, tie }
      const match = matcher.explain(clauses, row)
      return match && { ...match, tie }
    },
    lookup,
    find,
    match,
    /** The same as `find`, with ids instead of rows. */
    search(query: SearchQuery): SearchAnswer {
      const { rows, total, facets } = find(query)
      return { ids: rows.map((row) => store.columns.id[row]!), total, facets }
    },
    columns: store.columns as Readonly<IndexColumns>,
    byPower: store.orders.engine_hp,
    /** See FoundRows. */
    get state(): object {
      return state
    },
    rowOf: store.rowOf,
    isShown: (row: number) => hasBit(store.visibleBits(), row),
    /** Makers and classes have numbers that never change; each row has the numbers of its maker and its class. */
    makerNumber: store.makers.numberOf,
    makerOf: (row: number) => store.columns.maker[row]!,
    /** Among equal matches the lower one is more useful (costs.ts). */
    standingOf: (row: number) => usefulness(store.columns.standing[row]!),
    classNumber: classes.numberOf,
    classKey: classes.textOf,
    classOf: store.classOf,
    /** All values of a filter that machines have had, in lower case. */
    valuesOf(filter: (typeof LIST_FILTERS)[number]): readonly string[] {
      const list = filter === 'manufacturer' ? store.makers : store.values[attributeNumber(filter)]!
      return list.ordered().map((number) => list.textOf(number).toLowerCase())
    },
    /** Machines held, visible or not. */
    get size() {
      return store.rows()
    },
  }
}

/** Tells the parser which words the index has. */
function createTermLookup(
  store: CatalogueStore,
  names: ReturnType<typeof createWholeNames>,
): Omit<TermLookup, 'powerFor' | 'matchesAll'> {
  const { dictionary, sharedText } = store
  const has = (word: string) => {
    if (dictionary.find(word) >= 0) return true
    const narrowed = toBmpCodeUnits(word)
    return narrowed !== word && dictionary.find(narrowed) >= 0
  }
  return {
    has,
    repeats: (word) => has(word + AGAIN),
    hasPair: (first, second) => (canJoin(first, second) ? has(first + second) : names.areNeighbours(first, second)),
    matches(typed, following, isLast, withTypos) {
      const word = toBmpCodeUnits(typed)
      const next = toBmpCodeUnits(following ?? '')
      if (following !== undefined && !canJoin(word, next)) return false
      const typos = next === '' ? typosAllowed(word.length) : typosTogether(word.length, next.length)
      return dictionary.match(word + next, withTypos ? typos : 0, isLast).tokens.length > 0
    },
    isManufacturer: (name) => sharedText.valuesOf(MANUFACTURER, name).size > 0,
    isClassWord: (word) =>
      sharedText.isOfClass(word) || (ENGLISH_PLURAL.test(word) && sharedText.isOfClass(word.slice(0, -1))),
    wholeName: names.longest,
    valueNamed(field, words) {
      const isClass = field === 'machine_class'
      const [only, ...others] = sharedText.valuesOf(isClass ? fieldOf(CLASS) : MANUFACTURER, words.join(' '))
      if (only === undefined || others.length > 0) return undefined
      return (isClass ? store.values[CLASS]! : store.makers).textOf(only)
    },
    makes(manufacturer, machineClass) {
      const { from, items } = store.rowsBy().maker
      const [its, required] = [store.makers.numberOf(manufacturer), store.values[CLASS]!.numberOf(machineClass)]
      for (let i = from[its]!; i < from[its + 1]!; i++) if (store.classOf(items[i]!) === required) return true
      return false
    },
  }
}
