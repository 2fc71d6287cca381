import { means, NUMBER, type Tokens, WORD } from '../text/tokens.ts'
import { plainDigitOf } from '../words/lexicon.ts'
import { CALL, NUMBER_NOUN } from '../words/vocabulary.ts'

const O = 111
const SMALL_I = 105
const SMALL_L = 108
const CAPITAL_L = 76
const [ZERO, ONE, SIX, NINE] = [48, 49, 54, 57]
const TEN = 10
const TWELVE = 12
const MOST_PARTS = 6
const MOST_GROUPS = 4
/** A group of nothing but letters is short. */
const MOST_LETTERS = 4
const WIDEST_GAP = 3
/** Digits by the letter that is drawn like them, 0 for all others. */
const DRAWN = new Uint8Array(128)
for (const [letter, digit] of ['o0', 'l1', 'i1', 's5', 'z2', 'b8'].map((pair) => Array.from(pair))) {
  DRAWN[letter?.charCodeAt(0) ?? 0] = digit?.charCodeAt(0) ?? 0
}

export function isDrawnLikeDigit(code: number): boolean {
  return code < 128 && DRAWN[code] !== 0
}

/** The digit that a letter is drawn like; any other code is given back. */
export function asDigit(code: number): number {
  return code > 57 && isDrawnLikeDigit(code) ? (DRAWN[code] ?? code) : code
}

/** Whether two neighbouring tokens have nothing between them. */
export function glued(tokens: Tokens, left: number): boolean {
  return left >= 0 && left + 1 < tokens.count && tokens.ends[left] === tokens.starts[left + 1]
}

export function readsAsDigits(tokens: Tokens, token: number): boolean {
  const start = tokens.starts[token] ?? 0
  const end = tokens.ends[token] ?? 0
  if (end - start > 9) return false
  const { codes, text, starts } = tokens.folded
  for (let i = start; i < end; i++) {
    const code = codes[i] ?? 0
    if (!isDrawnLikeDigit(code)) return false
    // "6.75L": a capital is drawn like nothing.
    if (code === SMALL_L && text.charCodeAt(starts[i] ?? 0) === CAPITAL_L) return false
  }
  return true
}

/**
 * The last token of a run of digits and look-alikes that begins here, or -1 where the run is something else.
 * `l`, `I`, `S`, `B`, `Z` count as digits only among many digits; `O` among few, or after another number.
 */
export function endOfLookalikes(tokens: Tokens, token: number, afterNumber: boolean): number {
  // Only the start of a run is looked at, so that a long one is walked once.
  if (!glued(tokens, token)) return -1
  if (glued(tokens, token - 1) && !means(tokens, token - 1, CALL | NUMBER_NOUN)) return -1
  const { codes } = tokens.folded
  let plain = 0
  let rare = 0
  let last = token
  for (; ; last++) {
    const start = tokens.starts[last] ?? 0
    const end = tokens.ends[last] ?? 0
    if (tokens.kinds[last] === NUMBER) plain += end - start
    // `7OO9call418256`: a word for calling ends the group.
    else if (last > token && means(tokens, last, CALL)) {
      last--
      break
    } else if (tokens.kinds[last] !== WORD || !readsAsDigits(tokens, last)) return -1
    else for (let i = start; i < end; i++) if (codes[i] !== O) rare++
    if (!glued(tokens, last)) break
  }
  const length = (tokens.ends[last] ?? 0) - (tokens.starts[token] ?? 0)
  // `85662z27360`: ten digits without them, so the letters only keep them apart.
  if (plain === TEN && length > TEN && tokens.kinds[token] === NUMBER && (codes[tokens.starts[token] ?? 0] ?? 0) >= SIX)
    return -1
  if (isDigitGroup(tokens, token, last, plain, length) || isServiceCode(tokens, token, last)) return last
  if (rare === 0) return plain >= 2 || (plain === 1 && afterNumber) ? last : -1
  const inside = tokens.kinds[token] === NUMBER && tokens.kinds[last] === NUMBER
  // "l800 …" is how a service number is disguised.
  const service = codes[(tokens.starts[token] ?? 0) + 1] === 56
  return plain >= (inside ? 3 : 5) && plain >= rare * 2 && (inside || plain >= 8 || service) ? last : -1
}

/** "l8OO 266 7103": as service numbers begin. */
function isServiceCode(tokens: Tokens, first: number, last: number): boolean {
  const start = tokens.starts[first] ?? 0
  if ((tokens.ends[last] ?? 0) - start !== 4 || tokens.kinds[last + 1] !== NUMBER || !isBesides(tokens, last))
    return false
  let code = 0
  for (let i = start; i < start + 4; i++) code = code * 10 + asDigit(tokens.folded.codes[i] ?? 0) - 48
  return code === 1800 || code === 1860
}

