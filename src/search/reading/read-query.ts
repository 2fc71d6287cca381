import { AGAIN } from '../index/field-tokens.ts'
import { type Figures, NO_FIGURES } from './figures.ts'
import { type Lexeme, toLexemes } from './lexemes.ts'
import { figureAt } from './read-figure.ts'
import { type Meaning, phraseAt } from './vocabulary.ts'

/** The words of the catalogue, as far as a reader has to know them. */
export interface KnownWords {
  /** Whether it stands in the catalogue as typed. */
  has(word: string): boolean
  /** Whether two words stand side by side in some text of the catalogue. */
  hasPair(first: string, second: string): boolean
  /** Whether anything in the catalogue matches it, typos included; with the next word, both written together. */
  meets(word: string, next: string | undefined, isLast: boolean): boolean
}

/** What a person typed, as both engines take it. */
export interface Reading {
  /** Folded, all of which must match, the last one as a prefix. */
  words: readonly string[]
  figures: Readonly<Figures>
  /** Words that name nothing here. */
  leftOut: readonly string[]
  /** It was read as the words it consists of. */
  isPlain: boolean
}

export const NOTHING_READ: Reading = { words: [], figures: NO_FIGURES, leftOut: [], isPlain: true }

interface Piece {
  word: string
  /** A filler, or a word for a figure without one. */
  isFiller: boolean
  isKept: boolean
  /** Written for something else that was typed, such as 4wd for 4x4. */
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
      figures = hasFigures ? meet(figures, figure.bounds, figure.isNear) : { ...NO_FIGURES, ...figure.bounds }
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
  leaveUnknown(pieces, known)
  if (!hasFigures && !pieces.some((piece) => piece.isKept)) for (const piece of pieces) piece.isKept = true
  const words = pieces.filter((piece) => piece.isKept).map((piece) => piece.word)
  const leftOut = pieces.filter((piece) => !piece.isKept).map((piece) => piece.word)
  return { words, figures, leftOut, isPlain: !hasNamed && !hasFigures && leftOut.length === 0 }
}

/** Every figure begins with a number, a sign, or a word of the vocabulary. */
const mayBegin = ({ kind, text }: Lexeme) => kind !== 'sign' || '₹<>~'.includes(text)

function isSame(lexemes: readonly Lexeme[], at: number, end: number, words: readonly string[]): boolean {
  return words.length === end - at && words.every((word, place) => lexemes[at + place]!.text === word)
}

/** 4x4 within a longer code is a part of it. */
function isModel(lexemes: readonly Lexeme[], at: number): boolean {
  const before = lexemes[at - 1]
  return before !== undefined && lexemes[at]!.isGlued && before.kind !== 'sign' && lexemes[at]!.kind === 'number'
}

/** Where a number that says nothing of the machine ends, with the word that tells so: 10 acre, 2024 model, top 10. */
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

/** A filler that stands beside its neighbour in the catalogue too is a part of a name: "new" before "holland". */
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

/** A word of letters that meets nothing is left out, as long as something else remains. */
function leaveUnknown(pieces: readonly Piece[], known: KnownWords): void {
  const kept = pieces.filter((piece) => piece.isKept)
  kept.forEach((piece, at) => {
    if (piece.isNamed || !LETTER.test(piece.word)) return
    const next = kept[at + 1]?.word
    const isLast = at === kept.length - 1
    if (kept.findIndex((other) => other.word === piece.word && other.isKept) < at) {
      if (!known.has(piece.word + AGAIN)) piece.isKept = false
      return
    }
    if (known.meets(piece.word, undefined, isLast)) return
    if (next !== undefined && known.meets(piece.word, next, at + 1 === kept.length - 1)) return
    const before = kept[at - 1]?.word
    if (before !== undefined && known.meets(before, piece.word, isLast)) return
    piece.isKept = false
  })
}

/** Two figures of one measure: both hold, or, where neither is a bound, all from the lower to the higher. */
function meet(a: Readonly<Figures>, b: Partial<Figures>, isNear: boolean): Figures {
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
