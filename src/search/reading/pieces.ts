import { isIndic } from '../../text/fold.ts'
import { spelledLetters } from '../../text/letter-names.ts'
import { AGAIN, hasRepeats } from '../index/field-tokens.ts'
import type { KnownWords, WordUse } from './known-words.ts'
import type { Lexemes } from './lexemes.ts'
import type { Meaning } from './meaning.ts'
import { NOTHING_SAID, type Said } from './said.ts'
import { beginnings } from './vocabulary.ts'
import { isFillerWord } from './word-lists.ts'

type Parting = 'compare' | 'either' | 'both'

/** A word of the text that was not read as a figure or a wish. */
export interface Piece {
  word: string
  /**
   * - sure: it replaces a typed phrase, such as 4wd for 4x4, or is part of a whole name;
   * - year: a bare one;
   * - filler: it may be kept because of its neighbours, as may compare, either and both;
   * - either, both: it parts the words into sides, always, or where a comparison is asked for;
   * - compare: it asks for a comparison;
   * - beside: it is about something beside the machines; fitted: about what they carry;
   * - price: it tells the kind of a price;
   * - sum, wish: it is part of a price, or of a wish for an order, that was read;
   * - unwanted: it is never searched for, even if nothing else remains.
   */
  kind: 'word' | 'sure' | 'year' | 'filler' | Parting | 'beside' | 'fitted' | 'price' | 'sum' | 'wish' | 'unwanted'
  isKept: boolean
  /** What the phrase that it begins means, where that is asked for later. */
  about: Meaning | undefined
  /** Whether the catalogue holds the word; undefined until it is asked. */
  isKnown: boolean | undefined
}

export function pieceOf(word: string, kind: Piece['kind'], isKept: boolean, about?: Meaning): Piece {
  return { word, kind, isKept, about, isKnown: undefined }
}

/** What is known after a first look at the text. */
export class Draft {
  readonly lexemes: Lexemes
  pieces: Piece[] = []
  said: Said = NOTHING_SAID
  /** Something was read that is not a word as typed. */
  isRead = false
  /** What each lexeme was taken for; undefined when all are words. */
  uses: WordUse[] | undefined = undefined

  constructor(lexemes: Lexemes) {
    this.lexemes = lexemes
  }

  mark(at: number, end: number, use: WordUse, isRead = true): number {
    this.isRead ||= isRead
    this.uses ??= []
    for (let next = at; next < end; next++) this.uses[next] = use
    return end
  }

  /** Adds words, which are not searched for. The first tells what they are about. */
  add(at: number, end: number, kind: Piece['kind'], about?: Meaning): void {
    const first = this.pieces.length
    for (let next = at; next < end; next++)
      for (const word of this.lexemes[next]!.words)
        this.pieces.push(pieceOf(word, kind, false, this.pieces.length === first ? about : undefined))
  }

  leave(at: number, end: number, kind: Piece['kind'], about?: Meaning): number {
    this.add(at, end, kind, about)
    return this.mark(at, end, 'other', false)
  }
}

export const isKnown = (piece: Piece, known: KnownWords) => (piece.isKnown ??= known.has(piece.word))
export const wordsOf = (pieces: readonly Piece[]) => pieces.map(({ word }) => word)

function wordsKept(pieces: readonly Piece[]): string[] {
  const words: string[] = []
  for (const { word, isKept } of pieces) if (isKept) words.push(word)
  return words
}

/** Searches for it after all. */
export function keep(piece: Piece): void {
  piece.isKept = true
  if (isFiller(piece)) piece.kind = 'word'
}

const isFiller = ({ kind }: Piece) => kind === 'filler' || kind === 'compare' || kind === 'either' || kind === 'both'

/** Typos are looked for in so many unknown words. */
export const MAX_CORRECTED = 8
const LETTER = /^[^0-9]/
/** So many words name a class or a maker. */
export const MAX_NAMED = 3
/** Longer sides are taken as they are: each try is a search for all of their words. */
const MAX_TRIED = 8
/** Of so many words one that repeats is looked for in names; in more it is taken for one of a name. */
const MAX_REPEATING = 24
/** So many words are left out because they contradict the others. */
const MAX_CONTRARY = 6

