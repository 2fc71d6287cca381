import { isCapitalised } from '../text/capitals.ts'
import { hasTrait, means, type Tokens } from '../text/tokens.ts'
import { ANOTHER, ENDING, RANGE } from '../words/traits.ts'
import { ANY_LABEL, CALL, CURRENCY, JOIN, NUMBER_NAME, ON, UNIT } from '../words/vocabulary.ts'
import { ANY_MEASURE, CODED, MONEY, PRICED, type Protection, YEAR } from './marks.ts'
import { protect } from './protection.ts'
import type { Numerals } from './reading.ts'

/** `9876543210 / 11 / 12`: further numbers given by their last digits. */
export function furtherNumbers(
  tokens: Tokens,
  numerals: Numerals,
  protection: Protection,
  end: number,
  isWhole: (n: number) => boolean,
): number {
  let last = end
  while (last + 1 < numerals.count && isFurther(last)) last++
  return last

  function size(n: number): number {
    return n >= 0 && n < numerals.count ? (numerals.digitLengths[n] ?? 0) : 0
  }
  function has(n: number, bits: number): boolean {
    return ((protection.marks[n] ?? 0) & bits) !== 0
  }
  function digitAt(n: number, index: number): number {
    return numerals.digits[(numerals.digitStarts[n] ?? 0) + index] ?? 48
  }
  function isFurther(n: number): boolean {
    const next = n + 1
    protect(protection, next, next)
    if (size(next) > 8 || has(next, ANY_MEASURE | MONEY) || numerals.spoken[next] === 1) return false
    const { codes } = tokens.folded
    const left = numerals.lastTokens[n] ?? 0
    const right = numerals.firstTokens[next] ?? 0
    const from = tokens.ends[left] ?? 0
    const to = tokens.starts[right] ?? 0
    if (to - from > 40) return false
    if (to - from > 8 && right - left === 1) return false
    let sign = 0
    for (let i = from; i < to; i++) {
      const code = codes[i] ?? 0
      if (code === 47 || code === 38 || code === 124) sign = 2
      else if ((code === 44 || code === 45) && sign === 0) sign = 1
    }
    const word = right - left === 2 ? (tokens.meanings[left + 1] ?? 0) : 0
    // "9876543210 to 44": a row of numbers.
    const ranged = right - left === 2 && size(next) <= 3 && hasTrait(tokens, left + 1, RANGE)
    const joined = (word & JOIN) !== 0 || ranged || isNextInList(n, word, sign)
    const ending = right - left > 1 && !joined && endsOtherNumber(left, right)
    if (right - left > 1 && !joined && !ending) return false
    if (!joined && !ending && sign === 0) return false
    // A whole number of its own is found for itself.
    if (isWhole(next)) return false
    if (has(next, YEAR) && !(sign === 2 && to - from === 1)) return false
    if (has(next, CODED)) return false
    if (sign === 2 && (to - from === 1 || (n > end && size(next) === size(n)))) return true
    if (sign === 1 && isAlike(n)) return true
    // "8109537264-65"
    const held = to - from === 1 && size(next) > 1
    if (sign === 2 || held || !isFollowedByWord(next)) return true
    if (size(next) < 2 || size(next) > 5) return false
    return isForCalling(next) || (joined && isCapitalised(tokens, (numerals.lastTokens[next] ?? 0) + 1))
  }
  /** "9866 41 2075, 2076": the last group again, with other last digits. */
  function isAlike(n: number): boolean {
    return (
      size(n) === size(n + 1) &&
      size(n) > 2 &&
      size(n) < 6 &&
      digitAt(n, 0) === digitAt(n + 1, 0) &&
      digitAt(n, 1) === digitAt(n + 1, 1)
    )
  }
  /** "… - 18 office numbers", "… - 54 dono par call" */
  function isForCalling(n: number): boolean {
    const token = numerals.lastTokens[n] ?? 0
    for (let t = token + 1; t <= token + 4; t++) if (means(tokens, t, CALL | NUMBER_NAME)) return true
    return false
  }
  /** "(other line ends 0867)", "second sim ends in 0357" */
  function endsOtherNumber(left: number, right: number): boolean {
    let ending = false
    let another = false
    const open = isOneSentence(left, right)
    for (let t = left + 1; t < right; t++) {
      if (means(tokens, t, UNIT | CURRENCY | ANY_LABEL)) return false
      if (!open && !hasTrait(tokens, t, ENDING | ANOTHER)) return false
      if (hasTrait(tokens, t, ENDING)) ending = true
      if (hasTrait(tokens, t, ANOTHER)) another = true
    }
    return ending && another
  }
  function isOneSentence(left: number, right: number): boolean {
    const { codes, classes } = tokens.folded
    for (let i = tokens.ends[left] ?? 0; i < (tokens.starts[right] ?? 0); i++)
      if (classes[i] === 4 || codes[i] === 46) return false
    return true
  }
  /** "93630 12300, service 12311": the same beginning is left out. */
  function isNextInList(n: number, word: number, sign: number): boolean {
    const next = n + 1
    if (size(n) !== size(next) || size(n) < 4 || size(n) > 6 || sign === 0) return false
    if ((word & (UNIT | CURRENCY)) !== 0 || has(next, PRICED)) return false
    const token = numerals.firstTokens[next] ?? 0
    return (
      token - (numerals.lastTokens[n] ?? 0) === 2 &&
      digitAt(n, 0) === digitAt(next, 0) &&
      digitAt(n, 1) === digitAt(next, 1)
    )
  }
  function isFollowedByWord(n: number): boolean {
    const token = (numerals.lastTokens[n] ?? 0) + 1
    if (token >= tokens.count || means(tokens, token, ON | CALL | JOIN)) return false
    const from = tokens.ends[token - 1] ?? 0
    const { classes } = tokens.folded
    for (let i = from; i < (tokens.starts[token] ?? 0); i++) if (classes[i] !== 3) return false
    return true
  }
}
