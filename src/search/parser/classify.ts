import { isDigits } from '../../lib/text/normalize.ts'
import { constraintAt, type FigureConstraint, inheritComparison } from './constraints.ts'
import { isContradiction, joinFilters, LISTING_FIELDS, NO_FILTERS, type ParsedFilters } from './fields.ts'
import { phraseAt, stopPhraseAt, taskAt } from './lexicon.ts'
import { listingConstraintAt } from './listing-constraints.ts'
import type { Phrase, Senses } from './senses.ts'
import type { ParseContext, WordUse } from './term-lookup.ts'
import { isGluedToName, type Token, type Tokens } from './tokens.ts'
import { isYear, launchAt } from './years.ts'

/** A word of the query that is matched or ignored. */
export interface Term {
  word: string
  /**
   * - exact: literal, or it replaces a phrase, such as 4wd for 4x4;
   * - year: a bare one;
   * - stop: it is matched only as part of a name, as are either, both and compare;
   * - either, both: it separates alternatives, always, or in a comparison;
   * - compare: it asks for a comparison;
   * - intent: it asks for something other than new machines;
   * - dropped: it is never matched.
   */
  kind: 'word' | 'exact' | 'year' | 'stop' | 'either' | 'both' | 'compare' | 'intent' | 'dropped'
  isKept: boolean
  /** The senses of the phrase that it begins, where they matter later. */
  senses: Senses | undefined
}

export interface Item {
  start: number
  end: number
  use: WordUse
  terms: Term[]
  filters: ParsedFilters
  figure?: FigureConstraint
  sort?: Phrase
}

export interface Classified {
  items: Item[]
  terms: Term[]
  filters: ParsedFilters
  sort: Senses | undefined
  sortTerms: string[]
  isCompared: boolean
  isRewritten: boolean
}

/** Classifies all tokens, left to right: constraints first, then the longest phrase, then words. */
export function classify(tokens: Tokens, context: ParseContext): Classified {
  const items: Item[] = []
  for (let i = 0; i < tokens.length; ) {
    const negation = phraseAt(tokens, i, 'role')
    const item = itemAt(tokens, i, context)
    if (negation?.senses.role === 'without_before' && negation.end === item.end) dropNegated(tokens, items, context)
    items.push(item)
    i = item.end
  }
  items.forEach((item, n) => {
    const prefix = items[n - 2]?.figure?.prefix
    const isJoined = items[n - 1]?.terms[0]?.kind === 'both' && item.figure && item.figure.prefix === undefined
    if (isJoined && prefix !== undefined) item.filters = inheritComparison(item.figure!, prefix)
  })
  let filters = NO_FILTERS
  for (const item of items) {
    if (item.filters === NO_FILTERS) continue
    const joined = joinFilters(filters, item.filters)
    // Nothing is both: the first one is meant, "5 lakh, down payment 1 lakh".
    if (filters !== NO_FILTERS && isContradiction(joined)) item.terms = termsOf(tokens, item, 'dropped')
    else filters = joined
  }
  const sorts = items.filter(({ sort }) => sort !== undefined)
  return {
    items,
    terms: items.flatMap((item) => (item.sort ? [] : item.terms)),
    filters,
    sort: sorts[0]?.sort?.senses,
    sortTerms: sorts.flatMap(({ terms }) => terms.map(({ word }) => word)),
    isCompared: items.some(({ terms }) => terms.some(({ kind }) => kind === 'compare')),
    isRewritten: items.some(
      ({ use, terms, filters, sort }) =>
        filters !== NO_FILTERS || sort !== undefined || (use === 'other' && terms[0]?.kind === 'exact'),
    ),
  }
}

const RETAINED: readonly Term['kind'][] = ['word', 'exact', 'year']

function wordsBetween(tokens: Tokens, start: number, end: number): string[] {
  return tokens.slice(start, end).flatMap(({ words }) => words)
}

function createTerms(words: readonly string[], kind: Term['kind'], senses?: Senses): Term[] {
  const isRetained = RETAINED.includes(kind)
  return words.map((word, n) => ({ word, kind, isKept: isRetained, senses: n === 0 ? senses : undefined }))
}

const termsOf = (tokens: Tokens, { start, end }: Pick<Item, 'start' | 'end'>, kind: Term['kind'], senses?: Senses) =>
  createTerms(wordsBetween(tokens, start, end), kind, senses)

