import { LINE, SPACE } from '../text/character-fold.ts'
import { means, type Tokens, WORD } from '../text/tokens.ts'
import { ANY_LABEL, CALL, CURRENCY, LABEL, NUMBER_NOUN, PLACE_CODE, SOFT_LABEL, UNIT } from '../words/vocabulary.ts'
import type { Numerals } from './reading.ts'

// Words that stand between digits for no other reason than to keep them apart.

const LONGEST = 12
const HYPHEN = 45
/** So many numerals away the same filler still makes a pattern. */
const AROUND = 6
const MOST_REMARKS = 4
const MOST_STRAY = 2
const TELLING = UNIT | CURRENCY | CALL | ANY_LABEL | NUMBER_NOUN | PLACE_CODE

/** The only word between this numeral and the next, or -1. */
function soleWord(tokens: Tokens, numerals: Numerals, numeral: number): number {
  if (numeral < 0 || numeral + 1 >= numerals.count) return -1
  const word = (numerals.lastTokens[numeral] ?? 0) + 1
  if ((numerals.firstTokens[numeral + 1] ?? 0) !== word + 1 || tokens.kinds[word] !== WORD) return -1
  if ((tokens.ends[word] ?? 0) - (tokens.starts[word] ?? 0) > LONGEST) return -1
  const letter = (tokens.ends[word] ?? 0) - (tokens.starts[word] ?? 0) === 1
  const held = letter || tokens.folded.codes[tokens.ends[word] ?? 0] === HYPHEN
  return means(tokens, word, (held ? 0 : UNIT) | CURRENCY | CALL | LABEL | SOFT_LABEL) ? -1 : word
}

function isSameWord({ starts, ends, folded: { codes } }: Tokens, a: number, b: number): boolean {
  if (a < 0 || b < 0) return false
  const length = (ends[a] ?? 0) - (starts[a] ?? 0)
  if ((ends[b] ?? 0) - (starts[b] ?? 0) !== length) return false
  for (let i = 0; i < length; i++) if (codes[(starts[a] ?? 0) + i] !== codes[(starts[b] ?? 0) + i]) return false
  return true
}

/** "98 x 88 x 24 x 07 x 15", "8 2 9 5 bhai 0 6 1 bhai 4 7 3": one and the same word again and again. */
export function isRepeated(tokens: Tokens, numerals: Numerals, numeral: number): boolean {
  const word = soleWord(tokens, numerals, numeral)
  if (word < 0) return false
  for (let k = 1; k <= AROUND; k++) {
    if (isSameWord(tokens, word, soleWord(tokens, numerals, numeral - k))) return true
    if (isSameWord(tokens, word, soleWord(tokens, numerals, numeral + k))) return true
  }
  return false
}

/** "9442-tractor-086173": one word held to the digits on either side. */
export function isHeldWord(tokens: Tokens, left: number, right: number): boolean {
  if (right - left !== 2 || (tokens.ends[left + 1] ?? 0) - (tokens.starts[left + 1] ?? 0) > LONGEST) return false
  if (means(tokens, left + 1, UNIT | CURRENCY | LABEL | SOFT_LABEL)) return false
  const before = (tokens.starts[left + 1] ?? 0) - (tokens.ends[left] ?? 0)
  return before === 1 && (tokens.starts[right] ?? 0) - (tokens.ends[left + 1] ?? 0) === 1
}

/** "89 50 (tractor wala) 71 26": a few words in brackets that say nothing of the numbers. */
export function isRemark(tokens: Tokens, left: number, right: number): boolean {
  if (right - left > MOST_REMARKS + 1) return false
  for (let t = left + 1; t < right; t++) {
    if (tokens.kinds[t] !== WORD || means(tokens, t, UNIT | CURRENCY | LABEL | SOFT_LABEL)) return false
  }
  const { codes, classes } = tokens.folded
  let from = tokens.ends[left] ?? 0
  let to = (tokens.starts[right] ?? 0) - 1
  while (classes[from] === SPACE || classes[from] === LINE || codes[from] === 46) from++
  while (classes[to] === SPACE || classes[to] === LINE || codes[to] === 46) to--
  return codes[from] === 40 && codes[to] === 41
}

/** "98 jai 88 kisan 24 …": one word or two of one sentence, none of which tells what a number is. */
export function isStray(tokens: Tokens, left: number, right: number): boolean {
  if (right - left > MOST_STRAY + 1) return false
  for (let t = left + 1; t < right; t++) {
    if (tokens.kinds[t] !== WORD || means(tokens, t, TELLING)) return false
  }
  const { codes, classes } = tokens.folded
  for (let i = tokens.ends[left] ?? 0; i < (tokens.starts[right] ?? 0); i++) {
    if (classes[i] === LINE || codes[i] === 44 || codes[i] === 46 || codes[i] === 58 || codes[i] === 0x20b9)
      return false
  }
  return true
}
