import { isDigits } from '../../lib/text/normalize.ts'
import { isAliasWord, isFillerWord } from '../words/word-lists.ts'
import type { KnownWords } from './known-words.ts'
import type { Candidate } from './parse.ts'
import { beginnings } from './vocabulary.ts'

/** Typos are looked for in so many unknown words. */
export const MAX_CORRECTED = 8
const LETTER = /^[^0-9]/
/** Longer sides are taken as they are: each try is a search for all of their words. */
const MAX_TRIED = 8
/** Of so many words one that repeats is looked for in names; in more it is taken for one of a name. */
const MAX_REPEATING = 24
/** So many words are left out because they contradict the others. */
const MAX_CONTRARY = 6

type Candidates = readonly Candidate[]

export const hasRepeats = (words: readonly string[]) => new Set(words).size < words.length
export function wordsKept(all: Candidates): string[] {
  const words: string[] = []
  for (const { word, isKept } of all) if (isKept) words.push(word)
  return words
}
const isFiller = ({ kind }: Candidate) =>
  kind === 'filler' || kind === 'compare' || kind === 'either' || kind === 'both'

/** Searches for it after all. */
export function keep(candidate: Candidate): void {
  candidate.isKept = true
  if (isFiller(candidate)) candidate.kind = 'word'
}

/** A filler that has the same neighbour in the catalogue is part of a name: "new" before "holland". */
export function keepNames(all: Candidates, known: KnownWords): void {
  for (let at = 0; at < all.length; at++) {
    const one = all[at]!
    if (!isFiller(one) || isCount(all, at, known)) continue
    const [before, after] = [all[at - 1], all[at + 1]]
    const isPart =
      (before?.isKept && known.hasPair(before.word, one.word)) ||
      (after && (!isFiller(after) || !LETTER.test(after.word)) && known.hasPair(one.word, after.word))
    if (isPart) keep(one)
  }
}

/** "Loader 4.5 metre": a number that counts something is no part of a name, unless some machine has both and what is before. */
function isCount(all: Candidates, at: number, known: KnownWords): boolean {
  let [start, end] = [at, at]
  while (start > 0 && isDigits(all[start - 1]!.word)) start--
  while (end in all && isDigits(all[end]!.word)) end++
  const unit = all[end]
  if (end === at || unit === undefined || !isFiller(unit)) return false
  const before = wordsKept(all.slice(0, start)).filter(known.has)
  return !known.finds([...new Set([...before, ...all.slice(start, end + 1).map(({ word }) => word)])])
}

/** Whether it parts the words into sides. */
export const doesPart = ({ kind }: Candidate, isCompared: boolean) =>
  kind === 'either' || (kind === 'both' && isCompared)

/** What is kept of each side. */
function keptSides(all: Candidates, isCompared: boolean): Candidate[][] {
  const sides: Candidate[][] = [[]]
  for (const one of all) {
    if (one.isKept) sides.at(-1)!.push(one)
    if (doesPart(one, isCompared)) sides.push([])
  }
  return sides
}

/** Where the names of different makers begin among these words. */
export function makersIn(words: readonly string[], known: KnownWords): number[] {
  const names = new Map<string, number>()
  for (let at = 0; at < words.length; at++) {
    const pair = at + 1 < words.length ? `${words[at]} ${words[at + 1]}` : ''
    const name = pair && known.isMaker(pair) ? pair : known.isMaker(words[at]!) ? words[at]! : undefined
    if (name !== undefined) names.getOrInsert(name, at)
    if (name === pair) at++
  }
  return [...names.values()]
}

/** No machine has two makers: where none has all the words, each further maker begins a side. */
export function partMakers(all: Candidate[], known: KnownWords): void {
  const kept = all.filter(({ isKept }) => isKept)
  if (kept.length < 2) return
  const words = wordsKept(all)
  const [, ...further] = makersIn(words, known)
  if (further.length === 0 || all.some(({ kind }) => kind === 'either') || known.finds([...new Set(words)])) return
  for (const start of further) {
    const at = all.indexOf(kept[start]!)
    const before = all[at - 1]!
    if (isFiller(before) && !before.isKept) before.kind = 'either'
    else all.splice(at, 0, { word: 'or', kind: 'either', isKept: false, about: undefined })
  }
}

