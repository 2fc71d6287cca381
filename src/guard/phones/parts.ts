import {
  after,
  at,
  beginsClause,
  endsClause,
  hints,
  means,
  meansNear,
  type Token,
  type Tokens,
} from '../text/tokens.ts'
import { bitsOf, listOf, wordSet } from '../words/lexicon.ts'
import { isFigure, isMeasured, isModel, isPlaceCode, isPlate, MEASURES, ONWARD } from './figures.ts'
import { type Scene, signOf, type TokenSpan, type Window } from './windows.ts'

// "first half 90036, tyres 70%, second half 41872", or one half in each of two fields of a listing: a mobile number in
// parts, in whatever order they stand.

/**
 * Digits that stand together, and what tells that they are a part of a number: 2, the words or signs beside them; 1, that
 * they look like nothing else; 0, that a clause begins or ends with them; -1, no more than that nothing explains them;
 * -2, not even that: a round figure.
 */
export type Part = { digits: string; span: TokenSpan; sign: number }

const WHOLE = 10
/** With the code of the country. */
const LONGEST_WHOLE = 12
const LONGEST = 7
const SHORTEST = 3
const MAX_TOGETHER = 4
/** Parts that are tried with one another; no honest text has more of them. */
export const MAX_PARTS = 24
const REACH = 6
const OF = wordSet('of ka ke ki da di de का के की')
const NAMED = 9
const YEAR = /^(?:19|20)[0-9]{2}$/
const HIDING = bitsOf('call', 'digit-noun', 'riddle', 'joint')
export const JOINING = listOf('joining')
const LONG = 5
/** Words that tell of the parts of a number. */
export const TELLING = bitsOf('order', 'digit-noun')
const PADS = listOf('pad')
const PORTIONS = listOf('portion')
const SHELVES = listOf('shelf')

/** The digits of a text that are no measure, price, year or model by what stands beside them. */
export function partsOf(scene: Scene): Part[] {
  const { tokens, numerals } = scene
  const parts: Part[] = []
  let held = -2
  for (let n = 0; n < numerals.length; n++) {
    const begin = n
    const { first, digits: own, spoken } = numerals[n]!
    if (isTelling(scene, n)) continue
    let digits = own
    // "941 70", "nine four one": but "94170 45 HP" are two.
    while (n + 1 < numerals.length && isOneWith(scene, n, digits)) digits += numerals[++n]!.digits
    const span = { first, last: numerals[n]!.last }
    // "Chassis no. 82487 60916": the label speaks for both groups.
    const isHeld = held === begin - 1 && /^[ -]$/.test(signOf(scene.gaps[begin - 1]))
    if (YEAR.test(digits) || digits.length > LONGEST || digits.length < 2) continue
    const said = spoken && numerals.slice(begin, n + 1).every((one) => one.digits.length === 1) ? digits.length : 0
    const sign = signOfPart(tokens, span, digits, said)
    if (sign === undefined || isHeld) held = n
    else if (sign >= 0 || digits.length >= SHORTEST) parts.push({ digits, span, sign })
  }
  return parts
}

/** "part 1 807", "bill 622": a count, and a word that looks like digits, are no digits of the number after them. */
function isTelling({ tokens, numerals }: Scene, n: number): boolean {
  const { first, last, digits } = numerals[n]!
  if (first < last) return false
  const isCounted = digits.length === 1 && (numerals[n + 1]?.digits.length ?? 0) >= SHORTEST
  const { text } = at(tokens, first)
  return SHELVES.has(text) || text === 'no' || (isCounted && isOfPortion(tokens, first))
}

/** "part 1/2", "set no. 1" */
function isOfPortion(tokens: Tokens, first: number): boolean {
  let t = first - 1
  while (t > first - 4 && (isCount(at(tokens, t)) || means(at(tokens, t), 'number-noun'))) t--
  return isPortion(at(tokens, t))
}

function isOneWith(scene: Scene, n: number, digits: string): boolean {
  const { numerals, gaps } = scene
  if (isTelling(scene, n + 1)) return false
  const next = numerals[n + 1]!.digits
  const isShort = Math.max(numerals[n]!.digits.length, next.length) < 5 && digits.length + next.length <= LONGEST
  return isShort && /^[ -]$/.test(signOf(gaps[n])) && !YEAR.test(next) && !YEAR.test(digits)
}