/** Unknown words of an Indic script that sound like the name of one maker become that name; tells whether there were any. */
export function nameMakers(pieces: Piece[], known: KnownWords): boolean {
  let isNamed = false
  for (let at = 0; at < pieces.length; at++) {
    if (!isOtherScript(pieces[at]!, known)) continue
    for (let end = Math.min(pieces.length, at + MAX_NAMED); end > at; end--) {
      const run = pieces.slice(at, end)
      const name = run.every((piece) => isOtherScript(piece, known)) ? known.makerSounding(wordsOf(run)) : undefined
      if (name === undefined) continue
      pieces.splice(at, end - at, ...name.split(' ').map((word) => pieceOf(word, 'sure', true)))
      isNamed = true
      break
    }
  }
  return isNamed
}

/** Whether it is an unknown word of an Indic script that spells no Latin letters. */
const isOtherScript = (piece: Piece, known: KnownWords) =>
  piece.kind === 'word' && isIndic(piece.word) && !isKnown(piece, known) && spelledLetters(piece.word).length === 0

/** A filler that has the same neighbour in the catalogue is part of a name: "new" before "holland". A maker's name is none. */
export function keepNames(pieces: readonly Piece[], known: KnownWords): void {
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!
    if (!isFiller(piece)) continue
    const before = pieces[at - 1]
    const after = pieces[at + 1]
    const isPart =
      (before?.isKept && known.hasPair(before.word, piece.word)) ||
      (after && (!isFiller(after) || !LETTER.test(after.word)) && known.hasPair(piece.word, after.word))
    if (isPart || (piece.kind === 'filler' && known.isMaker(piece.word))) keep(piece)
  }
}

/** Leaves out words of letters that match nothing. What follows the last one that is kept does not make it a beginning. */
export function leaveOutUnknown(pieces: readonly Piece[], known: KnownWords, isCompared: boolean): void {
  const unknown: Piece[] = []
  for (const piece of pieces) if (piece.isKept && piece.kind !== 'sure' && !isKnown(piece, known)) unknown.push(piece)
  if (unknown.length === 0 && !hasRepeats(wordsKept(pieces))) return
  const corrected = unknown.slice(0, MAX_CORRECTED)
  const sides = piecesOfSides(pieces, isCompared)
  for (const kept of sides) {
    const endsAt = (last: number) => kept === sides.at(-1) && !kept.slice(last + 1).some(({ isKept }) => isKept)
    for (let at = kept.length - 1; at >= 0; at--) {
      const piece = kept[at]!
      if (piece.kind === 'sure' || !LETTER.test(piece.word)) continue
      if (kept.findIndex(({ word }) => word === piece.word) < at) {
        const isAgain = known.has(piece.word + AGAIN) && (kept.length > MAX_REPEATING || known.finds(wordsKept(kept)))
        if (!isAgain) piece.isKept = false
        continue
      }
      if (!unknown.includes(piece)) continue
      const next = kept[at + 1]?.isKept ? kept[at + 1] : undefined
      const before = kept[at - 1]
      const mayErr = corrected.includes(piece)
      piece.isKept =
        known.matches(piece.word, undefined, endsAt(at), mayErr) ||
        (next !== undefined &&
          known.matches(piece.word, next.word, endsAt(at + 1), mayErr && corrected.includes(next))) ||
        (before !== undefined &&
          known.matches(before.word, piece.word, endsAt(at), mayErr && corrected.includes(before)))
    }
  }
}

/** What is kept of each side. */
function piecesOfSides(pieces: readonly Piece[], isCompared: boolean): Piece[][] {
  const sides: Piece[][] = [[]]
  for (const piece of pieces) {
    if (piece.isKept) sides.at(-1)!.push(piece)
    if (doesPart(piece, isCompared)) sides.push([])
  }
  return sides
}

/** Whether a word is the name of a maker, alone or with the one before or behind it. */
export function isOfMaker(words: readonly string[], at: number, known: KnownWords): boolean {
  const [before, word, after] = [words[at - 1], words[at]!, words[at + 1]]
  return known.isMaker(word) || known.isMaker(`${before} ${word}`) || known.isMaker(`${word} ${after}`)
}

/** Whether a piece parts the words into sides. */
export const doesPart = ({ kind }: Piece, isCompared: boolean) => kind === 'either' || (kind === 'both' && isCompared)

/**
 * When no machine has all words of a side, words that name neither a maker nor a class are left out until some has the
 * rest: first those that are not quite the catalogue's, the last before the others. What does no harm is taken back.
 */
