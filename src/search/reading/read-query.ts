import { AGAIN } from '../index/field-tokens.ts'
import { type Figures, NO_FIGURES } from './figures.ts'
import { type Lexeme, toLexemes } from './lexemes.ts'
import { figureAt } from './read-figure.ts'
import { type Meaning, phraseAt } from './vocabulary.ts'

/**
 * Words used in this room:
 * - lexeme: one piece of the typed text: a word, a number or a sign.
 * - phrase: neighbouring lexemes that the vocabulary knows; a meaning is one thing it can mean.
 * - amount: a number with its scale, such as 8.5 lakh; weak: a unit or scale of one letter.
 * - figure: an amount with its measure and sense, such as "under 8 lakh"; it becomes bounds.
 * - measure: what a figure measures: power, price, weight or cylinders.
 * - sense: how a figure bounds: max, min, near, between or from.
 * - filler: a word that names no machine and is left out of the search.
 */

/** What the reader asks of the catalogue's words. */
export interface KnownWords {
  /** Whether the catalogue holds this very word. */
  has(word: string): boolean
  /** Whether two words are neighbours in some text of the catalogue. */
  hasPair(first: string, second: string): boolean
  /** Whether the word, joined with the next if given, matches anything, typos included. */
  matches(word: string, next: string | undefined, isLast: boolean): boolean
}

/** How a typed text is understood, the same for both engines. */
export interface Reading {
  /** Folded words. All must match, the last one as a prefix. */
  words: readonly string[]
  figures: Readonly<Figures>
  /** Fillers and unknown words. */
  leftOut: readonly string[]
  /** Every typed word was taken as it is. */
  isPlain: boolean
}

export const NOTHING_READ: Reading = { words: [], figures: NO_FIGURES, leftOut: [], isPlain: true }

interface Piece {
  word: string
  /** A filler, or a word of a figure that lacks its number. */
  isFiller: boolean
  isKept: boolean
  /** It replaces a typed phrase, such as 4wd for 4x4. */
  isNamed: boolean
}

const LETTER = /^[^0-9]/
const FIRST_YEAR = 1990
const LAST_YEAR = 2040

const isName = (meaning: Meaning) => meaning.name !== undefined
const isFiller = (meaning: Meaning) =>
  meaning.isFiller === true ||
  (meaning.unit !== undefined && meaning.isWeak !== true) ||
  (meaning.scale !== undefined && meaning.isWeak !== true) ||
  meaning.before !== undefined ||
  meaning.after !== undefined

export function readQuery(q: string, known: KnownWords): Reading {
  const lexemes = toLexemes(q)
  const pieces: Piece[] = []
  let figures: Readonly<Figures> = NO_FIGURES
  let hasNamed = false
  let hasFigures = false
  for (let at = 0; at < lexemes.length; ) {
    const figure = mayBegin(lexemes[at]!) ? figureAt(lexemes, at, known.has) : undefined
    const name = phraseAt(lexemes, at, isName)
    if (figure && !(name && name.end >= figure.end)) {
      figures = hasFigures ? combine(figures, figure.bounds, figure.isNear) : { ...NO_FIGURES, ...figure.bounds }
      hasFigures = true
      at = figure.end
      continue
    }
    if (name && !isModel(lexemes, at)) {
      for (const word of name.meaning.name!) pieces.push({ word, isFiller: false, isKept: true, isNamed: true })
      hasNamed ||= !isSame(lexemes, at, name.end, name.meaning.name!)
      at = name.end
      continue
    }
    const idle = idleNumberAt(lexemes, at, known)
    const left = idle ?? phraseAt(lexemes, at, isFiller)?.end
    const end = left ?? at + 1
    const isLeft = left !== undefined
    for (; at < end; at++) {
      for (const word of lexemes[at]!.words) pieces.push({ word, isFiller: isLeft, isKept: !isLeft, isNamed: false })
    }
  }
  keepNames(pieces, known)
  leaveOutUnknown(pieces, known)
  if (!hasFigures && !pieces.some((piece) => piece.isKept)) for (const piece of pieces) piece.isKept = true
  const words = pieces.filter((piece) => piece.isKept).map((piece) => piece.word)
  const leftOut = pieces.filter((piece) => !piece.isKept).map((piece) => piece.word)
  return { words, figures, leftOut, isPlain: !hasNamed && !hasFigures && leftOut.length === 0 }
}

/** A figure begins with a number, a word, or one of these signs. */
const mayBegin = ({ kind, text }: Lexeme) => kind !== 'sign' || '₹<>~'.includes(text)

function isSame(lexemes: readonly Lexeme[], at: number, end: number, words: readonly string[]): boolean {
  return words.length === end - at && words.every((word, place) => lexemes[at + place]!.text === word)
}