function signOfPart(tokens: Tokens, span: TokenSpan, digits: string, said: number): number | undefined {
  const { first, last } = span
  // "6526 ok", "846 hai": what says nothing ends nothing.
  let end = last
  while (PADS.has(at(tokens, end + 1).text) && !endsClause(tokens, end)) end++
  const [isFirst, isLast] = [first === 0, end + 1 >= tokens.count]
  if (isMeasured(tokens, span)) return undefined
  const told = hints(tokens, TELLING) || isOfPortion(tokens, first) ? toldAt(tokens, span) : 0
  const isFiled = isOnPaper(tokens, span)
  if (told < 2 && !isFiled && (isFigure(tokens, span) || isModel(tokens, span, digits))) return undefined
  const isCalled = [1, 2].some((k) => means(at(tokens, first - k), 'call') && !MEASURES.has(at(tokens, first - k).text))
  const goesOn =
    (isLast && /(?:\.\.|…|[-–_+&])\s*$/.test(at(tokens, last + 1).gap)) ||
    (isFirst && /^\s*(?:\.\.|…|[-–_+&])/.test(at(tokens, first).gap))
  if (told > 1 || goesOn || said > 3 || isCalled) return 2
  const isOdd = digits.length === 5 || digits.length > 6 || said > 2 || digits.startsWith('0')
  // A price or a reading.
  if (/[1-9]00+$/.test(digits) && !isFiled)
    return digits.endsWith('000') ? -2 : digits.length < LONG && (isFirst || isLast) ? 0 : -1
  if (isOdd || (isFirst && isLast) || meansNear(tokens, first - 2, first - 1, 'number-name'))
    return isOdd ? 1 + told : 1
  const isListed = isCount(at(tokens, first - 1)) && at(tokens, first).gap.startsWith(')')
  return isFiled ||
    isListed ||
    isOnward(tokens, span) ||
    beginsClause(tokens, first) ||
    isLast ||
    endsClause(tokens, end)
    ? 0
    : -1
}