/** Groups that make ten signs from 6 on, half of them digits at least: nothing but a number is written so. */
function isDigitGroup(tokens: Tokens, first: number, last: number, plain: number, length: number): boolean {
  if (length >= TEN && length <= TEN + 3) {
    if (tokens.kinds[first] !== NUMBER) return false
    return plain * 2 >= length || (plain > 2 && length === TEN && means(tokens, first - 1, CALL | NUMBER_NOUN))
  }
  if (length > TEN || (plain === 0 && length > MOST_LETTERS)) return false
  // The groups on either side, nearest first; of those that hang together some make a number with this one.
  for (let lefts = 0, begin = first, signs = length, digits = plain; lefts <= MOST_GROUPS; lefts++) {
    if (isNumberFrom(tokens, begin, last, signs, digits)) return true
    if (!isBesides(tokens, begin - 1)) return false
    const start = startOfGroup(tokens, begin - 1)
    if (start < 0) return false
    signs += signsWithin(tokens, start, begin - 1)
    digits += digitsWithin(tokens, start, begin - 1)
    begin = start
  }
  return false
}

/** Whether the groups from here on, as far as given and then one after the other, make a number. */
function isNumberFrom(tokens: Tokens, begin: number, last: number, someSigns: number, someDigits: number): boolean {
  let signs = someSigns
  let digits = someDigits
  for (let end = last; signs <= TWELVE; ) {
    if (digits * 2 >= signs && isNumberLength(tokens, begin, signs)) return true
    if (!isBesides(tokens, end)) return false
    const start = end + 1
    end = endOfGroup(tokens, start)
    if (end < 0) return false
    signs += signsWithin(tokens, start, end)
    digits += digitsWithin(tokens, start, end)
  }
  return false
}

function isNumberLength(tokens: Tokens, begin: number, signs: number): boolean {
  const { codes } = tokens.folded
  const at = tokens.starts[begin] ?? 0
  const initial = plainDigitOf(tokens.entries[begin] ?? 0) || asDigit(codes[at] ?? 0)
  if (signs === TEN) return initial >= SIX
  // With a zero or the country code before it.
  if (signs === TEN + 1) return initial === ZERO && asDigit(codes[at + 1] ?? 0) >= SIX
  return signs === TWELVE && initial === NINE && asDigit(codes[at + 1] ?? 0) === ONE
}

function signsWithin(tokens: Tokens, first: number, last: number): number {
  let signs = 0
  for (let t = first; t <= last; t++)
    signs += plainDigitOf(tokens.entries[t] ?? 0) !== 0 ? 1 : (tokens.ends[t] ?? 0) - (tokens.starts[t] ?? 0)
  return signs
}

function digitsWithin(tokens: Tokens, first: number, last: number): number {
  let digits = 0
  for (let t = first; t <= last; t++) {
    if (tokens.kinds[t] === NUMBER) digits += (tokens.ends[t] ?? 0) - (tokens.starts[t] ?? 0)
    else if (plainDigitOf(tokens.entries[t] ?? 0) !== 0) digits++
  }
  return digits
}

/** A sign or two stand between this token and the next. */
function isBesides(tokens: Tokens, left: number): boolean {
  if (left < 0 || left + 1 >= tokens.count) return false
  const gap = (tokens.starts[left + 1] ?? 0) - (tokens.ends[left] ?? 0)
  return gap > 0 && gap <= WIDEST_GAP
}

function isGroupPart(tokens: Tokens, token: number): boolean {
  if (tokens.kinds[token] === NUMBER) return true
  return (
    tokens.kinds[token] === WORD && (plainDigitOf(tokens.entries[token] ?? 0) !== 0 || readsAsDigits(tokens, token))
  )
}

/** The last token of a group of digits and look-alikes that begins here, or -1. */
function endOfGroup(tokens: Tokens, first: number): number {
  for (let t = first; t < first + MOST_PARTS && isGroupPart(tokens, t); t++) if (!glued(tokens, t)) return t
  return -1
}

function startOfGroup(tokens: Tokens, last: number): number {
  for (let t = last; t > last - MOST_PARTS && t >= 0 && isGroupPart(tokens, t); t--) if (!glued(tokens, t - 1)) return t
  return -1
}

/** The only character of a one-letter word, 0 for any other token. */
export function loneLetter(tokens: Tokens, token: number): number {
  if (token < 0 || token >= tokens.count || tokens.kinds[token] !== WORD) return 0
  const start = tokens.starts[token] ?? 0
  return (tokens.ends[token] ?? 0) - start === 1 ? (tokens.folded.codes[start] ?? 0) : 0
}

/** "7O OO 46 l8 25": a group of letters that stands among groups of digits. */
export function isLetterGroup(tokens: Tokens, token: number): boolean {
  const length = (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0)
  if (length < 2 || length > MOST_LETTERS || !readsAsDigits(tokens, token) || isRoman(tokens, token)) return false
  return isDigitGroup(tokens, token, token, 0, length)
}

/** "745 III": a numeral of its own. */
function isRoman({ starts, ends, folded: { codes } }: Tokens, token: number): boolean {
  for (let i = starts[token] ?? 0; i < (ends[token] ?? 0); i++) if (codes[i] !== SMALL_I) return false
  return true
}
