import { DIGIT, SPACE } from './character-fold.ts'
import { textOf } from './domains.ts'
import { foldWord } from './fold.ts'
import { soleSeparator } from './gaps.ts'
import type { Numerals } from './reading.ts'
import { byteScratch } from './scratch.ts'
import { means, NUMBER, type Tokens, WORD } from './tokens.ts'
import { CALL, CURRENCY, MONEY_WORD, NUMBER_NOUN, PLACE_CODE, STATE, UNIT } from './vocabulary.ts'

// What a numeral evidently is, when it is not part of a telephone number.

/** Part of a measure, a date, a size, a registration: it joins no group of numerals. */
export const MEASURED = 1
/** An amount of money by its mark: not even ten digits in a row are a telephone number. */
export const MONEY = 2
export const YEAR = 4
/** After a word for a price, without a currency mark. */
export const PRICED = 8
/** Letters stand against the digits: a model or a code. */
export const CODED = 16

/** The currency mark stands before the digits or apart from them: not merely glued on behind. */
export const MONEY_BEFORE = 32

const COMMA = 44
const HYPHEN = 45
const POINT = 46
const SLASH = 47
const COLON = 58
const PLUS = 43
const STAR = 42
const TIMES = 0xd7
const RUPEE = 0x20b9
const MODEL_WORDS = new Set('model modal मॉडल மாடல்'.split(' ').map(foldWord))
const ODD_SEPARATORS = new Set([STAR, TIMES, 37, RUPEE])

export function numericValue(numerals: Numerals, numeral: number): number {
  const start = numerals.digitStarts[numeral] ?? 0
  const end = start + Math.min(numerals.digitLengths[numeral] ?? 0, 15)
  let value = 0
  for (let i = start; i < end; i++) value = value * 10 + (numerals.digits[i] ?? 48) - 48
  return value
}

/** Marks what numerals evidently are, as far as asked for: most of them are never part of anything. */
export type Protection = { marks: Uint8Array; reach: (from: number, to: number) => void }

/** The longest group that is marked from its first numeral on. */
const LONGEST_GROUP = 9

