import { labelsBefore } from '../labels/labels.ts'
import { at, hints, means, type Token, type Tokens } from '../text/tokens.ts'
import { bitsOf, listOf } from '../words/lexicon.ts'
import { type Scene, signOf, type TokenSpan } from './windows.ts'

// "first half 90036, tyres 70%, price 3.9, second half 41872": parts of a mobile number with other things between them.

const WHOLE = 10
const SMALLEST = 2
const MAX_BETWEEN = 8
const MAX_OPEN = 8
const MAX_PARTS = 4
const REACH = 5
const YEAR = /^(?:19|20)[0-9]{2}$/
const ORDER = bitsOf('order', 'digit-noun', 'ending')
const ONWARD = ORDER | bitsOf('carry-on')
const CALL = bitsOf('call')
const MEASURE = bitsOf('unit', 'money-word', 'currency')
const LABEL = bitsOf('label', 'soft-label', 'spare')

/**
 * Digits that stand together: the numeral that ends them, their tokens, and what tells that they are a part: 2, the words
 * or signs beside them; 1, that they are nothing else; 0, no more than where they stand; -1, not even that: a round figure.
 */
export type Part = { last: number; digits: string; span: TokenSpan; sign: number }

/** The parts that are told in order, however far apart; `isTaken` tells what was found otherwise. */
export function findParts(scene: Scene, isTaken: (n: number) => boolean): TokenSpan[] {
  const spans: TokenSpan[] = []
  if (!hints(scene.tokens, ORDER)) return spans
  let open: Part[] = []
  for (let n = 0; n < scene.numerals.length; n++) {
    const part = isTaken(n) ? undefined : partAt(scene, n)
    if (part === undefined || part.sign < 2) continue
    if (part.digits.length < SMALLEST || part.digits.length > WHOLE - SMALLEST) continue
    open = [...open.filter(({ last }) => n - last <= MAX_BETWEEN), part].slice(-MAX_OPEN)
    const whole = wholeOf(open)
    for (const { span } of whole ?? []) spans.push(span)
    if (whole !== undefined) open = []
    n = part.last
  }
  return spans
}

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

/** The digits that begin with this numeral. */
function partAt({ tokens, numerals, gaps }: Scene, n: number): Part | undefined {
  const first = numerals[n]
  if (first === undefined) return undefined
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

// "9 farmers saw it, 7 liked it, 2 drove it …": a mobile number in figures that are said to be something else.

const RIDDLE = listOf('riddle')
const ASKED = CALL | bitsOf('number-name')
const LARGEST = 5
const FEWEST = 3
/** Where nothing tells how to read them, figures are taken for a number only if they are small, many and near one another. */
const SMALL = 3
const MANY = 4
const NEAR = 6
/** No riddle has more figures; a text with more would only take long. */
const MAX_FIGURES = 200

/** The figures that make up a mobile number one after another; `sure`, only where one tells so. */
export function figuresInRow({ tokens, numerals }: Scene, isOther: (n: number) => boolean, sure: boolean): number[] {
  if (numerals.length > MAX_FIGURES || numerals.length < FEWEST) return []
  const isRiddle = isToldAsRiddle(tokens)
  if (!isRiddle && !hints(tokens, ASKED)) return []
  let row: { n: number; own: string }[] = []
  for (const [n, { digits, first, spoken }] of numerals.entries()) {
    const before = numerals[n - 1]
    const isPiece = before?.last === first - 1 && /^[.,/]$/.test(at(tokens, first).gap)
    if (first - (before?.last ?? first) > NEAR) row = []
    const isPlate = means(at(tokens, first - 1), 'state')
    if (isOther(n) || isPlate || digits.length > LARGEST || YEAR.test(digits) || isPiece) row = []
    // "sunya 0", "3 for three sisters": the same, said again.
    else row.push({ n, own: before?.digits === digits && before.spoken !== spoken ? '' : digits })
    if (row.length > 2 * WHOLE) row.shift()
    let whole = row.map(({ own }) => own).join('')
    while (whole.length > WHOLE) whole = whole.slice(row.shift()?.own.length)
    const isSmall = row.length >= MANY && row.every(({ own }) => own.length <= SMALL)
    if (row.length >= FEWEST && isHidden(tokens, whole, row.length, sure || !isSmall, isRiddle))
      return row.map((figure) => figure.n)
  }
  return []
}

/** Whether figures are meant as a mobile number: single digits, or any where one tells how to read them, backwards, too. */
function isHidden(tokens: Tokens, whole: string, size: number, sure: boolean, isRiddle: boolean): boolean {
  if (whole.length < WHOLE || whole.includes('1234567')) return false
  const isMobile = /^[6-9]/.test(whole)
  if (isMobile && (size >= WHOLE ? hints(tokens, ASKED) : !sure && hints(tokens, CALL))) return true
  return (isMobile || /[6-9]$/.test(whole)) && isRiddle
}

/** "read it backwards", "join them in this order": words that tell how to read what is written, and some that speak of calling. */
export function isToldAsRiddle({ list }: Tokens): boolean {
  const riddles = new Set<string>()
  for (const { text } of list) if (RIDDLE.has(text)) riddles.add(text)
  if (riddles.size !== 1) return riddles.size > 1
  return list.some(({ word, text }) => (word.hints & ASKED) !== 0 && !riddles.has(text))
}

/** How many numerals are told by words for their place: "starts with 98155 and ends with 21". */
export function countPlaced({ tokens, numerals }: Scene): number {
  const isPlace = (token: Token): boolean => means(token, 'order', 'ending')
  return numerals.filter(({ first }) => [1, 2].some((step) => isPlace(at(tokens, first - step)))).length
}

// A field of a listing may hold a part of a number that goes on in another.

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
    if (size < SMALLEST || size > WHOLE - SMALLEST || isExplained(tokens, part)) continue
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
    if (goesOn || said > 3 || isCalled(tokens, first, 'call')) parts.push({ ...part, sign: 2 })
    else if (isYear) continue
    else if (isRound) parts.push({ ...part, sign: -1 })
    else if (isOdd || (isFirst && isLast) || isCalled(tokens, first, 'number-name')) parts.push({ ...part, sign: 1 })
    else if (isFirst || isLast) parts.push({ ...part, sign: 0 })
  }
  return parts
}

function isCalled(tokens: Tokens, first: number, tag: 'call' | 'number-name'): boolean {
  return [1, 2].some((step) => means(at(tokens, first - step), tag))
}

/** "3200 hours", "Rs 65432", "13.6-28", "744FE", "chassis 98155". */
function isExplained(tokens: Tokens, { span: { first, last } }: Part): boolean {
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
  const isPlate =
    means(before, 'state') || (means(at(tokens, first - 3), 'state') && at(tokens, first - 2).kind === 'number')
  return isPlate || labelsBefore(tokens, first, true) > 0
}

// "9876543210 / 11 / 12": further numbers given by their last digits.

const ENDING = bitsOf('ending')
const ANOTHER = bitsOf('another', 'join')
const MAX_DIGITS = 8
const MAX_ENDING = 5

/** The last numeral that belongs to the number that ends here; `isBegun` tells where another one begins. */
export function furtherNumbers(scene: Scene, end: number, isBegun: (n: number) => boolean): number {
  let last = end
  while (last + 1 < scene.numerals.length && !isBegun(last + 1) && isFurther(scene, last)) last++
  return last
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
