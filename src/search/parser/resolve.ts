import { spelledLetters } from '../../lib/text/letter-names.ts'
import { isDigits } from '../../lib/text/normalize.ts'
import { isAliasWord, isStopWord } from '../words/word-lists.ts'
import type { Term } from './classify.ts'
import { sensesOf } from './lexicon.ts'
import type { TermLookup } from './term-lookup.ts'

export const MAX_CORRECTED = 8
const LETTER = /^[^0-9]/
/** Longer clauses are taken as they are: each try is a search for all of their words. */
const MAX_TRIED = 8
/** In a longer clause a repeated word is kept if any text repeats it. */
const MAX_REPEATING = 24
const MAX_CONTRADICTING = 6

type QueryTerms = readonly Term[]

export const hasRepeats = (words: readonly string[]) => new Set(words).size < words.length
export const retainedWords = (terms: QueryTerms) =>
  terms.filter(({ isKept: isRetained }) => isRetained).map(({ word }) => word)
const isStopTerm = ({ kind }: Term) => kind === 'stop' || kind === 'compare' || kind === 'either' || kind === 'both'

export function keepTerm(term: Term): void {
  term.isKept = true
  if (isStopTerm(term)) term.kind = 'word'
}

export function keepNames(terms: QueryTerms, lookup: TermLookup): void {
  for (const [i, term] of terms.entries()) {
    if (!isStopTerm(term) || isCounted(terms, i, lookup)) continue
    const [before, after] = [terms[i - 1], terms[i + 1]]
    const isPart =
      (before?.isKept && lookup.hasPair(before.word, term.word)) ||
      (after &&
        after.kind !== 'dropped' &&
        (!isStopTerm(after) || !LETTER.test(after.word)) &&
        lookup.hasPair(term.word, after.word))
    if (isPart) keepTerm(term)
  }
}

/** "Loader 4.5 metre": a number with a word that it counts is no part of a name, unless some machine has all of it. */
function isCounted(terms: QueryTerms, i: number, lookup: TermLookup): boolean {
  let [start, end] = [i, i]
  while (start > 0 && isDigits(terms[start - 1]!.word)) start--
  while (end < terms.length && isDigits(terms[end]!.word)) end++
  const counted = terms[end]
  if (end === i || counted === undefined || !isStopTerm(counted)) return false
  const before = retainedWords(terms.slice(0, start)).filter(lookup.has)
  return !lookup.matchesAll([...new Set([...before, ...terms.slice(start, end + 1).map(({ word }) => word)])])
}

export const separates = ({ kind }: Term, isCompared: boolean) => kind === 'either' || (kind === 'both' && isCompared)

function alternativesOf(terms: QueryTerms, isCompared: boolean): Term[][] {
  const alternatives: Term[][] = [[]]
  for (const term of terms) {
    if (term.isKept) alternatives.at(-1)!.push(term)
    if (separates(term, isCompared)) alternatives.push([])
  }
  return alternatives
}

function manufacturersIn(words: readonly string[], lookup: TermLookup): number[] {
  const names = new Map<string, number>()
  for (let i = 0; i < words.length; i++) {
    const pair = i + 1 < words.length ? `${words[i]} ${words[i + 1]}` : ''
    const name = pair && lookup.isManufacturer(pair) ? pair : lookup.isManufacturer(words[i]!) ? words[i]! : undefined
    if (name !== undefined) names.getOrInsert(name, i)
    if (name === pair) i++
  }
  return [...names.values()]
}

/** No machine has two manufacturers: where none has all the words, each further one begins an alternative. */
export function separateManufacturers(terms: Term[], lookup: TermLookup): void {
  const remaining = terms.filter(({ isKept: isRetained }) => isRetained)
  if (remaining.length < 2 || remaining.every(({ kind }) => kind === 'exact')) return
  const words = retainedWords(terms)
  const [, ...further] = manufacturersIn(words, lookup)
  if (further.length === 0 || terms.some(({ kind }) => kind === 'either') || lookup.matchesAll([...new Set(words)]))
    return
  for (const start of further) {
    const i = terms.indexOf(remaining[start]!)
    const before = terms[i - 1]!
    if (isStopTerm(before) && !before.isKept) before.kind = 'either'
    else terms.splice(i, 0, { word: 'or', kind: 'either', isKept: false, senses: undefined })
  }
}