export function protect(tokens: Tokens, numerals: Numerals): Protection {
  const marks = byteScratch(4, numerals.count + 16).fill(0, 0, numerals.count + 16)
  let reached = 0
  const { codes, classes } = tokens.folded
  const size = (n: number): number => (n >= 0 && n < numerals.count ? (numerals.digitLengths[n] ?? 0) : 0)
  const first = (n: number): number => numerals.firstTokens[n] ?? 0
  const last = (n: number): number => (n < 0 ? -1 : (numerals.lastTokens[n] ?? 0))
  const mark = (n: number, bits: number): void => {
    marks[n] = (marks[n] ?? 0) | bits
  }

  /** Skips blanks and up to one of `.`, `:` or `-` backwards; gives the token there if nothing else is between. */
  function moneyBefore(n: number): boolean {
    let at = (tokens.starts[first(n)] ?? 0) - 1
    for (let steps = 0; steps < 4 && at >= 0; steps++, at--) {
      if (codes[at] === RUPEE) return true
      if (classes[at] !== SPACE && codes[at] !== POINT && codes[at] !== COLON && codes[at] !== HYPHEN) break
    }
    const before = first(n) - 1
    if (before < 0 || tokens.ends[before] !== at + 1 || !isMoneyWord(before)) return false
    // "16500 Rs. 8 7 5 5 …": the word belongs to the amount before it.
    const apart = (tokens.starts[before + 1] ?? 0) - (tokens.ends[before] ?? 0) > 1
    return !(
      apart &&
      before > 0 &&
      tokens.kinds[before - 1] === NUMBER &&
      gapIsBlank(tokens.ends[before - 1] ?? 0, tokens.starts[before] ?? 0)
    )
  }
  function isMoneyWord(token: number): boolean {
    return means(tokens, token, MONEY_WORD)
  }
  function gapIsBlank(from: number, to: number): boolean {
    if (to - from > 2) return false
    for (let i = from; i < to; i++) if (classes[i] !== SPACE && codes[i] !== HYPHEN && codes[i] !== POINT) return false
    return true
  }
  function moneyAfter(n: number): boolean {
    const end = tokens.ends[last(n)] ?? 0
    const slash = classes[end] === SPACE ? end + 1 : end
    if (codes[slash] === SLASH && (codes[slash + 1] === HYPHEN || codes[slash + 1] === 61)) return true
    const next = last(n) + 1
    if (next >= tokens.count || !gapIsBlank(end, tokens.starts[next] ?? 0) || !isMoneyWord(next)) return false
    if (codes[end] === POINT && classes[end + 1] === SPACE) return false
    // "6281824015. Rs 385000": the word belongs to the amount after it.
    const blank = classes[end] === SPACE || classes[end + 1] === SPACE
    return !(blank && tokens.kinds[next + 1] === NUMBER && opensAmount(next))
  }
  /** "94172 rupees, 6429 …": a currency word after an amount is not the next one's. */
  function isPriceWord(token: number): boolean {
    if (!means(tokens, token, CURRENCY)) return false
    return !(isMoneyWord(token) && (codes[tokens.ends[token] ?? 0] === COMMA || tokens.kinds[token - 1] === NUMBER))
  }
  /** Nothing but a point or a blank stands between a currency word and the digits after it. */
  function opensAmount(token: number): boolean {
    return gapIsBlank(tokens.ends[token] ?? 0, tokens.starts[token + 1] ?? 0)
  }

  const mayHoldMoney = tokens.hasRupeeSign || (tokens.seen & MONEY_WORD) !== 0
  return {
    marks,
    reach(from, to) {
      const stop = Math.min(to, numerals.count - 1)
      for (let n = Math.max(reached, from - LONGEST_GROUP, 0); n <= stop; n++) markOne(n)
      reached = Math.max(reached, stop + 1)
    },
  }

  function markOne(n: number): void {
    const separator = soleSeparator(tokens, numerals, n)
    // In the midst of a row with one and the same separator a numeral is nothing by itself.
    if (separator !== 0 && !ODD_SEPARATORS.has(separator) && size(n) !== 4 && isInRow(n, separator)) return
    if (size(n) === 4 && isYear(numericValue(numerals, n))) mark(n, YEAR)
    const end = tokens.ends[last(n)] ?? 0
    if (mayHoldMoney && moneyBefore(n)) mark(n, MONEY | MEASURED | MONEY_BEFORE)
    if ((mayHoldMoney || codes[end] === SLASH || codes[end + 1] === SLASH) && moneyAfter(n)) mark(n, MONEY | MEASURED)
    if (codes[end] === 37) mark(n, MEASURED)
    const next = last(n) + 1
    if (next < tokens.count && means(tokens, next, UNIT) && isUnitOf(end, next)) mark(n, MEASURED)
    const before = first(n) - 1
    if (before >= 0 && tokens.kinds[before] === WORD) {
      const glued = tokens.ends[before] === tokens.starts[first(n)] && last(n - 1) !== before
      if (glued && !means(tokens, before, NUMBER_NOUN | CALL)) mark(n, CODED)
      const label = means(tokens, before, NUMBER_NOUN) ? before - 1 : before
      if (size(n) === 6 && (means(tokens, before, PLACE_CODE) || means(tokens, label, PLACE_CODE))) mark(n, MEASURED)
      if (isPriceWord(before) || isPriceWord(label)) mark(n, PRICED)
    }
    if (
      next < tokens.count &&
      tokens.kinds[next] === WORD &&
      tokens.starts[next] === end &&
      !beginsNumeral(n + 1, next)
    ) {
      mark(n, CODED)
    }
    if (separator === COMMA) markGrouped(n)
    if (separator !== 32) markPair(n, separator)
    if (before >= 0 && means(tokens, before, STATE)) markRegistration(n)
  }

  /** "60k61k58k…" keeps digits apart, and after a full stop another sentence begins. */
  function isUnitOf(end: number, token: number): boolean {
    const start = tokens.starts[token] ?? 0
    if (start === end) return tokens.kinds[token + 1] !== NUMBER || tokens.starts[token + 1] !== tokens.ends[token]
    // "6-star-2-star-8": held on either side, it is none.
    const stop = tokens.ends[token] ?? 0
    if (start - end === 1 && codes[end] === HYPHEN && codes[stop] === HYPHEN && classes[stop + 1] === DIGIT)
      return false
    // "… 8160 Hours: 2980", "… 900 model 2015": it is said of the next.
    if (codes[stop] === COLON || (tokens.kinds[token + 1] === NUMBER && MODEL_WORDS.has(textOf(tokens, token))))
      return false
    if (!gapIsBlank(end, start) || (codes[end] === POINT && start - end === 2)) return false
    return !(isMoneyWord(token) && tokens.kinds[token + 1] === NUMBER && opensAmount(token))
  }
  function isInRow(n: number, separator: number): boolean {
    if (n === 0 || first(n) - last(n - 1) !== 1 || first(n + 1) - last(n) !== 1) return false
    return soleSeparator(tokens, numerals, n - 1) === separator
  }
  function isYear(value: number): boolean {
    return value >= 1950 && value <= 2039
  }
  function beginsNumeral(n: number, token: number): boolean {
    return n < numerals.count && first(n) === token
  }

  /** `7,50,000` and `7,500,000`: the grouping of amounts, too short for a telephone number or with a currency mark. */
  function markGrouped(n: number): void {
    if (soleSeparator(tokens, numerals, n) !== COMMA || soleSeparator(tokens, numerals, n - 1) === COMMA) return
    let end = n
    let total = size(n)
    while (end < n + 8 && soleSeparator(tokens, numerals, end) === COMMA) total += size(++end)
    if (size(n) > 3 || size(end) !== 3) return
    for (let k = n + 1; k < end; k++) if (size(k) !== 2 && size(k) !== 3) return
    const money = moneyBefore(n) || moneyAfter(end)
    if (total > 9 && !money) return
    for (let k = n; k <= end; k++) mark(k, MEASURED | (money ? MONEY : 0))
  }

  function markPair(n: number, separator: number): void {
    if (separator === 0 && !isTimes(n)) return
    const before = soleSeparator(tokens, numerals, n - 1)
    const after = soleSeparator(tokens, numerals, n + 1)
    const both = (): void => {
      mark(n, MEASURED)
      mark(n + 1, MEASURED)
    }
    const a = numericValue(numerals, n)
    const b = numericValue(numerals, n + 1)
    if (separator === COLON && before !== COLON && size(n) <= 2 && a < 24 && size(n + 1) === 2 && b < 60) both()
    if (separator === PLUS && size(n) <= 2 && size(n + 1) <= 2 && before !== PLUS && after !== PLUS) both()
    if (separator === POINT && before !== POINT && after !== POINT && size(n) <= 4 && size(n + 1) <= 2) {
      if (isEvidentDecimal(n)) both()
    }
    // Degrees of latitude and longitude.
    if (
      separator === POINT &&
      before !== POINT &&
      after !== POINT &&
      size(n) <= 2 &&
      size(n + 1) >= 4 &&
      size(n + 1) <= 6
    )
      both()
    if (isTimes(n) && !isTimes(n - 1) && size(n) <= 4 && size(n + 1) <= 4) {
      const third = isTimes(n + 1)
      if (third ? !isTimes(n + 2) && !isTakenApart(n) : true) {
        both()
        if (third) mark(n + 2, MEASURED)
      }
    }
    if ((separator === HYPHEN || separator === SLASH || separator === POINT) && after === separator)
      markDate(n, separator)
  }
  /** A decimal stands alone: pairs of digits on either side of points may also be a number taken apart. */
  function isEvidentDecimal(n: number): boolean {
    if (
      size(n) === 1 &&
      size(n + 1) === 1 &&
      ((isApart(n - 1) && isApart(n - 2)) || (isApart(n + 1) && isApart(n + 2)))
    )
      return false
    return size(n) !== 2 || size(n + 1) !== 2 || size(n + 2) !== 2 || size(n - 1) !== 2
  }
  /** Two digits with a blank between them. */
  function isApart(n: number): boolean {
    return size(n) === 1 && size(n + 1) === 1 && soleSeparator(tokens, numerals, n) === 32
  }
  /** `9885x2158x07`: ten digits, and not both of the first are round measures. */
  function isTakenApart(n: number): boolean {
    if (means(tokens, first(n) - 1, CALL)) return true
    if (size(n) + size(n + 1) + size(n + 2) !== 10) return false
    return numericValue(numerals, n) % 10 !== 0 || numericValue(numerals, n + 1) % 10 !== 0
  }
  function isTimes(n: number): boolean {
    if (n < 0 || n + 1 >= numerals.count) return false
    const from = tokens.ends[last(n)] ?? 0
    const to = tokens.starts[first(n + 1)] ?? 0
    if (to - from > 5) return false
    let found = 0
    for (let i = from; i < to; i++) {
      if (codes[i] === 120 || codes[i] === TIMES || codes[i] === STAR) found++
      else if (classes[i] !== SPACE) return false
    }
    return found === 1
  }
  function markDate(n: number, separator: number): void {
    if (soleSeparator(tokens, numerals, n - 1) === separator || soleSeparator(tokens, numerals, n + 2) === separator)
      return
    const [a, b, c] = [numericValue(numerals, n), numericValue(numerals, n + 1), numericValue(numerals, n + 2)]
    const [x, y, z] = [size(n), size(n + 1), size(n + 2)]
    const dayFirst = x <= 2 && y <= 2 && (z === 4 || z === 2) && a <= 31 && b <= 31 && (a <= 12 || b <= 12)
    const yearFirst = x === 4 && y <= 2 && z <= 2 && b <= 12 && c <= 31
    if (dayFirst || yearFirst) for (let k = n; k <= n + 2; k++) mark(k, MEASURED)
  }

  /** `MH 12 AB 1234`, `22 BH 1234 AA`. */
  function markRegistration(n: number): void {
    if (size(n) > 2 || numerals.spoken[n] === 1) return
    const state = first(n) - 1
    const letters = last(n) + 1
    const number = letters + 1
    if (number >= tokens.count || !means(tokens, state, STATE) || tokens.kinds[number] !== NUMBER) return
    if (tokens.kinds[letters] !== WORD || (tokens.ends[letters] ?? 0) - (tokens.starts[letters] ?? 0) > 3) return
    if ((tokens.starts[number] ?? 0) - (tokens.ends[state] ?? 0) > 10 || n + 1 >= numerals.count) return
    if (first(n + 1) !== number || size(n + 1) > 4 || tokens.starts[number + 1] === tokens.ends[number]) return
    mark(n, MEASURED)
    mark(n + 1, MEASURED)
  }
}
