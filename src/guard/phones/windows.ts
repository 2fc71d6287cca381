import { type Numeral, readNumerals } from '../digits/numerals.ts'
import { at, isKnown, type Token, type Tokens } from '../text/tokens.ts'
import type { Tag } from '../words/lexicon.ts'

// A window is a row of numerals whose digits together have the shape of a telephone number.

export type Kind =
  | 'mobile'
  | 'mobile with code'
  | 'landline'
  | 'bare landline'
  | 'toll-free'
  | 'foreign'
  | 'two mobiles'
export type Window = { first: number; last: number; kind: Kind; digits: string; plus: boolean }

/** What stands between a numeral and the next one. */
export type Gap = {
  width: number
  words: number
  /** Words without a meaning. */
  unknown: number
  /** The characters that belong to no word, and how many of them are blanks. */
  signs: string
  blanks: number
  tags: ReadonlySet<Tag>
  /** The longest word, in letters, and the only word. */
  longest: number
  sole: Token | undefined
}

/** The numerals of a text and what stands between them. */
export type Scene = { tokens: Tokens; numerals: Numeral[]; gaps: (Gap | undefined)[] }

/** Past these, two numerals are no parts of one number. */
const MOST_WORDS = 7
const WIDEST = 56
const WIDEST_PLAIN = 24
const MOST_DIGITS = 15
const FEWEST_DIGITS = 9

const NO_TAGS = new Set<Tag>()

export function readScene(tokens: Tokens): Scene {
  const numerals = readNumerals(tokens)
  const gaps = numerals.map((left, n) => {
    const right = numerals[n + 1]
    return right === undefined ? undefined : readGap(tokens, left, right)
  })
  return { tokens, numerals, gaps }
}

/** The gap between two numerals, undefined where nothing goes on. */
function readGap(tokens: Tokens, left: Numeral, right: Numeral): Gap | undefined {
  const words = right.first - left.last - 1
  const width = at(tokens, right.first).start - at(tokens, left.last).end
  if (words > MOST_WORDS || width > (words === 0 ? WIDEST_PLAIN : WIDEST)) return undefined
  let signs = ''
  let [unknown, longest] = [0, 0]
  const tags = words === 0 ? NO_TAGS : new Set<Tag>()
  for (let i = left.last + 1; i <= right.first; i++) {
    const token = at(tokens, i)
    signs += token.gap
    // A contact that was removed before ends a number; digits here only count others.
    if (token.kind === 'mark') return undefined
    if (token.kind !== 'word' || i === right.first) continue
    for (const tag of token.word.tags) tags.add(tag)
    if (!isKnown(token)) unknown++
    longest = Math.max(longest, token.text.length)
  }
  const only = at(tokens, left.last + 1)
  const sole = words === 1 && only.kind === 'word' ? only : undefined
  const blanks = signs.length - signs.replaceAll(' ', '').length
  return { width, words, unknown, signs, blanks, tags, longest, sole }
}

/** The only character between two numerals; the empty string where there is none or more than one. */
export function signOf(gap: Gap | undefined): string {
  return gap !== undefined && gap.width === 1 && gap.words === 0 ? gap.signs : ''
}

/** Whether a plus stands right before this token; "94,172 + 25,608" is a sum. */
export function hasPlus(tokens: Tokens, i: number): boolean {
  const { gap } = at(tokens, i)
  if (!gap.includes('+') || !/\+[ (]{0,2}$/.test(gap)) return false
  return !(at(tokens, i - 1).kind === 'number' && /^(?: \+ [ (]?|\+[ (]{0,2})$/.test(gap))
}

const digitsAt = (scene: Scene, n: number): string => scene.numerals[n]?.digits ?? ''

/** All windows that begin with this numeral, at most a few. */
export function windowsAt(scene: Scene, n: number): Window[] {
  const { tokens, numerals } = scene
  const own = digitsAt(scene, n)
  if (own.length > MOST_DIGITS) {
    const two = /^(?:[6-9][0-9]{9}|91[0-9]{10}){2}$/.test(own) && own.length % 4 === 0
    return two ? [{ first: n, last: n, kind: 'two mobiles', digits: own, plus: false }] : []
  }
  const plus = hasPlus(tokens, numerals[n]?.first ?? 0)
  const called = tokens.seen.has('call')
  const gap = scene.gaps[n]
  if (/^[2-5]/.test(own) && !plus && !called) return []
  // "0 accidents\n\nMobile 98765 43210": what stands words or lines away is no prefix.
  const apart = /^(?:0|91|091|0091)$/.test(own) && (gap?.words !== 0 || gap.signs.includes('\n'))
  const windows: Window[] = []
  let digits = ''
  for (let last = n; last < numerals.length; last++) {
    digits += digitsAt(scene, last)
    if (digits.length > MOST_DIGITS) break
    const kind = digits.length < FEWEST_DIGITS ? undefined : kindOf(digits, plus, called, last === n)
    if (kind !== undefined && !(apart && kind === 'mobile with code'))
      windows.push({ first: n, last, kind, digits, plus })
    // A plus begins another number.
    if (scene.gaps[last] === undefined || hasPlus(tokens, numerals[last + 1]?.first ?? 0)) break
  }
  // "first five 98765 last five 43210", "line 1 98765 line 2 43210": what stands between two halves only counts.
  const halves = own + digitsAt(scene, n + 2)
  const next = scene.gaps[n + 1]
  const counted = gap !== undefined && next !== undefined && gap.words + next.words > 0
  if (counted && own.length > 2 && digitsAt(scene, n + 1).length === 1 && /^[6-9][0-9]{9}$/.test(halves))
    windows.push({ first: n, last: n + 2, kind: 'mobile', digits: halves, plus: false })
  return windows
}

/** By its digits alone what a number may be. */
function kindOf(digits: string, plus: boolean, called: boolean, alone: boolean): Kind | undefined {
  const size = digits.length
  const first = digits.charAt(0)
  const india = digits.startsWith('91')
  const isMobile = (prefix: number): boolean => size === prefix + 10 && digits.charAt(prefix) >= '6'
  if (plus && !(india && size >= 11)) {
    if (first === '0') return undefined
    return alone && isMobile(0) ? 'mobile' : 'foreign'
  }
  if (isMobile(0)) return 'mobile'
  if (first === '1' && /^18[06]0/.test(digits)) return size >= 10 && size <= 12 ? 'toll-free' : undefined
  if (india && (isMobile(2) || (digits.startsWith('910') && isMobile(3)))) return 'mobile with code'
  if (india && size === 12) return 'landline'
  if (first === '0') {
    if (isMobile(1) || (digits.startsWith('091') && isMobile(3))) return 'mobile with code'
    if (digits.startsWith('00')) {
      if (digits.startsWith('0091') && size === 14) return 'mobile with code'
      return size >= 11 && digits.charAt(2) > '0' ? 'foreign' : undefined
    }
    return size === 10 || size === 11 ? 'landline' : undefined
  }
  return called && size === 10 && first < '6' ? 'bare landline' : undefined
}