/** Leaves out words of letters that match nothing. What follows the last one that is kept does not make it a beginning. */
export function leaveOutUnknown(all: Candidates, known: KnownWords, isCompared: boolean): void {
  const unknown = all.filter(({ word, kind, isKept }) => isKept && kind !== 'sure' && !known.has(word))
  if (unknown.length === 0 && !hasRepeats(wordsKept(all))) return
  const corrected = unknown.slice(0, MAX_CORRECTED)
  const sides = keptSides(all, isCompared)
  for (const kept of sides) {
    const endsAt = (last: number) => kept === sides.at(-1) && !kept.slice(last + 1).some(({ isKept }) => isKept)
    for (let at = kept.length - 1; at >= 0; at--) {
      const one = kept[at]!
      const { word } = one
      if (one.kind === 'sure' || !LETTER.test(word)) continue
      if (kept.findIndex((other) => other.word === word) < at) {
        const isAgain = known.repeats(word) && (kept.length > MAX_REPEATING || known.finds(wordsKept(kept)))
        if (!isAgain) one.isKept = false
        continue
      }
      if (!unknown.includes(one)) continue
      const next = kept[at + 1]?.isKept ? kept[at + 1] : undefined
      const before = kept[at - 1]
      const mayErr = corrected.includes(one)
      one.isKept =
        known.matches(word, undefined, endsAt(at), mayErr) ||
        (next !== undefined && known.matches(word, next.word, endsAt(at + 1), mayErr && corrected.includes(next))) ||
        (before !== undefined && known.matches(before.word, word, endsAt(at), mayErr && corrected.includes(before)))
    }
  }
}

/** Whether a word is the name of a maker, alone or with the one before or behind it. */
export function isOfMaker(words: readonly string[], at: number, known: KnownWords): boolean {
  const [before, word, after] = [words[at - 1], words[at]!, words[at + 1]]
  return known.isMaker(word) || known.isMaker(`${before} ${word}`) || known.isMaker(`${word} ${after}`)
}

const isClass = ({ word }: Candidate, known: KnownWords) => known.valueNamed('machine_class', [word]) !== undefined

/**
 * When no machine has all words of a side, some are left out until one has the rest: numbers that stand beside neither a
 * maker nor a model, then words that name neither a maker nor a class, the last before the others. What does no harm is
 * taken back.
 */
export function leaveOutContrary(all: Candidates, known: KnownWords, isCompared: boolean, mayDoubt: boolean): void {
  for (const side of keptSides(all, isCompared)) {
    if (side.length > MAX_TRIED || side.length < 2) continue
    const idle = side.filter((_, at) => isIdleNumber(side, at, known))
    const numbers = idle.length < side.length ? idle : []
    // Two words of the catalogue are hardly ever typed by mistake, but for the crop that a machine is for.
    const isLong = side.length > 2 || known.areUsed || side.some((one) => !known.has(one.word) || isCrop(one))
    const suspects = mayDoubt && isLong ? side.filter((one) => isSuspect(one, known)) : []
    if (numbers.length + suspects.length === 0) continue
    const words = wordsKept(side)
    if (known.finds(words)) continue
    const doubted = suspects.filter((one) => !isOfMaker(words, side.indexOf(one), known))
    if (numbers.length + doubted.length > 0) leaveOut(side, numbers, doubted, known)
  }
}

const isCrop = ({ word, about }: Candidate) => !about && beginnings.get(word)?.crop !== undefined

/** A number that stands beside neither a maker nor a word of a model. */
function isIdleNumber(side: Candidates, at: number, known: KnownWords): boolean {
  if (side[at]!.kind === 'sure' || !isDigits(side[at]!.word)) return false
  const isNamed = (step: 1 | -1): boolean => {
    let place = at + step
    while (place in side && isDigits(side[place]!.word)) place += step
    const word = side[place]?.word
    return word !== undefined && side[place]?.kind === 'word' && isAliasWord(word) && known.has(word)
  }
  return !isNamed(-1) && !isNamed(1)
}

const isSuspect = (one: Candidate, known: KnownWords) =>
  one.kind === 'word' && LETTER.test(one.word) && !known.isMaker(one.word) && !isClass(one, known)

function leaveOut(side: Candidates, numbers: Candidates, suspects: Candidates, known: KnownWords): void {
  const finds = () => known.finds(wordsKept(side))
  // Something must remain.
  const doubtful = suspects.length === side.length ? suspects.filter(({ word }) => isFillerWord(word)) : suspects
  const words = doubtful.slice(-MAX_CONTRARY)
  const last = [...words, ...numbers]
  if (last.length >= side.length) last.splice(0, words.length)
  const left: Candidate[] = []
  let isFound = false
  while (!isFound && last.length > 0 && left.length < side.length - 1) {
    left.unshift(last.pop()!)
    left[0]!.isKept = false
    isFound = finds()
  }
  for (const one of left.slice(isFound ? 1 : 0)) {
    one.isKept = true
    if (isFound && !finds()) one.isKept = false
  }
}

/** A bare year is a word of a name that has it behind the same word, or left out where anything else is asked for. */
export function leaveOutYears(all: Candidates, known: KnownWords, hasMore: boolean): void {
  for (const one of all) {
    if (one.kind !== 'year' || !one.isKept) continue
    const words = wordsKept(all)
    const before = words[words.indexOf(one.word) - 1]
    const isAlone = words.length === 1 && !hasMore
    one.isKept = isAlone || (before !== undefined && known.hasPair(before, one.word))
  }
}
