import { bitsOf, listOf, wordSet } from '../lexicon/lexicon.ts'
import {
  beginsClause,
  endsClause,
  hints,
  means,
  meansNear,
  type TextToken,
  type TextTokens,
  textAfter,
  tokenAt,
} from '../text/tokens.ts'
import { type CandidateSpan, signOf, type TextContext, type TokenSpan } from './candidate-spans.ts'
import { isFigure, isMeasured, isModel, isPlaceCode, MEASURES } from './figures.ts'

// A mobile number in parts, in any order, in one text or several: "first half 90036, tyres 70%, second half 41872".

/** `sign` is one of EVIDENCE. */
export type NumberPart = { digits: string; span: TokenSpan; sign: number }

export const EVIDENCE = {
  /** Words name a part: "first half", "join". */
  named: 3,
  /** Words for calling or signs next to them, or digits in words. */
  marked: 2,
  /** They look like nothing else. */
  odd: 1,
  /** A clause begins or ends with them. */
  apart: 0,
  /** Nothing explains them. */
  unexplained: -1,
  /** A round figure, a model, or a plausible one of a field such as km. */
  explained: -2,
}

/** First digits of a mobile number, by its length. */
const STARTS = new Map([
  [10, /^[6-9]/],
  [11, /^0[6-9]/],
  [12, /^91[6-9]/],
])
const LONGEST_WHOLE = 12
const LONGEST = 7
const SHORTEST = 3
const LONG = 5
export const MAX_TOGETHER = 4
/** Parts that are tried with one another; honest texts have fewer. */
export const MAX_PARTS = 24
const REACH = 6
const NAMED = 9
const OF = wordSet('of ka ke ki da di de का के की')
const LINKS = wordSet('ko को nu ਨੂੰ se से wala wale वाला वाले')
const YEAR = /^(?:19|20)[0-9]{2}$/
const HIDING = bitsOf('call', 'digit-noun', 'riddle', 'joint')
export const JOINING = listOf('joining')
/** Unlike "milakar 3300", which is a sum. */
const JOINS = wordSet('join combine merge concat jodo milao जोड़ो मिलाओ')
/** Words that announce the parts of a number. */
export const PART_WORDS = bitsOf('order', 'digit-noun')
const CARRYING = ['filler', 'copula', 'number-noun', 'this', 'call', 'on'] as const
const PORTIONS = listOf('portion')
const SHELVES = listOf('shelf')

export function partsOf(scene: TextContext): NumberPart[] {
  const { tokens, numerals, separators } = scene
  const parts: NumberPart[] = []
  let held = -2
  for (let n = 0; n < numerals.length; n++) {
    const begin = n
    const { first, digits: numeralDigits, spoken } = numerals[n]!
    if (isAnnouncing(scene, n)) continue
    let digits = numeralDigits
    while (n + 1 < numerals.length && isOneWith(scene, n, digits)) digits += numerals[++n]!.digits
    const span = { first, last: numerals[n]!.last }
    const isJoined = n > begin
    // "Chassis no. 82487 60916": the label speaks for both groups.
    const isHeld = held === begin - 1 && /^[ -]$/.test(signOf(separators[begin - 1]))
    if (YEAR.test(digits) || (isJoined && '0123456789'.includes(digits))) continue
    if (digits.length > LONGEST || digits.length < SHORTEST) continue
    // "644-64-31073" is the number of a spare part.
    if (isJoined && !spoken && signOf(separators[n]) === '-') continue
    const isSpelled = spoken && numerals.slice(begin, n + 1).every((numeral) => numeral.digits.length === 1)
    const sign = signOfPart(tokens, span, digits, isSpelled ? digits.length : 0)
    if (sign === undefined || isHeld) held = n
    else parts.push({ digits, span, sign })
  }
  return parts
}

/** "part 1 807", "first five 807": a count; "bill 622": a word that is also a number. */
function isAnnouncing({ tokens, numerals }: TextContext, n: number): boolean {
  const { first, last, digits } = numerals[n]!
  if (first < last) return false
  const { text } = tokenAt(tokens, first)
  if (SHELVES.has(text) || text === 'no') return true
  if (digits.length > 1 || (numerals[n + 1]?.digits.length ?? 0) < SHORTEST) return false
  return isInOrder(tokens, first) || isOfPortion(tokens, first)
}

/** "first five", "shuru ke paanch" */
function isInOrder(tokens: TextTokens, count: number): boolean {
  return isOrder(tokens, OF.has(tokenAt(tokens, count - 1).text) ? count - 2 : count - 1)
}

