import { isGlued } from '../digits/lookalikes.ts'
import { sourceStart } from '../text/fold.ts'
import { at, isKnown, isUpperCase, means, type Tokens } from '../text/tokens.ts'
import { ANY_LABEL, wordSet } from '../words/lexicon.ts'

// What belongs to a label or to its number by the look of it: initials, capitals, the beginning of a code.

const INITIALS = wordSet('a/c s/n p/n e/n c/n m/n b/n r/c d/o p/o l/r g/r d/l h/p आर/सी ஆர்/சி')
const MOST_PIECE = 7
const LONE_INITIALS = /^[ecskr]$/

/** "A/c", "S/N", "R.C.": two initials that make a label; "m.n." is short for mobile number as well. */
export function isInitials(tokens: Tokens, i: number): boolean {
  const { text, gap } = at(tokens, i)
  if (text.length > 2 || (gap !== '.' && gap !== '/')) return false
  const initials = `${at(tokens, i - 1).text}/${text}`
  return INITIALS.has(initials) && !(initials === 'm/n' && gap === '.')
}

/** "E. No.", "C No": one initial does, when the word number follows. */
export function isLoneInitial(tokens: Tokens, i: number): boolean {
  const { text, gap } = at(tokens, i)
  return LONE_INITIALS.test(text) && !/['’-]$/.test(gap) && means(at(tokens, i + 1), 'number-noun')
}

/** "Chassis no. MB 98…", "S325-1 98…": the first token of a few capitals or signs of a code that end here, or -1. */
export function startOfPiece(tokens: Tokens, i: number): number {
  const token = at(tokens, i)
  if (isInitials(tokens, i)) return -1
  const start = startOfCode(tokens, i)
  const piece = tokens.folded.text.slice(at(tokens, start).start, token.end)
  if (piece.length <= MOST_PIECE && /[0-9]/.test(piece) && /[^0-9.-]/.test(piece)) return start
  if (token.kind !== 'word' || token.text.length > 4 || isKnown(token)) return -1
  return isUpperCase(tokens, token) ? i : -1
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

/** `EKXW2A1234567890`: capitals and digits by turns are a code; a registration number may stand against a telephone number. */
export function isMixedCode(tokens: Tokens, code: number, token: number): boolean {
  if (token - code < 3 || means(at(tokens, code), 'state') || isGlued(tokens, token)) return false
  const { folded } = tokens
  const [start, end] = [code, token].map((t) => sourceStart(folded, at(tokens, t).start))
  return /^[A-Z][A-Z0-9]+$/.test(folded.source.slice(start, end))
}

/** "Form 35 no. …", "engine WP6G125E22 no. …": the first token of what stands between a label and its word number, or -1. */
export function startOfModel(tokens: Tokens, i: number): number {
  let first = i
  while (first > i - 8 && isGlued(tokens, first - 1)) first--
  const { kind, text } = at(tokens, i)
  const isCode = first < i || (kind === 'number' && text.length <= 3)
  return isCode && means(at(tokens, first - 1), ...ANY_LABEL) ? first : -1
}
