import { isLabelled } from '../labels/labels.ts'
import {
  at,
  beginsClause,
  endsClause,
  hints,
  isUpperCase,
  means,
  meansNear,
  type Token,
  type Tokens,
} from '../text/tokens.ts'
import { bitsOf, listOf, wordSet } from '../words/lexicon.ts'
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
export const SHORTEST = 3
const MAX_TOGETHER = 4
/** Parts that are tried with one another; no honest text has more of them. */
export const MAX_PARTS = 24
const REACH = 6
const OF = wordSet('of ka ke ki da di de का के की')
const NAMED = 9
const YEAR = /^(?:19|20)[0-9]{2}$/
const CALL = bitsOf('call')
const HIDING = bitsOf('call', 'digit-noun', 'riddle', 'joint')
export const JOINING = listOf('joining')
const MEASURE = bitsOf('unit', 'money-word', 'currency')
const SAID = 4
const LONG = 5
const OFFERED = bitsOf('call', 'number-name', 'digit-noun')
const LABEL = bitsOf('label', 'soft-label', 'spare')
/** Words that tell of the parts of a number. */
export const TELLING = bitsOf('order', 'digit-noun')
const SHELVES = listOf('shelf')
const MAKERS = listOf('model')
/** "reach 9940" is no call. */
export const MEASURES = listOf('measure')

/** "HP" is mostly a measure. */
const isState = (token: Token): boolean => means(token, 'state') && !means(token, 'unit')

/** The digits of a text that are no measure, price, year or model by what stands beside them. */
export function partsOf(scene: Scene, isListing = false): Part[] {
  const { tokens, numerals } = scene
  const parts: Part[] = []
  let held = -2
  for (let n = 0; n < numerals.length; n++) {
    const begin = n
    const { first, digits: own, spoken } = numerals[n]!
    let digits = own
    // "941 70", "nine four one": but "94170 45 HP" are two.
    while (n + 1 < numerals.length && isOneWith(scene, n, digits)) digits += numerals[++n]!.digits
    const span = { first, last: numerals[n]!.last }
    // "Chassis no. 82487 60916": the label speaks for both groups.
    const isHeld = held === begin - 1 && /^[ -]$/.test(signOf(scene.gaps[begin - 1]))
    if (YEAR.test(digits) || digits.length > LONGEST || digits.length < 2) continue
    const said = spoken && numerals.slice(begin, n + 1).every((one) => one.digits.length === 1) ? digits.length : 0
    const isFiled = isListing && isOnPaper(tokens, span)
    const looks = signOfPart(tokens, span, digits, said, isFiled)
    const sign = looks !== undefined && isFiled ? Math.max(looks, 0) : looks
    if (sign === undefined || isHeld) held = n
    else if (sign >= 0 || digits.length >= SHORTEST) parts.push({ digits, span, sign })
  }
  return parts
}

function isOneWith({ numerals, gaps }: Scene, n: number, digits: string): boolean {
  const next = numerals[n + 1]!.digits
  const isShort = Math.max(numerals[n]!.digits.length, next.length) < 5 && digits.length + next.length <= LONGEST
  return isShort && /^[ -]$/.test(signOf(gaps[n])) && !YEAR.test(next) && !YEAR.test(digits)
}

function signOfPart(
  tokens: Tokens,
  span: TokenSpan,
  digits: string,
  said: number,
  isFiled: boolean,
): number | undefined {
  const { first, last } = span
  const [isFirst, isLast] = [first === 0, last + 1 >= tokens.count]
  if (isMeasured(tokens, span)) return undefined
  const told = hints(tokens, TELLING) ? toldAt(tokens, span) : 0
  if (told < 2 && !isFiled && (isFigure(tokens, span) || isModel(tokens, span, digits))) return undefined
  const isCalled = [1, 2].some((k) => means(at(tokens, first - k), 'call') && !MEASURES.has(at(tokens, first - k).text))
  const goesOn =
    (isLast && /(?:\.\.|…|[-–_+&])\s*$/.test(at(tokens, last + 1).gap)) ||
    (isFirst && /^\s*(?:\.\.|…|[-–_+&])/.test(at(tokens, first).gap))
  if (told > 1 || goesOn || said > 3 || isCalled) return 2
  const isOdd = digits.length === 5 || digits.length > 6 || said > 2 || digits.startsWith('0')
  // A price or a reading.
  if (/[1-9]00+$/.test(digits))
    return digits.endsWith('000') ? -2 : digits.length < LONG && (isFirst || isLast) ? 0 : -1
  if (isOdd || (isFirst && isLast) || meansNear(tokens, first - 2, first - 1, 'number-name'))
    return isOdd ? 1 + told : 1
  return beginsClause(tokens, first) || isLast || endsClause(tokens, last) ? 0 : -1
}

