import type { Comparison } from './fields.ts'
import { phraseAt } from './lexicon.ts'
import type { Tokens } from './tokens.ts'

interface PlainNumber {
  value: number
  end: number
  hasDigits: boolean
}

/** A number with its scale: 8.5 lakh, saade saat lakh, 1 crore 20 lakh, two thousand. */
export interface Amount extends PlainNumber {
  isMoney: boolean
  /** It has a scale. Such an amount is money unless a unit follows. */
  isScaled: boolean
  isWeak: boolean
  ending: Comparison | undefined
}

const HUNDRED = 100
const THOUSAND = 1_000
const LAKH = 100_000
const CRORE = 10_000_000
const MAX_MONEY = 5_000_000_000
/** `cr` after a larger number is part of a name: 302 CR. */
const MAX_SHORT = 50 * CRORE

function plainAt(tokens: Tokens, i: number): PlainNumber | undefined {
  const token = tokens[i]
  if (token === undefined || token.isLiteral) return undefined
  if (token.kind === 'number') return withHalf(tokens, token.value, i + 1, true)
  const more = phraseAt(tokens, i, 'more')
  if (more) {
    const rest = plainAt(tokens, more.end)
    const { more: addend = 0 } = more.senses
    if (rest) return { ...rest, value: rest.value + addend }
    const isOne = addend > 0 && phraseAt(tokens, more.end, 'scale')
    return isOne ? { value: 1 + addend, end: more.end, hasDigits: false } : undefined
  }
  const word = phraseAt(tokens, i, 'number', 'tens')
  if (word === undefined) return undefined
  const { number, tens } = word.senses
  if (tens !== undefined) {
    const units = plainAt(tokens, word.end)
    if (units && !units.hasDigits && Number.isInteger(units.value) && units.value < (tens < HUNDRED ? 10 : HUNDRED))
      return { ...units, value: tens + units.value }
  }
  return number === undefined ? undefined : withHalf(tokens, number, word.end, false)
}

function withHalf(tokens: Tokens, value: number, end: number, hasDigits: boolean): PlainNumber {
  const half = phraseAt(tokens, end, 'half')
  return { value: half ? value + 0.5 : value, end: half?.end ?? end, hasDigits }
}

export function amountAt(tokens: Tokens, i: number): Amount | undefined {
  let plain = plainAt(tokens, i)
  if (plain === undefined) return undefined
  const amount: Amount = { ...plain, value: 0, isMoney: false, isScaled: false, isWeak: false, ending: undefined }
  let last = Number.POSITIVE_INFINITY
  while (plain !== undefined) {
    const scale = phraseAt(tokens, plain.end, 'scale')
    const factor = scale?.senses.scale ?? 1
    // "Two thousand twenty three" ends in a number without a scale; "5 lakh fifty" does not, nor does "5 hundred 50".
    const mayEnd = last === Number.POSITIVE_INFINITY || (last <= THOUSAND && !plain.hasDigits)
    if (factor >= last || (scale === undefined && !mayEnd)) break
    // "Five hundred thousand" has a scale upon a scale.
    const next = scale && factor < LAKH ? phraseAt(tokens, scale.end, 'scale') : undefined
    const upper = next && next.senses.scale! > factor && !next.senses.weak ? next : undefined
    const value = plain.value * factor * (upper?.senses.scale ?? 1)
    amount.value += value
    amount.end = upper?.end ?? scale?.end ?? plain.end
    amount.isMoney ||= Math.max(factor, next?.senses.scale ?? 0) >= LAKH
    amount.isScaled ||= scale !== undefined
    amount.isWeak = scale?.senses.weak === true && !(factor === CRORE && value <= MAX_SHORT)
    amount.ending = scale?.senses.ending
    last = factor
    if (scale === undefined || amount.ending !== undefined || amount.isWeak) break
    plain = plainAt(tokens, amount.end)
  }
  amount.value = Math.round(amount.value * 1e6) / 1e6
  return amount.isMoney && amount.value > MAX_MONEY ? undefined : amount
}

export const scaleOf = ({ value }: Amount) => (value >= CRORE ? CRORE : value >= LAKH ? LAKH : THOUSAND)
