import { foldText } from '../../lib/text/normalize.ts'
import type { Phrases } from './meaning.ts'

/** One piece of a typed text: a word of letters, a number, or a sign that may belong to a figure. */
export interface Lexeme {
  /** Folded; a number without grouping. */
  readonly text: string
  readonly kind: 'word' | 'number' | 'sign'
  /** 0 unless a number. */
  readonly value: number
  /** Its words when it is not a figure: `47.5` is 47 and 5; of signs only a stroke between sides has one. */
  readonly words: readonly string[]
  /** It follows the one before without a blank. */
  readonly isGlued: boolean
  /** The phrases that begin with it. */
  phrases: Phrases | undefined
  /** Another word that it may be: a word of models by ear or in another script, or one with its long vowels short. */
  spelling: string | undefined
  /** It may stand for something that is written otherwise. */
  mayBeOther: boolean
}

export type Lexemes = readonly Lexeme[]

const PIECES =
  /[24]wd(?![0-9]|\p{L}{1,3}(?!\p{L}))|\p{L}[\p{L}\p{M}]*|[0-9]+(?:,[0-9]{2,3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+(?![0-9.]))?|[₹+*×<>≤≥~\-–—−&/=½|]/gu
const DIGIT = /^[0-9][0-9.,]*$/
const LETTER = /^[\p{L}0-9]/u
const SIGNS: Record<string, string> = { '–': '-', '—': '-', '−': '-', '≤': '<', '≥': '>', '×': 'x' }
const NONE: readonly string[] = []
const OR: readonly string[] = ['or']

export function lexeme(text: string, kind: Lexeme['kind'], words: readonly string[], isGlued = false): Lexeme {
  const value = kind === 'number' ? Number(text) : 0
  return {
    text,
    kind,
    value,
    words,
    isGlued,
    phrases: undefined,
    spelling: undefined,
    mayBeOther: false,
  }
}

/** The pieces of a text, in order. */
export function splitText(text: string): Lexeme[] {
  const lexemes: Lexeme[] = []
  let end = -1
  for (const found of foldText(text).matchAll(PIECES)) {
    const piece = found[0]
    const isGlued = found.index === end
    end = found.index + piece.length
    const sign = SIGNS[piece] ?? piece
    if (DIGIT.test(piece)) lexemes.push(lexeme(piece.replaceAll(',', ''), 'number', piece.split(/[.,]/), isGlued))
    else if (LETTER.test(piece)) lexemes.push(lexeme(piece, 'word', [piece], isGlued))
    else lexemes.push(lexeme(sign, sign === 'x' ? 'word' : 'sign', sign === '|' ? OR : NONE, isGlued))
  }
  return lexemes
}

const PLAIN = /^[a-z ]+$/

/** The texts of the pieces alone. */
export function textsOf(text: string): string[] {
  if (PLAIN.test(text)) return text.split(' ').filter(Boolean)
  const pieces = foldText(text).match(PIECES) ?? []
  return pieces.map((piece) => (DIGIT.test(piece) ? piece.replaceAll(',', '') : (SIGNS[piece] ?? piece)))
}

/** What is glued to a number or word before it is part of that name: the e of 5055e, the 4x4 within a longer code. */
export function isGluedToName(lexemes: Lexemes, at: number): boolean {
  const before = lexemes[at - 1]
  return before !== undefined && lexemes[at]!.isGlued && before.kind !== 'sign'
}