export function dropUnknown(terms: QueryTerms, lookup: TermLookup, isCompared: boolean): void {
  const unknown = terms.filter(
    ({ word, kind, isKept: isRetained }) => isRetained && kind !== 'exact' && !lookup.has(word),
  )
  if (unknown.length === 0 && !hasRepeats(retainedWords(terms))) return
  const corrected = unknown.slice(0, MAX_CORRECTED)
  const alternatives = alternativesOf(terms, isCompared)
  for (const remaining of alternatives) {
    // Only the last kept word of the query may be a prefix.
    const isLast = (i: number) =>
      remaining === alternatives.at(-1) && !remaining.slice(i + 1).some(({ isKept: isRetained }) => isRetained)
    for (let i = remaining.length - 1; i >= 0; i--) {
      const term = remaining[i]!
      const { word } = term
      if (term.kind === 'exact' || !LETTER.test(word)) continue
      if (remaining.findIndex((other) => other.word === word) < i) {
        const isRepeated =
          lookup.repeats(word) && (remaining.length > MAX_REPEATING || lookup.matchesAll(retainedWords(remaining)))
        if (!isRepeated) term.isKept = false
        continue
      }
      if (!unknown.includes(term)) continue
      const next = remaining[i + 1]?.isKept ? remaining[i + 1] : undefined
      const before = remaining[i - 1]
      const hasTypos = corrected.includes(term)
      term.isKept =
        lookup.matches(word, undefined, isLast(i), hasTypos) ||
        (next !== undefined && lookup.matches(word, next.word, isLast(i + 1), hasTypos && corrected.includes(next))) ||
        (before !== undefined && lookup.matches(before.word, word, isLast(i), hasTypos && corrected.includes(before)))
    }
  }
}

export function isOfManufacturer(words: readonly string[], i: number, lookup: TermLookup): boolean {
  const [before, word, after] = [words[i - 1], words[i]!, words[i + 1]]
  return [word, `${before} ${word}`, `${word} ${after}`].some(lookup.isManufacturer)
}

/**
 * If no machine has all words of an alternative, drops some until one has the rest: numbers next to neither a manufacturer
 * nor a model, then words that name neither a manufacturer nor a class, the last before the others. `mayDoubt` allows words.
 */
export function dropContradicting(
  terms: QueryTerms,
  lookup: TermLookup,
  isCompared: boolean,
  mayReviewReason: boolean,
  isListing: boolean,
): void {
  for (const clause of alternativesOf(terms, isCompared)) {
    if (clause.length > MAX_TRIED || clause.length < 2) continue
    const unnamed = clause.filter((_, i) => isUnnamedNumber(clause, i, lookup))
    const numbers = unnamed.length < clause.length ? unnamed : []
    // Two words of the index are hardly ever typed by mistake, but for the crop that a machine is for.
    const isLong = clause.length > 2 || isListing || clause.some((term) => !lookup.has(term.word) || isCrop(term))
    const suspects = mayReviewReason && isLong ? clause.filter((term) => isSuspect(term, lookup)) : []
    if (numbers.length + suspects.length === 0) continue
    const words = retainedWords(clause)
    if (lookup.matchesAll(words)) continue
    const doubted = suspects.filter((term) => !isOfManufacturer(words, clause.indexOf(term), lookup))
    if (numbers.length + doubted.length > 0) relaxClause(clause, numbers, doubted, lookup)
  }
}

const isCrop = ({ word }: Term) => sensesOf(word)?.crop !== undefined

function isUnnamedNumber(clause: QueryTerms, i: number, lookup: TermLookup): boolean {
  if (clause[i]!.kind === 'exact' || !isDigits(clause[i]!.word)) return false
  const isNamed = (step: 1 | -1): boolean => {
    let place = i + step
    while (clause[place] && isDigits(clause[place]!.word)) place += step
    const term = clause[place]
    if (term === undefined || term.kind !== 'word') return false
    const isName = isAliasWord(term.word) && lookup.has(term.word)
    return isName || [term.word, ...spelledLetters(term.word)].some(lookup.isManufacturer)
  }
  return !isNamed(-1) && !isNamed(1)
}

const isSuspect = ({ kind, word }: Term, lookup: TermLookup) =>
  kind === 'word' &&
  LETTER.test(word) &&
  !lookup.isManufacturer(word) &&
  lookup.valueNamed('machine_class', [word]) === undefined

function relaxClause(clause: QueryTerms, numbers: QueryTerms, suspects: QueryTerms, lookup: TermLookup): void {
  const isMet = () => lookup.matchesAll(retainedWords(clause))
  // Something must remain.
  const doubtful = suspects.length === clause.length ? suspects.filter(({ word }) => isStopWord(word)) : suspects
  const words = doubtful.slice(-MAX_CONTRADICTING)
  const order = [...words, ...numbers]
  if (order.length >= clause.length) order.splice(0, words.length)
  const dropped: Term[] = []
  let isFound = false
  while (!isFound && order.length > 0 && dropped.length < clause.length - 1) {
    dropped.unshift(order.pop()!)
    dropped[0]!.isKept = false
    isFound = isMet()
  }
  for (const term of dropped.slice(isFound ? 1 : 0)) {
    term.isKept = true
    if (isFound && !isMet()) term.isKept = false
  }
}

/** A bare year is kept as a word of a name that has it behind the same word, or if nothing else is searched for. */
export function dropYears(terms: QueryTerms, lookup: TermLookup, hasMore: boolean): void {
  for (const term of terms) {
    if (term.kind !== 'year' || !term.isKept) continue
    const words = retainedWords(terms)
    const before = words[words.indexOf(term.word) - 1]
    const isAlone = words.length === 1 && !hasMore
    term.isKept = isAlone || (before !== undefined && lookup.hasPair(before, term.word))
  }
}
