import type { Numerals } from '../digits/reading.ts'
import { DIGIT, LINE, SPACE } from '../text/character-fold.ts'
import { type Tokens, WORD } from '../text/tokens.ts'
import { digitsOf, traitsOf } from '../words/lexicon.ts'

/** What stands between a numeral and the next one. */
export type Gap = {
  /** Characters, words, and words without a meaning. */
  width: number
  words: number
  unknown: number
  /** The only character, 0 when there is none or more than one. */
  sign: number
  blanks: number
  /** Other characters that belong to no word. */
  signs: number
  line: boolean
  comma: boolean
  /** A full stop, or a point, with a blank after it. */
  stop: boolean
  slash: boolean
  bracket: boolean
  money: boolean
  /** The meanings and traits of all words. */
  meanings: number
  traits: number
  /** The longest word, in letters. */
  longest: number
  /** The token of the only word, or -1. */
  sole: number
}

/** Past these, two numerals are no parts of one number. */
const MOST_WORDS = 7
const WIDEST = 56
const WIDEST_PLAIN = 24

const [COMMA, POINT, SLASH, SEMICOLON, PIPE, DANDA, RUPEE, DOLLAR] = [44, 46, 47, 59, 124, 0x964, 0x20b9, 36]

/** The gap after a numeral, undefined where nothing goes on. */
export function readGap(tokens: Tokens, numerals: Numerals, n: number): Gap | undefined {
  const left = numerals.lastTokens[n] ?? 0
  const right = numerals.firstTokens[n + 1] ?? 0
  const start = tokens.ends[left] ?? 0
  const end = tokens.starts[right] ?? 0
  const words = right - left - 1
  if (words > MOST_WORDS || end - start > (words === 0 ? WIDEST_PLAIN : WIDEST)) return undefined
  const gap: Gap = {
    width: end - start,
    words,
    unknown: 0,
    sign: end - start === 1 ? (tokens.folded.codes[start] ?? 0) : 0,
    blanks: 0,
    signs: 0,
    line: false,
    comma: false,
    stop: false,
    slash: false,
    bracket: false,
    money: false,
    meanings: 0,
    traits: 0,
    longest: 0,
    sole: words === 1 && tokens.kinds[left + 1] === WORD ? left + 1 : -1,
  }
  if (!readWords(tokens, left, right, gap)) return undefined
  let at = start
  for (let token = left + 1; token <= right; token++) {
    readSigns(tokens, at, tokens.starts[token] ?? 0, gap)
    at = tokens.ends[token] ?? 0
  }
  return gap
}

/** Reads the words; false where something else stands among them that ends a number. */
function readWords(tokens: Tokens, left: number, right: number, gap: Gap): boolean {
  for (let token = left + 1; token < right; token++) {
    const entry = tokens.entries[token] ?? 0
    // A contact that was removed before ends a number; digits here only count others.
    if (tokens.kinds[token] !== WORD) {
      if (tokens.folded.classes[tokens.starts[token] ?? 0] !== DIGIT) return false
      continue
    }
    gap.meanings |= tokens.meanings[token] ?? 0
    gap.traits |= traitsOf(entry)
    if (entry === 0 || (tokens.meanings[token] === 0 && traitsOf(entry) === 0 && digitsOf(entry) === '')) gap.unknown++
    gap.longest = Math.max(gap.longest, (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0))
  }
  return true
}

function readSigns({ folded: { codes, classes } }: Tokens, start: number, end: number, gap: Gap): void {
  for (let i = start; i < end; i++) {
    const code = codes[i] ?? 0
    if (classes[i] === SPACE) gap.blanks++
    else if (classes[i] === LINE) gap.line = true
    else {
      gap.signs++
      if (code === COMMA || code === SEMICOLON) gap.comma = true
      else if (code === POINT || code === DANDA) gap.stop ||= classes[i + 1] === SPACE || classes[i + 1] === LINE
      else if (code === SLASH || code === PIPE) gap.slash = true
      else if (code === 40 || code === 41 || code === 91 || code === 93) gap.bracket = true
      else if (code === RUPEE || code === DOLLAR || code === 0x20ac || code === 0xa3) gap.money = true
    }
  }
}