/** "first five 98155", "last 5 nos. 98155"; but "next at 8155", where "at" is a homophone of eight. */
function isSized(tokens: TextTokens, first: number): boolean {
  const i = means(tokenAt(tokens, first - 1), 'number-noun') ? first - 2 : first - 1
  const count = tokenAt(tokens, i)
  const isAfterBlank = tokenAt(tokens, first).before.endsWith(' ')
  return isCount(count) && count.word.kind !== 'homophone' && isAfterBlank && isInOrder(tokens, i)
}

const isOrder = (tokens: TextTokens, i: number): boolean =>
  means(tokenAt(tokens, i), 'order') || /^(?:st|nd|rd|th)$/.test(tokenAt(tokens, i).text)

function isOfPortion(tokens: TextTokens, first: number): boolean {
  let t = first - 1
  while (t > first - 4 && (isCount(tokenAt(tokens, t)) || means(tokenAt(tokens, t), 'number-noun'))) t--
  return isPortion(tokenAt(tokens, t))
}

/** "941 70", "nine four one"; but "94170 45 HP". */
function isOneWith(scene: TextContext, n: number, digits: string): boolean {
  const { tokens, numerals, separators } = scene
  if (isAnnouncing(scene, n + 1) || (digits.length >= SHORTEST && isModel(tokens, numerals[n]!, digits))) return false
  const next = numerals[n + 1]!.digits
  const isShort = Math.max(numerals[n]!.digits.length, next.length) < 5 && digits.length + next.length <= LONGEST
  return isShort && /^[ -]$/.test(signOf(separators[n])) && !YEAR.test(next) && !YEAR.test(digits)
}

function signOfPart(tokens: TextTokens, span: TokenSpan, digits: string, spokenLength: number): number | undefined {
  const { first, last } = span
  const [isFirst, isLast] = [first === 0, last + 1 >= tokens.count]
  if (isMeasured(tokens, span)) return undefined
  const evidence = Math.max(evidenceAfter(tokens, last), evidenceBefore(tokens, span))
  if (evidence > 1) return EVIDENCE.named
  const isFiled = isOnPaper(tokens, span)
  if (!isFiled && isFigure(tokens, span)) return undefined
  const isCalled = [1, 2].some(
    (k) => means(tokenAt(tokens, first - k), 'call') && !MEASURES.has(tokenAt(tokens, first - k).text),
  )
  const goesOn =
    (isLast && /(?:\.\.|…|[-–_+&])\s*$/.test(tokenAt(tokens, last + 1).before)) ||
    (isFirst && /^\s*(?:\.\.|…|[-–_+&])/.test(tokenAt(tokens, first).before))
  if (goesOn || spokenLength > 3 || isCalled) return EVIDENCE.marked
  if (!isFiled && isModel(tokens, span, digits)) return EVIDENCE.explained
  const isOdd = digits.length === 5 || digits.length > 6 || spokenLength > 2 || digits.startsWith('0')
  if (/[1-9]00+$/.test(digits) && !isFiled) {
    if (digits.endsWith('000')) return EVIDENCE.explained
    return digits.length < LONG && (isFirst || isLast) ? EVIDENCE.apart : EVIDENCE.unexplained
  }
  if (isOdd && evidence > 0) return EVIDENCE.marked
  if (isOdd || (isFirst && isLast) || meansNear(tokens, first - 2, first - 1, 'number-name')) return EVIDENCE.odd
  return isFiled || beginsClause(tokens, first) || isLast || endsClause(tokens, last)
    ? EVIDENCE.apart
    : EVIDENCE.unexplained
}

