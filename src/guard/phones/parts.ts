import type { Numeral } from '../digits/numerals.ts'
import { labelsBefore } from '../labels/labels.ts'
import { at, hints, means, meansNear, type Token, type Tokens } from '../text/tokens.ts'
import { bitsOf } from '../words/lexicon.ts'
import { type Kind, type Scene, signOf, type TokenSpan, type Window } from './windows.ts'

// "first half 90036, tyres 70%, second half 41872", "9 farmers saw it, 7 liked it …": a mobile number in numerals that stand
// apart. Which of them are meant as one the trees decide.

const WHOLE = 10
const SMALLEST = 2
const MAX_PARTS = 4
const REACH = 5
/** A text with more figures would only take long. */
const MAX_FIGURES = 200
const MAX_FOUND = 24
/** So many tokens may stand between two numerals of a number. */
const WIDEST = 40
const YEAR = /^(?:19|20)[0-9]{2}$/
const ONWARD = bitsOf('order', 'digit-noun', 'ending', 'carry-on')
const CALL = bitsOf('call')
const TELLING = CALL | bitsOf('order', 'digit-noun', 'ending', 'number-name', 'riddle', 'reverse')
const ORDER = bitsOf('order', 'riddle')
const STRIPPED = bitsOf('strip', 'riddle')
const BACKWARDS = bitsOf('riddle', 'reverse')
const MEASURE = bitsOf('unit', 'money-word', 'currency')
const LABEL = bitsOf('label', 'soft-label', 'spare')

/** Windows of numerals that stand apart: all in a row, those that are told as parts, or those that are nothing else. */
export function scatteredWindows(scene: Scene): Window[] {
  const { tokens, numerals } = scene
  const found = new Map<string, Window>()
  // Most texts have too few digits.
  const size = numerals.reduce((sum, { digits }) => sum + digits.length, 0)
  if (numerals.length > MAX_FIGURES || size < WHOLE) return []
  const all = Array.from(numerals.keys()).filter((n) => !isPiece(scene, n))
  const own = all.filter((n) => !isExplained(tokens, numerals[n] as Numeral))
  // "Line 1 70873, line 2 15479", "98155 (2015 model) 00321": small figures only count, and a year is one.
  const large = own.filter((n) => /^(?!(?:19|20)..$)...+/.test(numerals[n]?.digits ?? ''))
  const rows = [own, large]
  if (hints(tokens, TELLING)) {
    const told = all.filter((n) => partAt(scene, n).sign > 1)
    const plain = told.filter((n) => own.includes(n))
    rows.push(all, told, plain)
    // "9.8722 lakh and 40.156 thousand, forget the dots"
    if (hints(tokens, STRIPPED)) rows.push(Array.from(numerals.keys()))
  }
  for (const row of rows) {
    for (let k = 0; k < row.length && found.size < MAX_FOUND; k++) {
      const window = windowOf(scene, row, k)
      if (window !== undefined) found.set(String(window.own), window)
    }
  }
  return [...found.values()]
}

/** The window of the next numerals of a row from this place on, if they make a mobile number. */
function windowOf({ tokens, numerals }: Scene, row: number[], from: number): Window | undefined {
  let [digits, end, last] = ['', from, row[from] ?? 0]
  for (; end < row.length && digits.length < WHOLE; end++) {
    const n = row[end] ?? 0
    const distance = (numerals[n]?.first ?? 0) - (numerals[last]?.last ?? 0)
    if (distance > WIDEST) return undefined
    digits += numerals[n]?.digits ?? ''
    last = n
  }
  const own = row.slice(from, end)
  const pieces = own.map((n) => numerals[n]?.digits ?? '')
  const kind = kindOf(tokens, digits, pieces)
  return kind && { first: own[0] ?? 0, last, kind, digits, own }
}

function kindOf(tokens: Tokens, digits: string, pieces: string[]): Kind | undefined {
  if (digits.length !== WHOLE) return undefined
  if (/^[6-9]/.test(digits)) return pieces.length > 1 ? 'mobile' : undefined
  if (/[6-9]$/.test(digits) && hints(tokens, BACKWARDS)) return 'mobile backwards'
  // "last five 24017, first five 98360"
  const isSwapped = pieces.length <= MAX_PARTS && pieces.some((piece) => /^[6-9]../.test(piece))
  return isSwapped && hints(tokens, ORDER) ? 'mobile out of order' : undefined
}

/** "HP" is mostly a measure. */
const isState = (token: Token): boolean => means(token, 'state') && !means(token, 'unit')

