import { type Numeral, readNumerals } from '../digits/numerals.ts'
import { bitsOf } from '../lexicon/lexicon.ts'
import { hints, means, SIGNS, type TextToken, type TextTokens, tokenAt } from '../text/tokens.ts'

export type TokenSpan = { first: number; last: number }

export const KINDS = [
  ...(['mobile', 'mobile with code', 'landline', 'toll-free', 'bare landline', 'foreign'] as const),
  'local' as const,
]
type Kind = (typeof KINDS)[number]
const SHAPES =
  /^(?:([6-9]\d{9})|((?:0|91|910|091)[6-9]\d{9}|0091\d{10})|(910?\d{10}|0[1-9]\d{8,9})|(18[06]0\d{6,8})|([1-5]\d{9})|(00[1-9]\d{8,12}))$/
/** A row of numerals whose digits together have the shape of a telephone number. */
export type CandidateSpan = { first: number; last: number; kind: Kind; digits: string; plus: boolean }

export type Separator = {
  width: number
  words: number
  /** The characters that belong to no word, and how many of them are blanks. */
  signs: string
  blanks: number
  tags: number
  sole: TextToken | undefined
  /** The words say that one thing ends here and another begins. */
  parts: boolean
}

export type TextContext = {
  tokens: TextTokens
  numerals: Numeral[]
  separators: (Separator | undefined)[]
}

/** Past these, two numerals are no parts of one number. */
const MAX_WORDS = 7
const WIDEST = 56
const WIDEST_PLAIN = 24
const MAX_DIGITS = 15
const FEWEST_DIGITS = 9
/** "2396 7718": a landline without its code; of six digits only with the code behind it. */
const LOCAL = /^[2-6][0-9]{6,7}$/
const SHORT = /^[2-7][0-9]{5}$/
/** Codes of other countries, and numbers in one piece that begin with one. */
const COUNTRY =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-69][0-9]|3[578][0-9]|42[0-9]|5[09][0-9]|6[79][0-9]|8[058][0-9]|9[679][0-9])$/
const ABROAD = /^(?:1[3-9][0-9]{9}|[2-9][0-9]{10,12})$/

const STOPS = SIGNS.POINT | SIGNS.DANDA
const CALL = bitsOf('call')
const OTHER = bitsOf('money-word', 'currency', 'label')
const UNIT = bitsOf('unit')
const ONWARD = bitsOf('order', 'carry-on', 'digit-noun')

export function readTextContext(tokens: TextTokens): TextContext {
  const numerals = readNumerals(tokens)
  const separators = numerals.map((left, n) => {
    const right = numerals[n + 1]
    return right === undefined ? undefined : readSeparator(tokens, left, right)
  })
  return { tokens, numerals, separators }
}

function readSeparator(tokens: TextTokens, left: Numeral, right: Numeral): Separator | undefined {
  const words = right.first - left.last - 1
  const width = tokenAt(tokens, right.first).start - tokenAt(tokens, left.last).end
  if (words > MAX_WORDS || width > (words === 0 ? WIDEST_PLAIN : WIDEST)) return undefined
  let signs = ''
  let [longest, tags, stops] = [0, 0, false]
  for (let i = left.last + 1; i <= right.first; i++) {
    const token = tokenAt(tokens, i)
    signs += token.before
    if (token.kind === 'mark') return undefined
    stops ||= (token.signs & STOPS) !== 0 && /[.।] /.test(token.before)
    if (i === right.first) break
    tags |= token.word.hints
    longest = Math.max(longest, token.text.length)
  }
  const sole = words === 1 ? tokenAt(tokens, left.last + 1) : undefined
  const blanks = signs.split(' ').length - 1
  const other = stops || (tags & OTHER) !== 0 || ((tags & UNIT) !== 0 && longest > 1)
  const parts = words > 0 && blanks > 0 && other && (tags & ONWARD) === 0
  return { width, words, signs, blanks, tags, sole, parts }
}

/** The only character between two numerals; the empty string where there is none or more than one. */
export function signOf(separator: Separator | undefined): string {
  return separator?.width === 1 && separator.words === 0 ? separator.signs : ''
}

