import { isAlphanumeric, isBlank } from './text/spans.ts'
import { isTelling, NUMBER, type Tokens, WORD } from './text/tokens.ts'
import { digitsOf, mayBeginNumber } from './words/lexicon.ts'
import {
  AT,
  CURRENCY,
  DOT,
  HUNDRED_WORD,
  MAIL_HOST,
  SOCIAL,
  THRICE_WORD,
  TLD,
  TLD_WORD,
  TWICE_WORD,
  UNIT,
} from './words/vocabulary.ts'

// A text is read again after its contacts were taken out, since what is left may make up another. Between two contacts
// there is nothing to be found again where neither ten digits nor any part of an address are left.

const FEWEST_DIGITS = 10
const SCHEME_REACH = 12
const DOT_REACH = 5
const COLON = 58
const HYPHEN = 45
const SLASH = 47
const LOW_LINE = 95
const POINT = 46
const OF_ADDRESS = AT | MAIL_HOST | SOCIAL
const REPEATING = TWICE_WORD | THRICE_WORD | HUNDRED_WORD

/** Whether a text that was read is such that the same words will be read in it next time. */
export function mayBeCalm(tokens: Tokens): boolean {
  return !tokens.noisy && !tokens.hasSpelledLetters && !tokens.folded.disguised && tokens.markCount === 0
}

/** Whether nothing could be found between these two places, of which contacts begin and end; `token` is the first there. */
export function isCalm(tokens: Tokens, token: number, from: number, to: number): boolean {
  const { folded, starts } = tokens
  // Letters or digits that stand against a contact may be read otherwise without it.
  if ((from > 0 && isAlphanumeric(folded, from)) || (to < folded.length && isAlphanumeric(folded, to - 1))) return false
  let digits = 0
  for (let t = token; t < tokens.count && (starts[t] ?? 0) < to; t++) {
    digits = breaksDigits(tokens, t) ? 0 : digits + mostDigits(tokens, t)
    if (digits >= FEWEST_DIGITS || isOfAddress(tokens, t, from, to)) return false
  }
  return true
}

/** "2200 hours, price 4,50,000": digits on either side of a unit or a price belong to no number. */
function breaksDigits({ folded: { codes }, kinds, starts, ends, entries, meanings }: Tokens, token: number): boolean {
  if (kinds[token] !== WORD || ((meanings[token] ?? 0) & (UNIT | CURRENCY)) === 0) return false
  const start = starts[token] ?? 0
  const end = ends[token] ?? 0
  if (end - start === 1 || ends[token - 1] === start || starts[token + 1] === end) return false
  return codes[start - 1] !== HYPHEN && codes[end] !== HYPHEN && digitsOf(entries[token] ?? 0) === ''
}

/** More digits than this no token stands for. */
function mostDigits({ folded, kinds, starts, ends, entries, meanings }: Tokens, token: number): number {
  const start = starts[token] ?? 0
  const length = (ends[token] ?? 0) - start
  if (kinds[token] === NUMBER) return length
  if (ends[token - 1] === start || ends[token] === starts[token + 1]) return length
  if (((meanings[token] ?? 0) & REPEATING) !== 0) return FEWEST_DIGITS
  const entry = entries[token] ?? 0
  if (entry !== 0) return digitsOf(entry).length
  return mayBeginNumber(folded.codes[start] ?? 0, folded.codes[start + 1] ?? 0) ? Math.max(2, length >> 1) : 2
}

function isOfAddress({ folded, starts, ends, meanings }: Tokens, token: number, from: number, to: number): boolean {
  const { codes } = folded
  const end = ends[token] ?? 0
  const start = starts[token] ?? 0
  const meaning = meanings[token] ?? 0
  if ((meaning & OF_ADDRESS) !== 0 || codes[end] === LOW_LINE) return true
  if (isTelling(codes, start, end)) return true
  for (let i = end; i < end + SCHEME_REACH && i < to; i++) if (codes[i] === SLASH) return true
  if (codes[end] === COLON && end + 1 < to && !isBlank(folded, end + 1)) return true
  if ((meaning & (TLD | TLD_WORD)) === 0) return false
  if (((meanings[token - 1] ?? 0) & DOT) !== 0 || ((meanings[token + 1] ?? 0) & DOT) !== 0) return true
  for (let i = start - 1; i >= from && i >= start - DOT_REACH; i--) if (codes[i] === POINT) return true
  return false
}
