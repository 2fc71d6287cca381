import { changesScript, originalWords } from '../../lib/text/normalize.ts'
import type { Sort } from '../../schema/api/values.ts'
import type { ListingSort } from '../../schema/records/listing-search-fields.ts'
import { isStopWord } from '../words/word-lists.ts'
import { type Classified, classify, type Item, type Term } from './classify.ts'
import { type Clauses, splitClauses, takeValue } from './clauses.ts'
import { joinFilters, NO_FILTERS, type ParsedFilters } from './fields.ts'
import { annotate } from './lexicon.ts'
import { nearestTo } from './listing-constraints.ts'
import {
  dropContradicting,
  dropUnknown,
  dropYears,
  hasRepeats,
  keepNames,
  keepTerm,
  retainedWords,
  separateManufacturers,
  separates,
} from './resolve.ts'
import { normalizeSpellings } from './spellings.ts'
import type { ParseContext, PlaceLookup, TermLookup, WordUse } from './term-lookup.ts'
import { type Token, type Tokens, tokenizeQuery } from './tokens.ts'

export interface ParsedQuery<S extends string = Sort> {
  /** The normalised words of each alternative; the last word of all is also matched as a prefix. */
  clauses: Clauses
  /** The clauses as a query that is parsed to them: words that would be parsed otherwise are in quotes. */
  text: string
  filters: ParsedFilters
  /** The sort order that it states, and the words for it. */
  sort: S | null
  sortTerms: readonly string[]
  /** Stop words, unknown words, and what cannot be searched for. */
  ignored: readonly string[]
  isPlain: boolean
  /** No word names a machine; all are searched for, since the query says nothing else. */
  isUnmatched: boolean
  /** What else is asked for: used machines, implements by kind, state codes. */
  intents: { used: boolean; implements: readonly string[]; states: readonly string[] }
}

export const EMPTY_PARSE: ParsedQuery<never> = {
  clauses: [],
  text: '',
  filters: NO_FILTERS,
  sort: null,
  sortTerms: [],
  ignored: [],
  isPlain: true,
  isUnmatched: false,
  intents: { used: false, implements: [], states: [] },
}

interface ParseTrace {
  tokens: Tokens
  items: readonly Item[]
  terms: readonly Term[]
}

export function parseQuery(query: string, lookup: TermLookup): ParsedQuery {
  return parseWithTrace(query, { lookup, places: undefined }).parsed as ParsedQuery
}

export function parseListingQuery(query: string, lookup: TermLookup, places: PlaceLookup): ParsedQuery<ListingSort> {
  return parseWithTrace(query, { lookup, places }).parsed as ParsedQuery<ListingSort>
}

export function parseWithTrace(
  query: string,
  context: ParseContext,
): { parsed: ParsedQuery<string>; trace: ParseTrace } {
  const { lookup, places } = context
  const typed = annotate(tokenizeQuery(query))
  const spelled = normalizeSpellings(typed, lookup)
  const { tokens, classified } = classifyBesideNames(spelled, context)
  const { terms, sort: sorting, isCompared, items } = classified
  const intents = intentsOf(terms)
  keepNames(terms, lookup)
  separateManufacturers(terms, lookup)
  dropUnknown(terms, lookup, isCompared)
  let { filters } = classified
  let sort = sortOf(sorting, filters, places)
  if (sort?.filters) filters = sort.filters
  const hasMore = filters !== NO_FILTERS || sort !== null
  const isUnmatched = !hasMore && !terms.some(({ isKept: isRetained }) => isRetained)
  if (isUnmatched) for (const term of terms) if (term.kind !== 'dropped') keepTerm(term)
  const isRewritten = classified.isRewritten || spelled !== typed
  const isAsTyped = !isRewritten && terms.every(({ word, isKept: isRetained }) => isRetained && lookup.has(word))
  const words = retainedWords(terms)
  if (!isUnmatched)
    dropContradicting(terms, lookup, isCompared, !isAsTyped || isLoose(words, context), places !== undefined)
  dropYears(terms, lookup, hasMore)
  if (places === undefined) filters = addPowerNeeded(terms, intents.implements, filters, lookup)
  else if (isUnmatched && intents.implements.length === 0 && words.every(isStopWord))
    for (const term of terms) term.isKept = false
  let clauses = splitClauses(terms, isCompared, lookup)
  const ignored = terms.flatMap((term) =>
    term.isKept || (clauses.length > 1 && separates(term, isCompared)) ? [] : [term.word],
  )
  for (const name of sort === null ? [] : (['machine_class', 'manufacturer'] as const)) {
    const taken = takeValue(clauses, (name_) => lookup.valueNamed(name, name_))
    if (taken === undefined) continue
    // A manufacturer without a machine of that class was not meant: "cheapest mini tractor" where one is called Mini.
    const { machine_class: machineClass } = filters
    if (name === 'manufacturer' && machineClass && !lookup.makes(taken.value, machineClass)) continue
    clauses = taken.clauses
    filters = joinFilters(filters, { [places && name === 'manufacturer' ? 'maker' : name]: taken.value })
  }
  if (sorting && sort === null) ignored.push(...classified.sortTerms)
  if (places && sort === null && filters.near !== undefined) sort = { name: 'distance_asc' }
  const parsed: ParsedQuery<string> = {
    clauses,
    get text() {
      return formatClauses(clauses, (text) => parseWithTrace(text, context).parsed)
    },
    filters,
    sort: sort?.name ?? null,
    sortTerms: sort && sorting ? classified.sortTerms : [],
    ignored: ignored.length > 0 && changesScript(query) ? originalWords(ignored, query) : ignored,
    isPlain: !isRewritten && ignored.length === 0 && clauses.length < 2 && !typed.some(({ isLiteral }) => isLiteral),
    isUnmatched,
    intents,
  }
  return { parsed, trace: { tokens, items, terms } }
}

