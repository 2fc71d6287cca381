import { foldText } from '../../text/fold.ts'

/** One piece of a typed text: a word of letters, a number, or a sign that may belong to a figure. */
export interface Lexeme {
  /** Folded; a number without grouping. */
  readonly text: string
  readonly kind: 'word' | 'number' | 'sign'
  /** 0 unless a number. */
  readonly value: number
  /** Its words when it is not a figure: `47.5` is 47 and 5. */
  readonly words: readonly string[]
  /** It follows the one before without a blank. */
  readonly isGlued: boolean
}

const PIECES =
  /[24]wd(?![\p{L}0-9])|\p{L}[\p{L}\p{M}]*|[0-9]+(?:,[0-9]{2,3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+(?![0-9.]))?|[₹+*×<>≤≥~\-–—−&/=½]/gu
const DIGIT = /^[0-9][0-9.,]*$/
const LETTER = /^[\p{L}0-9]/u
const SIGNS: Record<string, string> = { '–': '-', '—': '-', '−': '-', '≤': '<', '≥': '>', '×': 'x' }
const NONE: readonly string[] = []

const REMEMBERED = 4096
const LONGEST_REMEMBERED = 32
const remembered = new Map<string, readonly Lexeme[]>()

/** No piece spans a blank, so the pieces between blanks are read once and remembered. */
export function toLexemes(text: string): Lexeme[] {
  const lexemes: Lexeme[] = []
  for (let start = 0; start < text.length; ) {
    const blank = text.indexOf(' ', start)
    const end = blank < 0 ? text.length : blank
    if (end > start) for (const lexeme of lexemesOf(text.slice(start, end))) lexemes.push(lexeme)
    start = end + 1
  }
  return lexemes
}

function lexemesOf(part: string): readonly Lexeme[] {
  const known = remembered.get(part)
  if (known !== undefined) return known
  const lexemes = split(part)
  if (part.length > LONGEST_REMEMBERED) return lexemes
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(part, lexemes)
  return lexemes
}

function split(text: string): Lexeme[] {
  const lexemes: Lexeme[] = []
  let end = -1
  for (const found of foldText(text).matchAll(PIECES)) {
    const piece = found[0]
    const isGlued = found.index === end
    end = found.index + piece.length
    if (DIGIT.test(piece)) {
      const plain = piece.replaceAll(',', '')
      const words = piece.split(/[.,]/)
      lexemes.push({ text: plain, kind: 'number', value: Number(plain), words, isGlued })
    } else if (LETTER.test(piece)) {
      lexemes.push({ text: piece, kind: 'word', value: 0, words: [piece], isGlued })
    } else {
      const sign = SIGNS[piece] ?? piece
      lexemes.push({ text: sign, kind: sign === 'x' ? 'word' : 'sign', value: 0, words: NONE, isGlued })
    }
  }
  return lexemes
}
