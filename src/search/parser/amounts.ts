import type { Lexemes } from './lexemes.ts'
import { IS } from './meaning.ts'
import type { Sense } from './measures.ts'
import { phraseAt } from './vocabulary.ts'

/** A number without a scale. */
interface Plain {
  value: number
  end: number
  hasDigits: boolean
}

/** A number with its scale: 8.5 lakh, saade saat lakh, 1 crore 20 lakh, two thousand. */
export interface Amount extends Plain {
  /** It has lakhs or crores, which always mean money. */
  isMoney: boolean
  /** It has a scale. Such an amount is money unless a unit follows. */
  isScaled: boolean
  /** Its last scale is a single letter. */
  isWeak: boolean
  /** The sense of its scale's ending. */
  ending: Sense | undefined
}

const HUNDRED = 100
const THOUSAND = 1_000
const LAKH = 100_000
const CRORE = 10_000_000
/** More lakhs or crores than any machine costs. */
const MAX_MONEY = 5_000_000_000
/** `cr` after a larger number is part of a name: 302 CR. */
const MAX_SHORT = 50 * CRORE

function plainAt(lexemes: Lexemes, at: number): Plain | undefined {
  const lexeme = lexemes[at]
  if (lexeme === undefined) return undefined
  if (lexeme.kind === 'number') return withHalf(lexemes, lexeme.value, at + 1, true)
  const more = phraseAt(lexemes, at, IS.more)
  if (more) {
    const rest = plainAt(lexemes, more.end)
    const by = more.meaning.more!
    if (rest) return { ...rest, value: rest.value + by }
    const isOne = by > 0 && phraseAt(lexemes, more.end, IS.scale)
    return isOne ? { value: 1 + by, end: more.end, hasDigits: false } : undefined
  }
  const word = phraseAt(lexemes, at, IS.number | IS.tens)
  if (word === undefined) return undefined
  const { number, tens } = word.meaning
  if (tens !== undefined) {
    const units = plainAt(lexemes, word.end)
    if (units && !units.hasDigits && Number.isInteger(units.value) && units.value < (tens < HUNDRED ? 10 : HUNDRED))
      return { ...units, value: tens + units.value }
  }
  return number === undefined ? undefined : withHalf(lexemes, number, word.end, false)
}

function withHalf(lexemes: Lexemes, value: number, end: number, hasDigits: boolean): Plain {
  const half = phraseAt(lexemes, end, IS.isHalf)
  return { value: half ? value + 0.5 : value, end: half?.end ?? end, hasDigits }
}

export function amountAt(lexemes: Lexemes, at: number): Amount | undefined {
  let plain = plainAt(lexemes, at)
  if (plain === undefined) return undefined
  const amount: Amount = { ...plain, value: 0, isMoney: false, isScaled: false, isWeak: false, ending: undefined }
  let last = Number.POSITIVE_INFINITY
  while (plain !== undefined) {
    const scale = phraseAt(lexemes, plain.end, IS.scale)
    const by = scale?.meaning.scale ?? 1
    // "Two thousand twenty three" ends in a number without a scale; "5 lakh fifty" does not, nor does "5 hundred 50".
    const mayEnd = last === Number.POSITIVE_INFINITY || (last <= THOUSAND && !plain.hasDigits)
    if (by >= last || (scale === undefined && !mayEnd)) break
    // "Five hundred thousand" has a scale upon a scale.
    const upon = scale && by < LAKH ? phraseAt(lexemes, scale.end, IS.scale) : undefined
    const more = upon && upon.meaning.scale! > by && !upon.meaning.isWeak ? upon : undefined
    const value = plain.value * by * (more?.meaning.scale ?? 1)
    amount.value += value
    amount.end = more?.end ?? scale?.end ?? plain.end
    amount.isMoney ||= Math.max(by, upon?.meaning.scale ?? 0) >= LAKH
    amount.isScaled ||= scale !== undefined
    amount.isWeak = scale?.meaning.isWeak === true && !(by === CRORE && value <= MAX_SHORT)
    amount.ending = scale?.meaning.ending
    last = by
    if (scale === undefined || amount.ending !== undefined || amount.isWeak) break
    plain = plainAt(lexemes, amount.end)
  }
  amount.value = Math.round(amount.value * 1e6) / 1e6
  return amount.isMoney && amount.value > MAX_MONEY ? undefined : amount
}

/** The scale of "5 to 7 lakh" applies to the 5 as well. */
export const scaleOf = ({ value }: Amount) => (value >= CRORE ? CRORE : value >= LAKH ? LAKH : THOUSAND)
