import { isGlued } from '../digits/lookalikes.ts'
import { after, at, isCapitalised, isKnown, isUpperCase, means, type Tokens } from '../text/tokens.ts'
import { ANY_LABEL, listOf, wordSet } from '../words/lexicon.ts'

// What belongs to a label or to its number by the look of it: initials, capitals, the beginning of a code.

const INITIALS = wordSet('a/c s/n p/n e/n c/n m/n b/n r/c d/o p/o l/r g/r d/l h/p आर/सी ஆர்/சி')
const LONE_INITIALS = /^[ecskr]$/
const NO_CODES = listOf('no-code')
const NO_ACRONYMS = listOf('no-acronym')
/** Papers whose name is two words; together they need no word for number. */
const COMPOUNDS = listOf('compound')
const MOST_PIECE = 6

/** "A/c", "S/N", "R.C.": two initials that make a label; "m.n." is short for mobile number as well. */
export function isInitials(tokens: Tokens, i: number): boolean {
  const { text, gap } = at(tokens, i)
  if (!/^(?:[./]| )$/.test(gap) || (gap === ' ' && text < '\u0900')) return false
  const initials = `${at(tokens, i - 1).text}/${text}`
  return INITIALS.has(initials) && !(initials === 'm/n' && gap === '.')
}

/** "E. No.", "C No": one initial does, when the word number follows. */
export function isLoneInitial(tokens: Tokens, i: number): boolean {
  const { text, gap } = at(tokens, i)
  return LONE_INITIALS.test(text) && !/['’-]$/.test(gap) && means(at(tokens, i + 1), 'number-noun')
}

/** "M-98765 43210", "M: …", "T: …", "Tel. …": short for mobile and telephone; alone, the one is a measure and the other oil. */
export function isMobileSign(tokens: Tokens, i: number): boolean {
  const { text, gap } = at(tokens, i)
  const next = at(tokens, i + 1)
  if (i < 0 || next.gap === '') return false
  if (text === 'tel') return /^[.:-]/.test(next.gap) || next.kind === 'number'
  // "A/c:" is an account.
  if (at(tokens, i - 1).kind === 'number' || /[/.]$/.test(gap)) return false
  return /^[tpc]$/.test(text) ? next.gap.startsWith(':') : text === 'm' && /^[:=-]/.test(next.gap)
}

/** A few letters of a code that stand apart from its digits: "Chassis no. MB 9876543210". */
export function isCodePrefix(tokens: Tokens, i: number): boolean {
  const token = at(tokens, i)
  if (token.kind !== 'word' || token.text.length > 4 || isKnown(token)) return false
  return isUpperCase(tokens, token) && !NO_CODES.has(token.text)
}

/** "न०": the abbreviation point of Hindi is drawn like its zero. */
export function isAbbreviationSign(tokens: Tokens, i: number): boolean {
  return /^[0o]$/.test(at(tokens, i).text) && isGlued(tokens, i - 1) && means(at(tokens, i - 1), 'number-noun')
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

/** A short piece with letters and digits before the number, as in "S325-1 9876543210": its first token, or -1. */
export function startOfPiece(tokens: Tokens, first: number): number {
  if (first < 2 || at(tokens, first).gap.length > 1) return -1
  const start = startOfCode(tokens, first - 1)
  let signs = ''
  for (let t = start; t < first; t++) signs += at(tokens, t).text
  return /[0-9]/.test(signs) && /[^0-9]/.test(signs) && signs.length <= MOST_PIECE ? start : -1
}

/** "Form 35 no. …": which of several forms it is. */
export function isFormNumber(tokens: Tokens, i: number): boolean {
  const { kind, text } = at(tokens, i)
  return kind === 'number' && text.length <= 3 && means(at(tokens, i - 1), ...ANY_LABEL)
}

/** "FIP no.": capitals that are not read as a word, before the word number in small letters. */
export function isCapitals(tokens: Tokens, i: number): boolean {
  const token = at(tokens, i)
  const next = at(tokens, i + 1)
  if (!/^..?.$/.test(token.text) || isGlued(tokens, i - 1) || !means(next, 'number-noun')) return false
  if (token.word.tags.size > (means(token, 'state') ? 1 : 0)) return false
  if (!isUpperCase(tokens, token) || isUpperCase(tokens, next) || NO_ACRONYMS.has(token.text)) return false
  // "VST 130 DI. Number …": a sentence of its own.
  return !after(tokens, i).startsWith('.') || !(isCapitalised(tokens, next) || means(next, 'number-name'))
}

/** "GRN", "TIN": a known label that is written in capitals, as abbreviations are. */
export function isAcronym(tokens: Tokens, i: number): boolean {
  const token = at(tokens, i)
  return token.text.length >= 3 && token.text.length <= 4 && isUpperCase(tokens, token)
}

/** Whether this word and the one before it name a paper together. */
export function isCompound(tokens: Tokens, i: number): boolean {
  const token = at(tokens, i)
  if (token.gap.length !== 1 || !means(token, ...ANY_LABEL)) return false
  return COMPOUNDS.has(`${at(tokens, i - 1).text} ${token.text}`)
}