export function leaveOutContrary(pieces: readonly Piece[], known: KnownWords, isCompared: boolean): void {
  for (const side of piecesOfSides(pieces, isCompared)) {
    if (side.length > MAX_TRIED || (side.length < 3 && !known.areUsed && !mayContradict(side, known))) continue
    const isDoubtful = side.some((piece) => isSuspect(piece, known))
    if (isDoubtful && !known.finds(wordsKept(side))) leaveOutSuspects(side, known)
  }
}

const isClass = ({ word }: Piece, known: KnownWords) => known.valueNamed('machine_class', [word]) !== undefined
const isSuspect = (piece: Piece, known: KnownWords) =>
  piece.kind === 'word' && LETTER.test(piece.word) && !known.isMaker(piece.word) && !isClass(piece, known)

/**
 * Two words of the catalogue are hardly ever typed by mistake, but for what crop a machine is for; of used ones it has no
 * kinds.
 */
function mayContradict(side: readonly Piece[], known: KnownWords): boolean {
  let hasCrop = false
  for (const piece of side) {
    if (!isKnown(piece, known)) return true
    hasCrop ||= !piece.about && beginnings.get(piece.word)?.crop !== undefined
  }
  return hasCrop && side.some((piece) => isClass(piece, known))
}

function leaveOutSuspects(side: readonly Piece[], known: KnownWords): void {
  const isUnknown = (piece: Piece) => !isKnown(piece, known)
  const finds = () => known.finds(wordsKept(side))
  const words = wordsOf(side)
  const all = side.filter((piece, at) => isSuspect(piece, known) && !isOfMaker(words, at, known))
  // Something must remain.
  const doubtful = all.length === side.length ? all.filter(({ word }) => isFillerWord(word)) : all
  if (doubtful.length === 0 || doubtful.length === side.length) return
  const last = [...doubtful.filter((piece) => !isUnknown(piece)), ...doubtful.filter(isUnknown)].slice(-MAX_CONTRARY)
  const left: Piece[] = []
  let isFound = false
  while (!isFound && last.length > 0) {
    left.unshift(last.pop()!)
    left[0]!.isKept = false
    isFound = finds()
  }
  for (const piece of left.slice(isFound ? 1 : 0)) {
    piece.isKept = true
    if (isFound && !finds()) piece.isKept = false
  }
}

/** A bare year is a word of a name that has it behind the same word, or left out where anything else is asked for. */
export function leaveOutYears(pieces: readonly Piece[], known: KnownWords, hasMore: boolean): void {
  for (const piece of pieces) {
    if (piece.kind !== 'year' || !piece.isKept) continue
    const words = wordsKept(pieces)
    const before = words[words.indexOf(piece.word) - 1]
    const isAlone = words.length === 1 && !hasMore
    piece.isKept = isAlone || (before !== undefined && known.hasPair(before, piece.word))
  }
}

/** Where among the lexemes a whole name stands. */
export function nameIn(lexemes: Lexemes, uses: readonly WordUse[], known: KnownWords) {
  // Most texts have no word of the catalogue that was read as something else.
  let isRead = false
  for (let at = 0; at < lexemes.length && !isRead; at++)
    if (uses[at] !== undefined) isRead = lexemes[at]!.words.some(known.has)
  if (!isRead) return undefined
  const words: string[] = []
  const usesOfWords: WordUse[] = []
  const owners: number[] = []
  for (let at = 0; at < lexemes.length; at++) {
    for (const word of lexemes[at]!.words) {
      words.push(word)
      usesOfWords.push(uses[at] ?? 'word')
      owners.push(at)
    }
  }
  const found = known.wholeName(words, usesOfWords)
  return found && ([owners[found[0]]!, owners[found[1] - 1]! + 1] as const)
}

/** What the words ask for beside machines; undefined for nothing. */
export function besideOf(pieces: readonly Piece[]) {
  if (!pieces.some(({ about }) => about)) return undefined
  const abouts = pieces.flatMap(({ about }) => about ?? [])
  return {
    used: abouts.some(({ isUsed }) => isUsed),
    implements: abouts.flatMap(({ implement, fitted }) => implement ?? fitted ?? []),
    states: abouts.flatMap(({ state }) => state ?? []),
  }
}