/** 4x4 within a longer code is part of that code. */
function isModel(lexemes: readonly Lexeme[], at: number): boolean {
  const before = lexemes[at - 1]
  return before !== undefined && lexemes[at]!.isGlued && before.kind !== 'sign' && lexemes[at]!.kind === 'number'
}

/** Where a number that does not describe the machine ends, with its word: 10 acre, 2024 model, top 10. */
function idleNumberAt(lexemes: readonly Lexeme[], at: number, known: KnownWords): number | undefined {
  const lexeme = lexemes[at]!
  if (lexeme.kind === 'number') {
    const count = phraseAt(lexemes, at + 1, (meaning) => meaning.isCount === true)
    if (count) return count.end
    if (!isYear(lexeme, known)) return undefined
    const after = phraseAt(lexemes, at + 1, (meaning) => meaning.hasYear === true)
    if (after) return after.end
    return hasYearBefore(lexemes, at) ? at + 1 : undefined
  }
  const top = phraseAt(lexemes, at, (meaning) => meaning.isTop === true)
  const next = top && lexemes[top.end]
  if (next?.kind !== 'number' || next.value > 100 || figureAt(lexemes, top!.end, known.has)) return undefined
  const after = lexemes[top!.end + 1]
  return after?.isGlued === true ? undefined : top!.end + 1
}

const isYear = ({ text, value, isGlued }: Lexeme, known: KnownWords) =>
  !isGlued && text.length === 4 && value >= FIRST_YEAR && value <= LAST_YEAR && !known.has(text)

function hasYearBefore(lexemes: readonly Lexeme[], at: number): boolean {
  for (let start = Math.max(0, at - 3); start < at; start++) {
    if (phraseAt(lexemes, start, (meaning) => meaning.hasYear === true)?.end === at) return true
  }
  return false
}

/** A filler that has the same neighbour in the catalogue is part of a name: "new" before "holland". */
function keepNames(pieces: readonly Piece[], known: KnownWords): void {
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!
    if (!piece.isFiller) continue
    const before = pieces[at - 1]
    const after = pieces[at + 1]
    if (before?.isKept && known.hasPair(before.word, piece.word)) piece.isKept = true
    else if (after && (!after.isFiller || !LETTER.test(after.word)) && known.hasPair(piece.word, after.word))
      piece.isKept = true
  }
}

/** Leaves out words of letters that match nothing. */
function leaveOutUnknown(pieces: readonly Piece[], known: KnownWords): void {
  const kept = pieces.filter((piece) => piece.isKept)
  kept.forEach((piece, at) => {
    if (piece.isNamed || !LETTER.test(piece.word)) return
    const next = kept[at + 1]?.word
    const isLast = at === kept.length - 1
    if (kept.findIndex((other) => other.word === piece.word && other.isKept) < at) {
      if (!known.has(piece.word + AGAIN)) piece.isKept = false
      return
    }
    if (known.matches(piece.word, undefined, isLast)) return
    if (next !== undefined && known.matches(piece.word, next, at + 1 === kept.length - 1)) return
    const before = kept[at - 1]?.word
    if (before !== undefined && known.matches(before, piece.word, isLast)) return
    piece.isKept = false
  })
}

/** Combines two figures of one measure: both must hold. Two that are merely near make a range from one to the other. */
function combine(a: Readonly<Figures>, b: Partial<Figures>, isNear: boolean): Figures {
  const out = { ...a }
  for (const measure of ['hp', 'price', 'weight'] as const) {
    const low = b[`${measure}_min`] ?? null
    const high = b[`${measure}_max`] ?? null
    const wasLow = a[`${measure}_min`]
    const wasHigh = a[`${measure}_max`]
    const isApart =
      wasLow !== null && wasHigh !== null && low !== null && high !== null && (low > wasHigh || high < wasLow)
    const widens = isNear && isApart
    if (low !== null)
      out[`${measure}_min`] = wasLow === null ? low : widens ? Math.min(low, wasLow) : Math.max(low, wasLow)
    if (high !== null)
      out[`${measure}_max`] = wasHigh === null ? high : widens ? Math.max(high, wasHigh) : Math.min(high, wasHigh)
  }
  out.cylinders = b.cylinders ?? a.cylinders
  return out
}

/** The header that tells how a query was read; undefined for plain words. */
export function describeReading({ words, figures, leftOut, isPlain }: Reading): string | undefined {
  if (isPlain) return undefined
  const told = new URLSearchParams()
  for (const [name, value] of Object.entries(figures)) if (value !== null) told.set(name, String(value))
  if (words.length > 0) told.set('words', words.join(' '))
  if (leftOut.length > 0) told.set('left_out', leftOut.join(' '))
  return told.toString()
}