/** "slip 8627", "stock no. 48712": what names a piece of paper or a shelf says nothing of the machine. */
function isOnPaper(tokens: Tokens, { first }: TokenSpan): boolean {
  if (!/^[ :.#-]{0,3}$/.test(at(tokens, first).gap)) return false
  let t = first - 1
  while (t > first - 3 && means(at(tokens, t), 'number-noun') && !SHELVES.has(at(tokens, t).text)) t--
  return SHELVES.has(at(tokens, t).text) || (t < first - 1 && (t < 0 || beginsClause(tokens, t + 1)))
}

/** "1", "two", "b"; but "no." */
const isCount = (token: Token): boolean =>
  (token.word.digits !== '' && !means(token, 'number-noun')) || /^(?:[0-9]|[a-d])$/.test(token.text)

/** 2 for "second half 94170", "part two: 38852"; 1 for "first 94170". "part no. 94170" is a label. */
function toldAt(tokens: Tokens, { first }: TokenSpan): number {
  const isOrder = (i: number): boolean => means(at(tokens, i), 'order')
  const isPart = (i: number): boolean =>
    means(at(tokens, i), 'digit-noun') &&
    (!means(at(tokens, i), 'soft-label', 'label') ||
      isOrder(i - 1) ||
      isCount(at(tokens, i - 1)) ||
      isCount(at(tokens, i + 1)))
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

/** "Swaraj 855", "744 FE". */
function isModel(tokens: Tokens, { first, last }: TokenSpan, digits: string): boolean {
  if (digits.length > 4) return false
  const [before, next] = [at(tokens, first - 1), at(tokens, last + 1)]
  const isCode = next.kind === 'word' && next.gap === ' ' && next.text.length <= 4 && isUpperCase(tokens, next)
  return isCode || MAKERS.has(before.text)
}

/** "3200 hours", "Rs 65432", "13.6-28", "744FE". */
function isMeasured(tokens: Tokens, { first, last }: TokenSpan): boolean {
  const [before, next] = [at(tokens, first - 1), at(tokens, last + 1)]
  const { gap, start } = at(tokens, first)
  const size = at(tokens, last).end - start
  const isGlued = (/^[-/]?$/.test(gap) && before.kind !== 'none') || (next.gap === '' && next.kind === 'word')
  if (isGlued && size < LONG && !(before.text === 'x' || next.text === 'x')) return true
  const isPiece =
    (before.kind === 'number' && /^[.,/×*]$/.test(gap)) ||
    (next.kind === 'number' && (/^[.,/×*]$/.test(next.gap) || (next.gap === '-' && YEAR.test(next.text))))
  if (isPiece || /[₹$€£] ?$/.test(gap) || /^ ?[%″°]/.test(next.gap)) return true
  if (size < SHORTEST && /^ ?["']/.test(next.gap)) return true
  return /^[ -]?$/.test(next.gap) && isUnit(next, size)
}

/** "94170 tyres": of some things there are few. */
const isUnit = (token: Token, size: number): boolean =>
  (token.word.hints & MEASURE) !== 0 && (size < LONG - 1 || MEASURES.has(token.text) || !means(token, 'weak-label'))

/** A figure of the machine by its unit, its label or the words of its clause: "meter shows 4120", "4120 on the meter". */
function isFigure(tokens: Tokens, span: TokenSpan): boolean {
  const { first, last } = span
  const isCode = at(tokens, first - 1).text === 'code'
  const isNamed = !isCode && isLabelled(tokens, first, at(tokens, first).text.length)
  if (isNamed || isMeasured(tokens, span) || isPlate(tokens, first)) return true
  let isSaid =
    means(at(tokens, first - 1), 'paper') ||
    (!endsClause(tokens, last) && !endsClause(tokens, last + 1) && MEASURES.has(at(tokens, last + 2).text))
  for (let t = first - 1; t >= first - SAID; t--) {
    const token = at(tokens, t)
    if (endsClause(tokens, t) && !means(token, 'cut-short')) break
    if (token.kind !== 'word' || (token.word.hints & OFFERED) !== 0) break
    const isOfOther = at(tokens, t - 1).kind === 'number' && !endsClause(tokens, t - 1)
    isSaid ||= !isOfOther && (MEASURES.has(token.text) || isUnit(token, LONG))
  }
  return isSaid
}

/** "meter shows 8819, final price 679000": each of them says what it is, and nobody tells of parts. */
export function areFigures({ tokens, numerals, gaps }: Scene, { first, last }: Window): boolean {
  if (hints(tokens, HIDING) || tokens.list.some(({ text }) => JOINING.has(text))) return false
  const isApart = gaps.slice(first, last).every((gap) => gap !== undefined && gap.words > 0 && gap.blanks > 0)
  return (
    isApart &&
    numerals.slice(first, last + 1).every((numeral) => {
      const isLong = !numeral.spoken && numeral.digits.length >= SHORTEST
      return isLong && isFigure(tokens, numeral) && toldAt(tokens, numeral) === 0
    })
  )
}

/** "TN 38 BQ 6612" is a plate, "HR 26 B 4521", too. */
function isPlate(tokens: Tokens, first: number): boolean {
  const isLong = means(at(tokens, first - 3), 'state') && /^[0-9]{1,2}$/.test(at(tokens, first - 2).text)
  return isLong || isState(at(tokens, first - 1))
}

/** A measure, "hours: 4120", "chassis 98155". */
export function isExplained(tokens: Tokens, span: TokenSpan): boolean {
  const { first } = span
  const before = at(tokens, first - 1)
  const { gap } = at(tokens, first)
  if (isMeasured(tokens, span) || isPlate(tokens, first)) return true
  const isNear = /^[ :.-]{0,2}$/.test(gap) && !gap.startsWith('. ')
  if (isNear && (before.word.hints & (MEASURE | LABEL)) !== 0 && (before.word.hints & CALL) === 0) return true
  return isLabelled(tokens, first, at(tokens, first).text.length)
}