const LISTING_SORTS: Readonly<Record<string, ListingSort>> = {
  price_asc: 'price_asc',
  price_desc: 'price_desc',
  launched: 'year_desc',
}

function sortOf(
  senses: Classified['sort'],
  filters: ParsedFilters,
  places: PlaceLookup | undefined,
): { name: string; filters?: ParsedFilters } | null {
  if (!senses) return null
  if (!places) return senses.sort ? { name: senses.sort } : null
  const name = senses.listingSort ?? LISTING_SORTS[senses.sort ?? '']
  if (name === undefined) return null
  if (name !== 'distance_asc' || filters.near !== undefined) return { name }
  const nearest = nearestTo(filters, places)
  return nearest ? { name, filters: nearest } : null
}

function classifyBesideNames(tokens: Tokens, context: ParseContext): { tokens: Tokens; classified: Classified } {
  const classified = classify(tokens, context)
  const name = wholeNameIn(tokens, classified.items, context.lookup)
  if (name === undefined) return { tokens, classified }
  const [start, end] = name
  const literal = tokens.map((token, i): Token => (i >= start && i < end ? { ...token, isLiteral: true } : token))
  const result = classifyBesideNames(
    annotate(literal.filter(({ kind, isLiteral }) => !(isLiteral && kind === 'sign'))),
    context,
  )
  return { tokens: result.tokens, classified: result.classified }
}

function wholeNameIn(
  tokens: Tokens,
  items: readonly Item[],
  { has, wholeName }: TermLookup,
): readonly [start: number, end: number] | undefined {
  const uses: WordUse[] = []
  for (const { start, end, use, terms } of items) {
    const isWord = use === 'word' && terms.every(({ kind }) => kind === 'word' || kind === 'exact')
    for (let i = start; i < end; i++) uses[i] = use === 'figure' ? 'figure' : isWord ? 'word' : 'other'
  }
  // Most queries have no word of the index that was taken for something else.
  if (
    !tokens.some(
      ({ kind, words, isLiteral }, i) => !isLiteral && uses[i] !== 'word' && (kind === 'sign' || words.some(has)),
    )
  )
    return undefined
  const words: string[] = []
  const wordUses: WordUse[] = []
  const owners: number[] = []
  tokens.forEach((token, i) => {
    for (const word of token.kind === 'sign' ? [] : token.words) {
      words.push(word)
      // Names have no signs; what one separates was taken for something else.
      const isSeparated = i > 0 && tokens[i - 1]!.kind === 'sign' && uses[i] === 'word' && !token.isLiteral
      wordUses.push(isSeparated ? 'other' : uses[i]!)
      owners.push(i)
    }
  })
  const name = wholeName(words, wordUses)
  if (name === undefined) return undefined
  const [start, end] = [owners[name[0]]!, owners[name[1] - 1]! + 1]
  // A figure is not cut in two: "sonalika 55 hp".
  if (uses[end - 1] === 'figure' && uses[end] === 'figure') return undefined
  return tokens.slice(start, end).every(({ isLiteral }) => isLiteral) ? undefined : [start, end]
}

/** Words of which some may contradict the others: one is repeated, or several name classes. */
const isLoose = (words: readonly string[], { lookup, places }: ParseContext) =>
  hasRepeats(words) || (words.length > (places ? 1 : 2) && words.every(lookup.isClassWord))

function intentsOf(terms: readonly Term[]): ParsedQuery['intents'] {
  const senses = terms.flatMap(({ senses }) => senses ?? [])
  return {
    used: senses.some(({ used }) => used),
    implements: senses.flatMap(({ implement }) => implement ?? []),
    states: senses.flatMap(({ state }) => state ?? []),
  }
}

/**
 * Adds the power that implements need, if only a class that carries them, with or without a manufacturer, is searched
 * for: "super seeder ke liye tractor". A manufacturer that makes none of that class made the implement, and is dropped.
 */
function addPowerNeeded(
  terms: readonly Term[],
  kinds: readonly string[],
  filters: ParsedFilters,
  lookup: TermLookup,
): ParsedFilters {
  const isCarried = terms.some(({ senses, isKept: isRetained }) => senses?.implement !== undefined && !isRetained)
  if (!isCarried || 'hp_min' in filters || 'hp_max' in filters) return filters
  const words = retainedWords(terms)
  const classWords = words.filter(lookup.isClassWord)
  if (classWords.length === 0) return filters
  if (!words.every((word) => lookup.isClassWord(word) || lookup.isManufacturer(word))) return filters
  const machineClass =
    lookup.valueNamed('machine_class', classWords) ?? lookup.valueNamed('machine_class', classWords.slice(-1))
  if (machineClass === undefined) return filters
  for (const term of terms) {
    const manufacturer = term.isKept ? lookup.valueNamed('manufacturer', [term.word]) : undefined
    if (manufacturer !== undefined && !lookup.makes(manufacturer, machineClass)) term.isKept = false
  }
  const power = lookup.powerFor(
    kinds,
    terms.map(({ word }) => word),
    machineClass,
  )
  return Object.keys(power).length === 0 ? filters : joinFilters(filters, power)
}

function formatClauses(clauses: Clauses, parse: (query: string) => ParsedQuery<string>): string {
  const text = clauses.map((words) => words.join(' ')).join(' or ')
  if (text === '') return text
  const { clauses: again, filters, sort, ignored } = parse(text)
  const isSame = Object.keys(filters).length === 0 && sort === null && ignored.length === 0
  if (isSame && JSON.stringify(again) === JSON.stringify(clauses)) return text
  return clauses.map((words) => `"${words.join(' ')}"`).join(' or ')
}