const hasPlus = (tokens: TextTokens, i: number): boolean => /\+[ (]{0,2}$/.test(tokenAt(tokens, i).before)

const digitsAt = (scene: TextContext, n: number): string => scene.numerals[n]?.digits ?? ''

export function candidateSpansAt(scene: TextContext, n: number, plain = false): readonly CandidateSpan[] {
  const { tokens, numerals } = scene
  const called = !plain && hints(tokens, CALL)
  const firstDigits = digitsAt(scene, n)
  const plus = hasPlus(tokens, numerals[n]?.first ?? 0)
  const separator = scene.separators[n]
  // Few numerals begin a number in a text without a word for calling.
  if (firstDigits >= '2' && firstDigits < '6' && !plus && !called) return []
  // A prefix is not words or lines away: "0 accidents\n\nMobile 98765 43210".
  const isApart = (separator?.words !== 0 || separator.signs.includes('\n')) && /^(?:0|91|091|0091)$/.test(firstDigits)
  const fewest = plus ? FEWEST_DIGITS : FEWEST_DIGITS + 1
  const candidates: CandidateSpan[] = []
  let digits = ''
  for (let last = n; last < numerals.length; last++) {
    digits += digitsAt(scene, last)
    if (digits.length > MAX_DIGITS || digits.startsWith('000')) break
    let kind = digits.length >= fewest ? kindOf(digits, plus, called, last === n) : undefined
    if (kind === undefined && called && !plus) kind = kindOfCalled(scene, n, last, digits)
    if (kind !== undefined && !(isApart && kind === 'mobile with code'))
      candidates.push({ first: n, last, kind, digits, plus })
    const next = scene.separators[last]
    if (next === undefined || (plain && next.words > 0) || next.parts) break
    // A number with a code has no words in it.
    if (next.words > 0 && /^(?:00|[1-5])/.test(firstDigits) && (next.tags & ONWARD) === 0) break
  }
  return candidates
}

/** "Ring 2396 7718", "24 37 18 (code 01432)", "86-539-7162448": one only with a word for calling. */
function kindOfCalled(scene: TextContext, first: number, last: number, digits: string): Kind | undefined {
  const isCoded = adjacentCode(scene, scene.numerals[last]?.last ?? 0, 1) !== undefined
  if (SHORT.test(digits)) return isCoded ? 'local' : undefined
  const code = digitsAt(scene, first)
  const isAbroad = code === digits ? ABROAD.test(digits) : COUNTRY.test(code) && digits.length > FEWEST_DIGITS
  if (!isAbroad && !LOCAL.test(digits)) return undefined
  return isCoded || isRung(scene, first) ? (isAbroad ? 'foreign' : 'local') : undefined
}

/** The token near these numerals, on one side of them, that is the code of a town. */
export function adjacentCode({ tokens }: TextContext, end: number, direction: 1 | -1): number | undefined {
  const near = [1, 2, 3, 4, 5].map((step) => end + step * direction)
  return near.find((i) => /^0[1-9][0-9]{1,3}$/.test(tokenAt(tokens, i).text))
}

function isRung({ tokens, numerals }: TextContext, first: number): boolean {
  const start = numerals[first]?.first ?? 0
  for (let t = start - 1; t >= start - 8; t--) {
    const token = tokenAt(tokens, t)
    if (means(token, 'call')) return true
    if (token.kind !== 'number' && !means(token, 'join', 'number-noun', 'filler', 'copula', 'on')) return false
  }
  return false
}

function kindOf(digits: string, plus: boolean, called: boolean, alone: boolean): Kind | undefined {
  if (plus && !/^91\d{9}/.test(digits))
    return digits.startsWith('0') ? undefined : alone && /^[6-9]\d{9}$/.test(digits) ? 'mobile' : 'foreign'
  const match = SHAPES.exec(digits)
  const kind = KINDS[match === null ? -1 : match.findIndex((part, k) => k > 0 && part !== undefined) - 1]
  return kind === 'bare landline' && !called ? undefined : kind
}
