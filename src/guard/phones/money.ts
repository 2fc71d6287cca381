import { SPACE } from '../text/character-fold.ts'
import { means, NUMBER, type Tokens } from '../text/tokens.ts'
import { CALL, MONEY_WORD } from '../words/vocabulary.ts'

// A currency mark makes even ten digits in a row an amount.

const [HYPHEN, POINT, SLASH, COLON, EQUALS] = [45, 46, 47, 58, 61]
const SIGNS = new Set([0x20b9, 36, 0x20ac, 0xa3])

/** Whether a currency mark belongs to the numerals from one token to another. */
export function isMoney(tokens: Tokens, first: number, last: number): boolean {
  return (moneyBefore(tokens, first) || moneyAfter(tokens, last)) && !means(tokens, first - 2, CALL)
}

export function isMoneySign(code: number): boolean {
  return SIGNS.has(code)
}

/** A currency sign or word stands before the digits that begin with this token. */
export function moneyBefore(tokens: Tokens, first: number): boolean {
  const { codes, classes } = tokens.folded
  let at = (tokens.starts[first] ?? 0) - 1
  for (let steps = 0; steps < 4 && at >= 0; steps++, at--) {
    if (isMoneySign(codes[at] ?? 0)) return true
    if (classes[at] !== SPACE && codes[at] !== POINT && codes[at] !== COLON && codes[at] !== HYPHEN) break
  }
  const word = first - 1
  if (word < 0 || tokens.ends[word] !== at + 1 || !means(tokens, word, MONEY_WORD)) return false
  // "16500 Rs. 8 7 5 5 …", "15000 rs 83958 40271": the word belongs to the amount before it.
  const apart = (tokens.starts[first] ?? 0) - (tokens.ends[word] ?? 0) > 1 || classes[tokens.ends[word] ?? 0] === SPACE
  return !(apart && word > 0 && tokens.kinds[word - 1] === NUMBER && isBlank(tokens, word - 1))
}

/** `/-` or a currency word stands after the digits that end with this token. */
export function moneyAfter(tokens: Tokens, last: number): boolean {
  const { codes, classes } = tokens.folded
  const end = tokens.ends[last] ?? 0
  const slash = classes[end] === SPACE ? end + 1 : end
  if (codes[slash] === SLASH && (codes[slash + 1] === HYPHEN || codes[slash + 1] === EQUALS)) return true
  const word = last + 1
  if (word >= tokens.count || tokens.starts[word] === end || !isBlank(tokens, last)) return false
  // "6281824015. Rs 385000": the word belongs to the amount after it.
  if (!means(tokens, word, MONEY_WORD) || codes[end] === POINT) return false
  return !(tokens.kinds[word + 1] === NUMBER && isBlank(tokens, word))
}

/** Nothing but blanks, hyphens or points stand between this token and the next. */
function isBlank({ starts, ends, folded: { codes, classes } }: Tokens, left: number): boolean {
  const from = ends[left] ?? 0
  const to = starts[left + 1] ?? 0
  if (to - from > 2) return false
  for (let i = from; i < to; i++) if (classes[i] !== SPACE && codes[i] !== HYPHEN && codes[i] !== POINT) return false
  return true
}