function itemAt(tokens: Tokens, i: number, context: ParseContext): Item {
  const { lookup, places } = context
  const token = tokens[i]!
  const item = (end: number, use: WordUse, terms: Term[], filters = NO_FILTERS): Item => {
    return { start: i, end, use, terms, filters }
  }
  const taken = (end: number, kind: Term['kind'], senses?: Senses) =>
    item(end, 'other', createTerms(wordsBetween(tokens, i, end), kind, senses))
  if (token.isLiteral) return item(i + 1, 'word', createTerms(token.words, 'exact'))
  if (token.kind === 'word' && token.phrases.length === 0 && places === undefined)
    return item(i + 1, 'word', createTerms(token.words, 'word'))

  const task = taskAt(tokens, i)
  if (task && !lookup.matchesAll(task.words))
    return task.senses.implement
      ? taken(task.end, 'intent', task.senses)
      : item(task.end, 'other', createTerms(task.senses.name!, 'exact'))
  const isGlued = isGluedToName(tokens, i)
  const listingSort = places && phraseAt(tokens, i, 'listingSort')
  if (listingSort) return { ...taken(listingSort.end, 'dropped'), sort: listingSort }
  const listed = listingConstraintAt(tokens, i, context)
  const figure = figureAt(tokens, i, context)
  if (listed && !(figure && figure.end > listed.end && !('near' in listed.filters)))
    return listed.filters === NO_FILTERS ? taken(listed.end, 'dropped') : item(listed.end, 'figure', [], listed.filters)
  const name = phraseAt(tokens, i, 'name')
  if (figure && !(name && name.end >= figure.end)) {
    if (figure.isUnsupported) return taken(figure.end, 'dropped')
    return { ...item(figure.end, 'figure', [], figure.filters), figure }
  }
  if (name && !isGlued) {
    const words = name.senses.name!
    if (name.senses.equipment && !words.every(lookup.has)) return taken(name.end, 'intent')
    // "Pick and carry" means a crane; the "crane" behind it repeats it.
    const end = tokens[name.end]?.text === words.at(-1) ? name.end + 1 : name.end
    const isSame = words.join(' ') === wordsBetween(tokens, i, end).join(' ')
    return item(end, isSame ? 'word' : 'other', createTerms(words, 'exact'))
  }
  const launch = places ? undefined : launchAt(tokens, i)
  if (launch) return item(launch.end, 'other', [], launch.filters)
  const sorting = phraseAt(tokens, i, 'sort', 'lifecycle')
  if (sorting && !isGlued) {
    const { lifecycle } = sorting.senses
    if (lifecycle === undefined) return { ...taken(sorting.end, 'dropped'), sort: sorting }
    return places ? taken(sorting.end, 'dropped') : item(sorting.end, 'other', [], { lifecycle })
  }
  const role = phraseAt(tokens, i, 'role')
  if (role) {
    const { role: kind } = role.senses
    if (kind === 'without') return taken(negatedEnd(tokens, role.end, context), 'dropped')
    return taken(role.end, kind === 'without_before' ? 'dropped' : kind!)
  }
  const stop = stopPhraseAt(tokens, i)
  const intent = isGlued ? undefined : phraseAt(tokens, i, 'used', 'implement', 'state', 'district')
  // "Up to" is no place.
  if (intent && intent.end >= (stop?.end ?? 0)) {
    const kind = places && intent.senses.implement?.split('_')
    // A listing for an implement is found by the words of its kind.
    if (kind?.every(lookup.has)) return item(intent.end, 'other', createTerms(kind, 'exact'))
    return taken(intent.end, wordsBetween(tokens, i, intent.end).length === 1 ? 'stop' : 'intent', intent.senses)
  }
  const end = countedEnd(tokens, i) ?? stop?.end
  if (end !== undefined) return taken(end, 'stop')
  if (isYear(tokens, i)) return taken(i + 1, 'year')
  return item(i + 1, 'word', createTerms(token.words, 'word'))
}

/** Returns the figure that begins here, without a place behind it: "5 lakh around jaipur". */
function figureAt(tokens: Tokens, i: number, context: ParseContext): FigureConstraint | undefined {
  const figure = constraintAt(tokens, i, context)
  if (!figure || context.places === undefined) return figure
  const isUnsupported = figure.isUnsupported || !(figure.figure in LISTING_FIELDS)
  for (let place = i + 1; place < figure.end; place++) {
    if (!phraseAt(tokens, place, 'nearPrefix')) continue
    const near = listingConstraintAt(tokens, place, context)
    if (near && 'near' in near.filters) {
      const shorter = constraintAt(tokens.slice(0, place), i, context)
      return shorter && { ...shorter, isUnsupported }
    }
  }
  return { ...figure, isUnsupported }
}

/** Returns where what is not wanted ends: a manufacturer with its model, a phrase, a figure, a place. */
function negatedEnd(tokens: Tokens, i: number, context: ParseContext): number {
  let start = i
  while (start < tokens.length) {
    const stop = stopPhraseAt(tokens, start)
    if (!stop || stop.senses.prefix !== undefined || stop.senses.measure !== undefined) break
    start = stop.end
  }
  if (start >= tokens.length) return Math.min(i + 1, tokens.length)
  const [first, second] = [tokens[start]!, tokens[start + 1]]
  if (second && context.lookup.isManufacturer(`${first.text} ${second.text}`)) return start + 2
  return itemAt(tokens, start, context).end
}

/** Drops the item before a negation behind it: "john deere ke alawa", "mahindra nahi". */
function dropNegated(tokens: Tokens, items: Item[], { lookup }: ParseContext): void {
  const last = items.findLastIndex(({ terms }) => terms.every(({ kind }) => kind !== 'stop'))
  if (last < 0) return
  const wordOf = (i: number) => items[i]?.terms.map(({ word }) => word).join(' ') ?? ''
  const belongs = (i: number) =>
    lookup.isManufacturer(`${wordOf(i - 1)} ${wordOf(i)}`) ||
    (isDigits(wordOf(i)) && lookup.hasPair(wordOf(i - 1), wordOf(i)))
  let first = last
  while (first > 0 && belongs(first)) first--
  for (const item of items.slice(first, last + 1)) {
    item.terms = termsOf(tokens, item, 'dropped')
    item.filters = NO_FILTERS
    item.use = 'other'
    delete item.sort
  }
}

/** Returns where a number that does not describe the machine ends, with its word: 10 acre. */
function countedEnd(tokens: Tokens, i: number): number | undefined {
  const { kind, value }: Token = tokens[i]!
  const counted = kind === 'number' ? phraseAt(tokens, i + 1, 'counted') : undefined
  const { min = 0, max = Number.POSITIVE_INFINITY } = counted?.senses ?? {}
  return value >= min && value <= max ? counted?.end : undefined
}
