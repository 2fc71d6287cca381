import { type Numeral, readNumerals } from '../digits/numerals.ts'
import { at, hints, isKnown, means, SIGNS, type Token, type Tokens } from '../text/tokens.ts'
import { bitsOf } from '../words/lexicon.ts'

// A window is a row of numerals whose digits together have the shape of a telephone number.

/** A find, in tokens, both ends included. */
export type TokenSpan = { first: number; last: number }

export const KINDS = [
  'mobile',
  'mobile with code',
  'landline',
  'toll-free',
  'bare landline',
  'foreign',
  'two mobiles',
  'local',
] as const
export type Kind = (typeof KINDS)[number]
/** The digits of each kind, in that order. */
const SHAPES =
  /^(?:([6-9]\d{9})|((?:0|91|910|091)[6-9]\d{9}|0091\d{10})|(91\d{10}|0[1-9]\d{8,9})|(18[06]0\d{6,8})|([1-5]\d{9})|(00[1-9]\d{8,12}))$/
/** `aside`: numerals in the midst of it that tell something else. */
export type Window = {
  first: number
  last: number
  kind: Kind
  digits: string
  plus?: boolean
  aside?: { first: number; last: number }
}

/** What stands between a numeral and the next one. */
export type Gap = {
  width: number
  words: number
  /** Words without a meaning. */
  unknown: number
  /** The characters that belong to no word, and how many of them are blanks. */
  signs: string
  blanks: number
  /** What its words mean, as bits. */
  tags: number
  /** The longest word, in letters, and the only word. */
  longest: number
  sole: Token | undefined
  /** The words say that one thing ends here and another begins. */
  parts: boolean
}

/** The numerals of a text and what stands between them. */
export type Scene = {
  tokens: Tokens
  numerals: Numeral[]
  gaps: (Gap | undefined)[]
  /** For each numeral how many digits there are from it to where nothing goes on. */
  reach: number[]
}

/** Past these, two numerals are no parts of one number. */
const MAX_WORDS = 7
const WIDEST = 56
const WIDEST_PLAIN = 24
const MAX_DIGITS = 15
const FEWEST_DIGITS = 9
const FEWEST_LOCAL = 7
/** "2396 7718": a landline without its code. */
const LOCAL = /^[2-6][0-9]{6,7}$/
/** Codes of other countries; numbers in one piece that begin with one, or as mobile numbers of China do. */
const COUNTRY =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-69][0-9]|3[578][0-9]|42[0-9]|5[09][0-9]|6[79][0-9]|8[058][0-9]|9[679][0-9])$/
const ABROAD = /^(?:1[3-9][0-9]{9}|[2-9][0-9]{10,12})$/
const WHOLE = 10
const MAX_ASIDE = 3

const NONE: readonly Window[] = []
const CALL = bitsOf('call')
const OTHER = bitsOf('money-word', 'currency', 'label')
const UNIT = bitsOf('unit')
const ONWARD = bitsOf('order', 'carry-on', 'digit-noun')

export function readScene(tokens: Tokens): Scene {
  const numerals = readNumerals(tokens)
  const gaps = numerals.map((left, n) => {
    const right = numerals[n + 1]
    return right === undefined ? undefined : readGap(tokens, left, right)
  })
  const reach = new Array<number>(numerals.length)
  for (let n = numerals.length - 1; n >= 0; n--)
    reach[n] = (numerals[n]?.digits.length ?? 0) + (gaps[n] === undefined ? 0 : (reach[n + 1] ?? 0))
  return { tokens, numerals, gaps, reach }
}

/** The gap between two numerals, undefined where nothing goes on. */
function readGap(tokens: Tokens, left: Numeral, right: Numeral): Gap | undefined {
  const words = right.first - left.last - 1
  const width = at(tokens, right.first).start - at(tokens, left.last).end
  if (words > MAX_WORDS || width > (words === 0 ? WIDEST_PLAIN : WIDEST)) return undefined
  let signs = ''
  let [unknown, longest, tags, stops] = [0, 0, 0, false]
  for (let i = left.last + 1; i <= right.first; i++) {
    const token = at(tokens, i)
    signs += token.gap
    // A contact that was removed before ends a number; digits here only count others.
    if (token.kind === 'mark') return undefined
    stops ||= /[.।] /.test(token.gap)
    if (token.kind !== 'word' || i === right.first) continue
    tags |= token.word.hints
    if (!isKnown(token)) unknown++
    longest = Math.max(longest, token.text.length)
  }
  const only = at(tokens, left.last + 1)
  const sole = words === 1 && only.kind === 'word' ? only : undefined
  const blanks = countBlanks(signs)
  const other = stops || (tags & OTHER) !== 0 || ((tags & UNIT) !== 0 && longest > 1)
  const parts = words > 0 && blanks > 0 && other && (tags & ONWARD) === 0
  return { width, words, unknown, signs, blanks, tags, longest, sole, parts }
}

