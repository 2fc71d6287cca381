import { normalizeText } from '../../lib/text/normalize.ts'
import type { Phrase } from './senses.ts'

export interface Token {
  /** Normalised; a number without digit grouping. */
  readonly text: string
  readonly kind: 'word' | 'number' | 'sign'
  readonly value: number
  /** The words that it is searched by: `47.5` is 47 and 5. Of signs only the separator of alternatives has one. */
  readonly words: readonly string[]
  readonly isGlued: boolean
  readonly isLiteral: boolean
  phrases: readonly Phrase[]
}

export type Tokens = readonly Token[]

const PIECES =
  /[24]wd(?![0-9]|\p{L}{1,3}(?!\p{L}))|\p{L}[\p{L}\p{M}]*|[0-9]+(?:,[0-9]{2,3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+(?![0-9.]))?|[₹+*×<>≤≥~\-–—−&/=½|]/gu
const DIGIT = /^[0-9][0-9.,]*$/
const LETTER = /^[\p{L}0-9]/u
const SIGNS: Record<string, string> = { '–': '-', '—': '-', '−': '-', '≤': '<', '≥': '>', '×': 'x' }
const NONE: readonly never[] = []
const OR: readonly string[] = ['or']

export function createToken(
  text: string,
  kind: Token['kind'],
  words: readonly string[],
  isGlued = false,
  isLiteral = false,
): Token {
  return { text, kind, value: kind === 'number' ? Number(text) : 0, words, isGlued, isLiteral, phrases: NONE }
}

export function splitText(text: string, isLiteral = false): Token[] {
  const tokens: Token[] = []
  let end = -1
  for (const match of normalizeText(text).matchAll(PIECES)) {
    const piece = match[0]
    const isGlued = match.index === end
    end = match.index + piece.length
    const sign = SIGNS[piece] ?? piece
    if (DIGIT.test(piece))
      tokens.push(createToken(piece.replaceAll(',', ''), 'number', piece.split(/[.,]/), isGlued, isLiteral))
    else if (LETTER.test(piece)) tokens.push(createToken(piece, 'word', [piece], isGlued, isLiteral))
    else if (!isLiteral)
      tokens.push(createToken(sign, sign === 'x' ? 'word' : 'sign', sign === '|' ? OR : NONE, isGlued))
  }
  return tokens
}

const PLAIN = /^[a-z ]+$/
const WORDS = /^\p{L}[\p{L}\p{M}]*(?: \p{L}[\p{L}\p{M}]*)*$/u

export function phraseKey(phrase: string): string {
  if (PLAIN.test(phrase)) return phrase
  const normalized = normalizeText(phrase)
  if (WORDS.test(normalized)) return normalized
  const pieces = normalized.match(PIECES) ?? []
  return pieces.map((piece) => (DIGIT.test(piece) ? piece.replaceAll(',', '') : (SIGNS[piece] ?? piece))).join(' ')
}

/** A slash between two names means "or"; within a name or an amount it does not. */
const SLASH = /(?<=\p{L}{4}|\d{3})\/(?=\p{L}{4})| \/ /gu
const HYPHEN = /(?<=[\p{L}\p{M}]{2})-(?=\p{L}{2})/gu
const QUOTED = /(?<=^|\s)["“”]([^"“”]*)["“”](?=\s|$)/gu

/** Splits a query into tokens. Those in double quotes are literal. */
export function tokenizeQuery(query: string): Token[] {
  const parts = query.replaceAll('\t', ' ').split(QUOTED)
  return parts.flatMap((part, i) =>
    i % 2 === 1 ? splitText(part, true) : splitText(part.replace(SLASH, ' | ').replace(HYPHEN, ' ')),
  )
}

/** Whether it is part of the name written before it: the e of 5055e, the 4x4 within a longer code. */
export function isGluedToName(tokens: Tokens, i: number): boolean {
  const before = tokens[i - 1]
  return before !== undefined && tokens[i]!.isGlued && before.kind !== 'sign'
}