/** "slip 8627", "stock no. 48712": what names a piece of paper or a shelf says nothing of the machine. */
function isOnPaper(tokens: Tokens, { first }: TokenSpan): boolean {
  if (!/^[ :.#-]{0,3}$/.test(at(tokens, first).gap)) return false
  let t = first - 1
  while (t > first - 3 && means(at(tokens, t), 'number-noun') && !SHELVES.has(at(tokens, t).text)) t--
  return SHELVES.has(at(tokens, t).text) || (t < first - 1 && (t < 0 || beginsClause(tokens, t + 1)))
}

/** "iske aage 309", "755763 + agla": the number goes on elsewhere. */
function isOnward(tokens: Tokens, { first, last }: TokenSpan): boolean {
  const [before, next] = [at(tokens, first - 1), at(tokens, last + 1)]
  return ONWARD.has(before.text) || (ONWARD.has(next.text) && /[+&…]/.test(next.gap))
}

/** "1", "two", "b"; but "no." */
const isCount = (token: Token): boolean =>
  (token.word.digits !== '' && !means(token, 'number-noun')) || /^(?:[0-9]|[a-d])$/.test(token.text)

/** "half", "part", "set": what a count after it counts is no thing. */
const isPortion = (token: Token): boolean => means(token, 'digit-noun') || PORTIONS.has(token.text)

/** 2 for "second half 94170", "part two: 38852"; 1 for "first 94170". "part no. 94170" is a label. */
function toldAt(tokens: Tokens, { first }: TokenSpan): number {
  const isOrder = (i: number): boolean => means(at(tokens, i), 'order')
  // "part 2", "set no. 1"; but "set 3-137-22".
  const isCounted = (i: number): boolean => {
    const k = means(at(tokens, i + 1), 'number-noun') ? i + 2 : i + 1
    return isOrder(i - 1) || isCount(at(tokens, i - 1)) || (isCount(at(tokens, k)) && /[^-]/.test(after(tokens, k)))
  }
  const isPart = (i: number): boolean =>
    isPortion(at(tokens, i)) &&
    ((!means(at(tokens, i), 'soft-label', 'label') && !PORTIONS.has(at(tokens, i).text)) || isCounted(i))
  // "the last digits of the engine number 4774"
  for (let t = first - 1; t >= Math.max(0, first - NAMED) && !endsClause(tokens, t); t--)
    if (means(at(tokens, t), 'label', 'soft-label') && !means(at(tokens, t), 'digit-noun')) return 0
  let told = 0
  for (let t = first - 1; t >= Math.max(0, first - REACH); t--) {
    const token = at(tokens, t)
    if (isPart(t)) return 2
    if (isOrder(t)) told = 1
    // "first instalment 83138": what is told in order is something else.
    else if (
      !isCount(token) &&
      !OF.has(token.text) &&
      !means(token, 'filler', 'copula', 'number-noun', 'this', 'call', 'on')
    )
      break
  }
  return told
}

/** Those parts that make a mobile number together, in any order, and of which this holds; few of them rather than many. */
export function wholeOf<T extends Part>(
  parts: readonly T[],
  isMeant: (chosen: readonly T[]) => boolean,
): T[] | undefined {
  for (let count = 2; count <= MAX_TOGETHER; count++) {
    const whole = choose(parts, 0, [], 0, count, isMeant)
    if (whole !== undefined) return whole
  }
  return undefined
}

function choose<T extends Part>(
  parts: readonly T[],
  from: number,
  chosen: T[],
  size: number,
  count: number,
  isMeant: (chosen: readonly T[]) => boolean,
): T[] | undefined {
  if (chosen.length === count) return isMobile(chosen, size) && isMeant(chosen) ? chosen : undefined
  for (let k = from; k < parts.length; k++) {
    const part = parts[k]!
    const longer = size + part.digits.length
    if (longer > LONGEST_WHOLE) continue
    const whole = choose(parts, k + 1, [...chosen, part], longer, count, isMeant)
    if (whole !== undefined) return whole
  }
  return undefined
}

/** So few digits that nothing tells of are too common to be read in any order but their own. */
const isCommon = ({ digits, sign }: Part): boolean => digits.length < SHORTEST && sign < 2

function isMobile(parts: readonly Part[], size: number): boolean {
  const first = size === WHOLE ? /^[6-9]/ : size === WHOLE + 1 ? /^0[6-9]/ : size === LONGEST_WHOLE ? /^91[6-9]/ : /^$/
  return (parts.some(isCommon) ? parts.slice(0, 1) : parts).some(({ digits }) => first.test(digits))
}

/** The parts of one text that its words tell to be a number. */
export function toldParts(scene: Scene): Part[] {
  if (!hints(scene.tokens, TELLING)) return []
  const parts = partsOf(scene).filter(({ sign }) => sign > 0)
  return wholeOf(parts.slice(0, MAX_PARTS), (chosen) => chosen.some(({ sign }) => sign > 1)) ?? []
}

/** "meter shows 8819, Karnal 132143, for 679000": each of them says what it is, and nobody tells of parts. */
export function areFigures({ tokens, numerals, gaps }: Scene, { first, last }: Window): boolean {
  if (hints(tokens, HIDING) || tokens.list.some(({ text }) => JOINING.has(text))) return false
  const isApart = gaps.slice(first, last).every((gap) => gap !== undefined && gap.words > 0 && gap.blanks > 0)
  return (
    isApart &&
    numerals.slice(first, last + 1).every((numeral) => {
      const { spoken, digits, first } = numeral
      const isSaid = digits.endsWith('000') || isFigure(tokens, numeral) || isPlaceCode(tokens, first)
      const isLong = digits.length >= SHORTEST || isPlate(tokens, first)
      // "next at 8737" is a reading, "and next 78914" is none.
      const before = at(tokens, first - 1)
      const isRead = MEASURES.has(before.text) && !means(before, 'order')
      return !spoken && isLong && isSaid && (isRead || toldAt(tokens, numeral) === 0)
    })
  )
}