function countBlanks(signs: string): number {
  let blanks = 0
  for (let i = 0; i < signs.length; i++) if (signs.charCodeAt(i) === 32) blanks++
  return blanks
}

/** The only character between two numerals; the empty string where there is none or more than one. */
export function signOf(gap: Gap | undefined): string {
  return gap?.width === 1 && gap.words === 0 ? gap.signs : ''
}

/** Whether a plus stands right before this token; "94,172 + 25,608" is a sum. */
export function hasPlus(tokens: Tokens, i: number): boolean {
  const { gap, signs } = at(tokens, i)
  if ((signs & SIGNS.PLUS) === 0 || !/\+[ (]{0,2}$/.test(gap)) return false
  return !(at(tokens, i - 1).kind === 'number' && /^(?: \+ [ (]?|\+[ (]{0,2})$/.test(gap))
}

const digitsAt = (scene: Scene, n: number): string => scene.numerals[n]?.digits ?? ''

/** All windows that begin with this numeral, at most a few; plain ones have no words in them. */
export function windowsAt(scene: Scene, n: number, plain = false): readonly Window[] {
  const { tokens, numerals } = scene
  const called = !plain && hints(tokens, CALL)
  if ((scene.reach[n] ?? 0) < (called ? FEWEST_LOCAL : FEWEST_DIGITS)) return NONE
  const own = digitsAt(scene, n)
  if (own.length > MAX_DIGITS) {
    const two = /^(?:[6-9][0-9]{9}|91[0-9]{10}){2}$/.test(own) && own.length % 4 === 0
    return two ? [{ first: n, last: n, kind: 'two mobiles', digits: own }] : NONE
  }
  const plus = hasPlus(tokens, numerals[n]?.first ?? 0)
  const gap = scene.gaps[n]
  // Few numerals begin a number where nobody speaks of calling.
  if (own >= '2' && own < '6' && !plus && !called) return NONE
  // "0 accidents\n\nMobile 98765 43210": what stands words or lines away is no prefix.
  const apart = (gap?.words !== 0 || gap.signs.includes('\n')) && /^(?:0|91|091|0091)$/.test(own)
  // Digits that no number begins with.
  const vain = plus || called ? /^000/ : /^(?:000|1[^8])/
  const fewest = plus ? FEWEST_DIGITS : FEWEST_DIGITS + 1
  const windows: Window[] = []
  let [digits, lettered] = ['', false]
  for (let last = n; last < numerals.length; last++) {
    digits += digitsAt(scene, last)
    if (digits.length > MAX_DIGITS || vain.test(digits)) break
    const kind =
      digits.length >= fewest
        ? (kindOf(digits, plus, called, last === n) ??
          (called && !plus && isAbroad(own, digits) && isRung(scene, n, last) ? 'foreign' : undefined))
        : called && !plus && LOCAL.test(digits) && last - n < 2 && isRung(scene, n, last)
          ? 'local'
          : undefined
    // "0662LRN1284362" is a code: no number with a prefix is written with letters right between its digits.
    const coded = lettered && own.startsWith('0') && own.length > 1
    if (kind !== undefined && !coded && !(apart && kind === 'mobile with code'))
      windows.push({ first: n, last, kind, digits, plus })
    const next = scene.gaps[last]
    if (next === undefined || (plain && next.words > 0) || (next.parts && !isDisguise(scene, last))) break
    // A number that begins like a code of a country or a town has no words in it.
    if (next.words > 0 && /^(?:00|[1-5])/.test(own) && (next.tags & ONWARD) === 0) break
    lettered ||= next.words > 0 && next.blanks === 0
  }
  // "first five 98765 last five 43210", "line 1 98765 line 2 43210": what stands between two halves only counts.
  const halves = own + digitsAt(scene, n + 2)
  const next = scene.gaps[n + 1]
  const counted = !plain && gap !== undefined && next !== undefined && gap.words + next.words > 0
  if (counted && own.length > 2 && digitsAt(scene, n + 1).length === 1 && /^[6-9][0-9]{9}$/.test(halves))
    windows.push({ first: n, last: n + 2, kind: 'mobile', digits: halves })
  const split = plain || !/^[6-9]/.test(own) ? undefined : splitWindow(scene, n)
  if (split !== undefined) windows.push(split)
  return windows
}

/** "98765 (45 HP) 43210": two halves of a mobile number with a figure of the machine between them. */
function splitWindow(scene: Scene, n: number): Window | undefined {
  const { numerals, gaps, tokens } = scene
  const left = groupAt(scene, n)
  let last = left.last + 1
  while (last < left.last + MAX_ASIDE && /^[.,/]$/.test(signOf(gaps[last]))) last++
  const tags = (gaps[left.last]?.tags ?? 0) | (gaps[last]?.tags ?? 0)
  const isOther = (tags & (UNIT | OTHER)) !== 0 || /^(?:19|20)[0-9]{2}$/.test(digitsAt(scene, left.last + 1))
  if (!isOther || gaps[last] === undefined) return undefined
  const right = groupAt(scene, last + 1)
  const digits = left.digits + right.digits
  const isMeasure = [left, right].some((group) => {
    const next = at(tokens, (numerals[group.last]?.last ?? 0) + 1)
    return /^[ -]?$/.test(next.gap) && means(next, 'unit')
  })
  if (isMeasure || Math.min(left.digits.length, right.digits.length) < 3 || !/^[6-9][0-9]{9}$/.test(digits))
    return undefined
  return { first: n, last: right.last, kind: 'mobile', digits, aside: { first: left.last + 1, last } }
}

/** The digits that stand together from this numeral on, with nothing but a blank or a dash between them. */
function groupAt(scene: Scene, n: number): { last: number; digits: string } {
  let last = n
  let digits = digitsAt(scene, n)
  while (/^[ -]$/.test(signOf(scene.gaps[last])) && digits.length < WHOLE) digits += digitsAt(scene, ++last)
  return { last, digits }
}

/** "Rs.99 Rs.52 Rs.14", "9654 lakh 310 hazar 872": the same word again, or words that only count, may hide a number. */
function isDisguise({ gaps }: Scene, n: number): boolean {
  const sole = gaps[n]?.sole
  if (sole === undefined) return false
  return means(sole, 'scale') || sole.text === gaps[n + 1]?.sole?.text || sole.text === gaps[n - 1]?.sole?.text
}

/** "86-539-7162448", "15863390472": a number of another country without its plus. */
function isAbroad(own: string, digits: string): boolean {
  return own === digits ? ABROAD.test(digits) : COUNTRY.test(own) && digits.length <= MAX_DIGITS - 2
}

/** "Ring 2396 7718 or 2396 7719", "2658 9043 (code 079)": words for calling right before it, or the code of a town after it. */
function isRung({ tokens, numerals }: Scene, first: number, last: number): boolean {
  const end = numerals[last]?.last ?? 0
  for (let t = end + 1; t <= end + 4; t++) if (/^0[1-9][0-9]{1,3}$/.test(at(tokens, t).text)) return true
  const start = numerals[first]?.first ?? 0
  for (let t = start - 1; t >= start - 8; t--) {
    const token = at(tokens, t)
    if (means(token, 'call')) return true
    if (token.kind !== 'number' && !means(token, 'join', 'number-noun', 'filler', 'copula', 'on')) return false
  }
  return false
}

/** By its digits what a number may be. */
function kindOf(digits: string, plus: boolean, called: boolean, alone: boolean): Kind | undefined {
  if (plus && !/^91\d{9}/.test(digits))
    return digits.startsWith('0') ? undefined : alone && /^[6-9]\d{9}$/.test(digits) ? 'mobile' : 'foreign'
  const found = SHAPES.exec(digits)
  const kind = KINDS[found === null ? -1 : found.findIndex((part, k) => k > 0 && part !== undefined) - 1]
  return kind === 'bare landline' && !called ? undefined : kind
}