/** "2.5", "13.6-28": a piece of another figure; a plate. */
function isPiece({ tokens, numerals }: Scene, n: number): boolean {
  const { first = 0 } = numerals[n] ?? {}
  const isAfter = numerals[n - 1]?.last === first - 1 && /^[.,]$/.test(at(tokens, first).gap)
  return isAfter || isState(at(tokens, first - 1))
}

/**
 * Digits that stand together: the numeral that ends them, their tokens, and what tells that they are a part: 2, the words
 * or signs beside them; 1, that they are nothing else; 0, no more than where they stand; -1, not even that: a round figure.
 */
export type Part = { last: number; digits: string; span: TokenSpan; sign: number }

/** The digits that begin with this numeral. */
export function partAt({ tokens, numerals, gaps }: Scene, n: number): Part {
  const first = numerals[n] as Numeral
  let last = n
  let { digits } = first
  while (/^[ -]$/.test(signOf(gaps[last])) && digits.length < WHOLE) digits += numerals[++last]?.digits ?? ''
  const span = { first: first.first, last: numerals[last]?.last ?? 0 }
  const sign = !first.spoken && isAnnounced(tokens, first.first) ? 2 : 0
  return { last, digits, span, sign }
}

function isAnnounced(tokens: Tokens, first: number): boolean {
  for (let t = first - 1; t >= first - REACH && t >= 0; t--) {
    const token = at(tokens, t)
    if ((token.word.hints & ONWARD) !== 0 && !means(token, 'number-noun')) return true
    // "first instalment 83138": what is told in order is something else; "first 4 9876" tells how many digits.
    const isCount = token.word.digits !== '' || (token.kind === 'number' && token.text.length === 1)
    if (!isCount && !means(token, 'filler', 'copula', 'number-noun', 'this', 'call')) return false
  }
  return false
}

// A field of a listing may hold a part of a number that goes on in another.

/** The last of these parts, and those before it that make a mobile number with it. */
export function wholeOf<T extends Part>(parts: readonly T[], chosen: readonly T[] = []): readonly T[] | undefined {
  const digits = chosen.map((part) => part.digits).join('')
  if (digits.length === WHOLE && chosen.length > 1) {
    // The last part may be told before the first.
    const isMobile =
      /^[6-9]/.test(digits) ||
      chosen.some((part) => /^[6-9]/.test(part.digits) && (part.sign > 1 || chosen.length === 2))
    const isTold = chosen.some(({ sign }) => sign > 1) || chosen.every(({ sign }) => sign > 0)
    return isMobile && isTold ? chosen : undefined
  }
  if (digits.length >= WHOLE || chosen.length === MAX_PARTS) return undefined
  for (let k = parts.length - 1; k >= (chosen.length === 0 ? parts.length - 1 : 0); k--) {
    const whole = wholeOf(parts.slice(0, k), [parts[k] as T, ...chosen])
    if (whole !== undefined) return whole
  }
  return undefined
}

/** The parts of numbers in a field: digits that are no measure, price, year or model by the words beside them. */
export function looseParts(scene: Scene): Part[] {
  const { tokens, numerals } = scene
  const parts: Part[] = []
  for (let n = 0; n < numerals.length; n++) {
    // No part begins with a year: "Gill Tractors 1998 98155".
    const part = YEAR.test(numerals[n]?.digits ?? '') ? undefined : partAt(scene, n)
    if (part === undefined) continue
    n = part.last
    const size = part.digits.length
    if (size < SMALLEST || size > WHOLE - SMALLEST || isExplained(tokens, part.span)) continue
    const { first, last } = part.span
    const own = numerals.filter((numeral) => first <= numeral.first && numeral.last <= last)
    const said = own.every(({ spoken, digits }) => spoken && digits.length === 1) ? size : 0
    const [isFirst, isLast] = [first === 0, last + 1 >= tokens.count]
    const goesOn =
      (isLast && /(?:\.\.|…|[-–_+&])\s*$/.test(at(tokens, last + 1).gap)) ||
      (isFirst && /^\s*(?:\.\.|…|[-–_+&])/.test(at(tokens, first).gap))
    const isYear = own.some(({ digits }) => YEAR.test(digits))
    const isRound = /[1-9]00+$/.test(part.digits)
    const isOdd = size === 5 || size > 6 || said > 2 || (size > 2 && part.digits.startsWith('0'))
    if (goesOn || said > 3 || meansNear(tokens, first - 2, first - 1, 'call')) parts.push({ ...part, sign: 2 })
    else if (isYear) continue
    else if (isRound) parts.push({ ...part, sign: -1 })
    else if (isOdd || (isFirst && isLast) || meansNear(tokens, first - 2, first - 1, 'number-name'))
      parts.push({ ...part, sign: 1 })
    else if (isFirst || isLast) parts.push({ ...part, sign: 0 })
  }
  return parts
}

