import { isGlued } from '../digits/lookalikes.ts'
import { at, isKnown, isUpperCase, means, type Tokens } from '../text/tokens.ts'
import { ANY_LABEL, listOf, wordSet } from '../words/lexicon.ts'

// What belongs to a label or to its number by the look of it: initials, capitals, the beginning of a code.

const INITIALS = wordSet('a/c s/n p/n e/n c/n m/n b/n r/c d/o p/o l/r g/r d/l h/p आर/सी ஆர்/சி')
const MOST_PIECE = 6
const LONE_INITIALS = /^[ecskr]$/
const NO_CODES = listOf('no-code')

/** "A/c", "S/N", "R.C.": two initials that make a label; "m.n." is short for mobile number as well. */
export function isInitials(tokens: Tokens, i: number): boolean {
  const { text, gap } = at(tokens, i)
  if (gap !== '.' && gap !== '/' && (gap !== ' ' || text < '\u0900')) return false
  const initials = `${at(tokens, i - 1).text}/${text}`
  return INITIALS.has(initials) && !(initials === 'm/n' && gap === '.')
}

/** "E. No.", "C No": one initial does, when the word number follows. */
export function isLoneInitial(tokens: Tokens, i: number): boolean {
  const { text, gap } = at(tokens, i)
  return LONE_INITIALS.test(text) && !/['’-]$/.test(gap) && means(at(tokens, i + 1), 'number-noun')
}

/** A few letters of a code that stand apart from its digits: "Chassis no. MB 9876543210". */
export function isCodePrefix(tokens: Tokens, i: number): boolean {
  const token = at(tokens, i)
  if (token.kind !== 'word' || token.text.length > 4 || isKnown(token)) return false
  return isUpperCase(tokens, token) && !NO_CODES.has(token.text)
}

/** Letters and digits that stand against the number, as in `E3.1234567890`, belong to it. */
export function startOfCode(tokens: Tokens, i: number): number {
  let first = i
  while (first > i - 6 && first > 0) {
    const { gap } = at(tokens, first)
    const before = at(tokens, first - 1)
    const short = before.kind === 'number' || before.text.length <= 4
    const known = means(before, 'call', 'number-noun', ...ANY_LABEL)
    if (gap !== '' && !(/^[./-]$/.test(gap) && short)) break
    if (known && (gap !== '' || before.text.length > 2)) break
    first--
  }
  return first
}

/** `EKXW2A1234567890`: capitals and digits by turns before the number are the beginning of a code, not words glued on. */
export function isMixedCode(tokens: Tokens, i: number): boolean {
  let first = i
  while (first > i - 6 && isGlued(tokens, first - 1)) first--
  // A registration number may stand against a telephone number.
  if (i - first < 3 || at(tokens, first).kind !== 'word' || means(at(tokens, first), 'state')) return false
  // "JCB3DX8447016293urgent": no code goes on in small letters.
  if (isGlued(tokens, i) && !isUpperCase(tokens, at(tokens, i + 1))) return false
  for (let t = first; t < i; t++) if (at(tokens, t).kind === 'word' && !isUpperCase(tokens, at(tokens, t))) return false
  return true
}

/** "Form 35 no. …": which of several forms it is. */
export function isFormNumber(tokens: Tokens, i: number): boolean {
  const { kind, text } = at(tokens, i)
  return kind === 'number' && text.length <= 3 && means(at(tokens, i - 1), ...ANY_LABEL)
}

/** A short piece with letters and digits before the number, as in "S325-1 9876543210": its first token, or -1. */
export function startOfPiece(tokens: Tokens, first: number): number {
  if (first < 2 || at(tokens, first).gap.length > 1) return -1
  const start = startOfCode(tokens, first - 1)
  let signs = ''
  for (let t = start; t < first; t++) signs += at(tokens, t).text
  return /[0-9]/.test(signs) && /[^0-9]/.test(signs) && signs.length <= MOST_PIECE ? start : -1
}