/** "slip 8627", "stock no. 48712": a paper or a shelf, which says nothing of the machine. */
function isOnPaper(tokens: TextTokens, { first }: TokenSpan): boolean {
  if (!/^[ :.#-]{0,3}$/.test(tokenAt(tokens, first).before)) return false
  let t = first - 1
  while (t > first - 3 && means(tokenAt(tokens, t), 'number-noun') && !SHELVES.has(tokenAt(tokens, t).text)) t--
  return SHELVES.has(tokenAt(tokens, t).text) || (t < first - 1 && (t < 0 || beginsClause(tokens, t + 1)))
}

/** "1", "two", "b"; but "no." */
const isCount = (token: TextToken): boolean =>
  (token.word.digits !== '' && !means(token, 'number-noun')) || /^(?:[0-9]|[a-d])$/.test(token.text)

const isPortion = (token: TextToken): boolean => means(token, 'digit-noun') || PORTIONS.has(token.text)

/** 2 for "second half 94170", "part two: 38852"; 1 for "first 94170". "part no. 94170" is a label. */
function evidenceBefore(tokens: TextTokens, { first }: TokenSpan): number {
  // "part 2", "set no. 1"; but "set 3-137-22".
  const isCounted = (i: number): boolean => {
    const k = means(tokenAt(tokens, i + 1), 'number-noun') ? i + 2 : i + 1
    if (isOrder(tokens, i - 1) || isCount(tokenAt(tokens, i - 1))) return true
    return isCount(tokenAt(tokens, k)) && /[^-]/.test(textAfter(tokens, k))
  }
  const isPart = (i: number): boolean =>
    isPortion(tokenAt(tokens, i)) &&
    ((!means(tokenAt(tokens, i), 'soft-label', 'label') && !PORTIONS.has(tokenAt(tokens, i).text)) || isCounted(i))
  if (JOINS.has(tokenAt(tokens, first - 1).text)) return 2
  // "the last digits of the engine number 4774"
  for (let t = first - 1; t >= Math.max(0, first - NAMED) && !endsClause(tokens, t); t--)
    if (means(tokenAt(tokens, t), 'label', 'soft-label') && !means(tokenAt(tokens, t), 'digit-noun') && !isPart(t))
      return 0
  if (isSized(tokens, first)) return 2
  let evidence = 0
  for (let t = first - 1; t >= Math.max(0, first - REACH); t--) {
    const token = tokenAt(tokens, t)
    if (isPart(t)) return 2
    if (isOrder(tokens, t)) evidence = meansNear(tokens, t + 1, first - 1, 'number-noun') ? 2 : 1
    // "first instalment 83138" is something else.
    else if (!isCount(token) && !OF.has(token.text) && !means(token, ...CARRYING)) break
  }
  return evidence
}

/** 2 for "94170 is the first half", "38852 (part two)", "94170 ko dusre se jodo". */
function evidenceAfter(tokens: TextTokens, last: number): number {
  for (let t = last + 1; t <= last + REACH && !endsClause(tokens, t - 1); t++) {
    const token = tokenAt(tokens, t)
    const isPart =
      means(token, 'digit-noun') && (means(tokenAt(tokens, t - 1), 'order') || isCount(tokenAt(tokens, t + 1)))
    if (JOINING.has(token.text) || isPart) return 2
    if (!LINKS.has(token.text) && !means(token, 'copula', 'article', 'filler', 'order', 'join')) return 0
  }
  return 0
}

/** The fewest parts that make a mobile number together, in any order, and of which this holds. */
export function wholeOf<T extends NumberPart>(
  parts: readonly T[],
  isMeant: (chosen: readonly T[]) => boolean,
): T[] | undefined {
  const choose = (from: number, chosen: T[], size: number, count: number): T[] | undefined => {
    if (chosen.length === count) {
      const start = STARTS.get(size)
      return start && chosen.some(({ digits }) => start.test(digits)) && isMeant(chosen) ? chosen : undefined
    }
    for (let k = from; k < parts.length; k++) {
      const part = parts[k]!
      const longer = size + part.digits.length
      const whole = longer > LONGEST_WHOLE ? undefined : choose(k + 1, [...chosen, part], longer, count)
      if (whole !== undefined) return whole
    }
    return undefined
  }
  for (let count = 2; count <= MAX_TOGETHER; count++) {
    const whole = choose(0, [], 0, count)
    if (whole !== undefined) return whole
  }
  return undefined
}

export function announcedParts(scene: TextContext): NumberPart[] {
  if (!hints(scene.tokens, PART_WORDS)) return []
  const parts = partsOf(scene).filter(({ sign }) => sign >= EVIDENCE.odd)
  return wholeOf(parts.slice(0, MAX_PARTS), (chosen) => chosen.some(({ sign }) => sign >= EVIDENCE.marked)) ?? []
}

/** "meter shows 8819, Karnal 132143, for 679000": each says what it is, and no word announces parts. */
export function areFigures({ tokens, numerals, separators }: TextContext, { first, last }: CandidateSpan): boolean {
  if (hints(tokens, HIDING) || tokens.list.some(({ text }) => JOINING.has(text))) return false
  return (
    separators.slice(first, last).every((separator) => separator && separator.words > 0 && separator.blanks > 0) &&
    numerals.slice(first, last + 1).every((numeral) => {
      const { spoken, digits, first } = numeral
      const isStated = digits.endsWith('000') || isFigure(tokens, numeral) || isPlaceCode(tokens, first)
      // "next at 8737" is a reading, "and next 78914" is none.
      const before = tokenAt(tokens, first - 1)
      const isRead = MEASURES.has(before.text) && !means(before, 'order')
      return !spoken && digits.length >= SHORTEST && isStated && (isRead || evidenceBefore(tokens, numeral) === 0)
    })
  )
}