/** "3200 hours", "Rs 65432", "13.6-28", "744FE", "chassis 98155". */
export function isExplained(tokens: Tokens, { first, last }: TokenSpan): boolean {
  const [before, next] = [at(tokens, first - 1), at(tokens, last + 1)]
  const { gap } = at(tokens, first)
  if ((/^[-/]?$/.test(gap) && before.kind !== 'none') || (next.gap === '' && next.kind === 'word')) return true
  const isPiece =
    (before.kind === 'number' && /^[.,/×*]$/.test(gap)) || (next.kind === 'number' && /^[.,/×*]$/.test(next.gap))
  if (isPiece || /[₹$€£] ?$/.test(gap) || /^ ?[%"″'°]/.test(next.gap)) return true
  if (/^[ -]?$/.test(next.gap) && (next.word.hints & MEASURE) !== 0) return true
  const isNear = /^[ :.-]{0,2}$/.test(gap) && !gap.startsWith('. ')
  if (isNear && (before.word.hints & (MEASURE | LABEL)) !== 0 && (before.word.hints & CALL) === 0) return true
  // "TN 38 BQ 6612" is a plate.
  const isPlate = isState(before) || (isState(at(tokens, first - 3)) && at(tokens, first - 2).kind === 'number')
  return isPlate || labelsBefore(tokens, first, at(tokens, first).text.length) > 0
}

// "9876543210 / 11 / 12": further numbers given by their last digits.

const ENDING = bitsOf('ending')
const ANOTHER = bitsOf('another', 'join')
const MAX_DIGITS = 8
const MAX_ENDING = 5

/** The last numeral that belongs to the number that ends here; `isBegun` tells where another one begins. */
export function furtherNumbers(scene: Scene, end: number, isBegun: (n: number) => boolean): number {
  let last = end
  while (last + 1 < scene.numerals.length && !isBegun(last + 1)) {
    if (isTwin(scene, last)) last += 2
    else if (isFurther(scene, last)) last++
    else break
  }
  return last
}

/** "2666-4812, 2666-4813": the last two groups once more, with other last digits. */
function isTwin({ numerals, gaps }: Scene, n: number): boolean {
  const groups = numerals.slice(n - 1, n + 3).map(({ digits }) => digits)
  const [first = '', last = '', next = '', end = ''] = groups
  const { words = 1, signs = '' } = gaps[n] ?? {}
  if (words > 0 || !/[,/&;|]/.test(signs) || first.length + last.length > MAX_DIGITS) return false
  return end !== '' && first === next && last.length === end.length
}

function isFurther({ tokens, numerals, gaps }: Scene, n: number): boolean {
  const [gap, numeral, next] = [gaps[n], numerals[n], numerals[n + 1]]
  if (gap === undefined || numeral === undefined || next === undefined || next.spoken) return false
  const { signs, sole, tags, width, words } = gap
  const size = next.digits.length
  const follower = at(tokens, next.last + 1)
  // A measure, a price or a code is no ending.
  const isCode = follower.gap === '' && follower.kind !== 'none'
  if (isCode || means(follower, 'unit', 'money-word') || /[₹$€£]/.test(signs) || size > MAX_DIGITS) return false
  const stop = /\n|[.।] /.test(signs)
  // "(other line ends 0867)", "second sim ends in 0357"
  if ((tags & ENDING) !== 0 && (tags & ANOTHER) !== 0 && !stop) return true
  const year = YEAR.test(next.digits)
  // "9866 41 2075, 2076": the last group again, with other last digits.
  const alike = size >= 3 && size === numeral.digits.length && next.digits.startsWith(numeral.digits.slice(0, 2))
  if (words > 0) {
    if (sole === undefined || size > MAX_ENDING || year) return false
    return means(sole, 'join') || (signs.includes(',') && alike) || (size <= 3 && means(sole, 'range'))
  }
  if (stop) return false
  if (/[/|]/.test(signs)) return width === 1 || !year
  const isShort = size > 1 && size <= (width === 1 ? MAX_ENDING : 3) && !year
  return (/[,;]|^-$/.test(signs) && (alike || isShort)) || (/^ ?&/.test(signs) && size <= MAX_ENDING)
}
