import type { KnownWords } from './known-words.ts'
import type { Lexeme, Lexemes } from './lexemes.ts'
import type { Meaning, Sense } from './meaning.ts'
import { phraseAt } from './vocabulary.ts'
import { isAliasWord, isFillerWord } from './word-lists.ts'

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
/** `cr` after a larger number is part of a name: 302 CR. */
const MAX_SHORT = 50 * CRORE
/** More lakhs or crores than any machine costs. */
const MAX_MONEY = 5_000_000_000

const isNumber = (meaning: Meaning) => meaning.number !== undefined || meaning.tens !== undefined
const isMore = (meaning: Meaning) => meaning.more !== undefined
const isScale = (meaning: Meaning) => meaning.scale !== undefined
const isHalf = (meaning: Meaning) => meaning.isHalf
export const isRupee = (meaning: Meaning) => meaning.unit === 'rupee'

function plainAt(lexemes: Lexemes, at: number): Plain | undefined {
  const lexeme = lexemes[at]
  if (lexeme === undefined) return undefined
  if (lexeme.kind === 'number') return withHalf(lexemes, lexeme.value, at + 1, true)
  const more = phraseAt(lexemes, at, isMore)
  if (more) {
    const rest = plainAt(lexemes, more.end)
    const by = more.meaning.more!
    if (rest) return { ...rest, value: rest.value + by }
    return by > 0 && phraseAt(lexemes, more.end, isScale)
      ? { value: 1 + by, end: more.end, hasDigits: false }
      : undefined
  }
  const word = phraseAt(lexemes, at, isNumber)
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
  const half = phraseAt(lexemes, end, isHalf)
  return { value: half ? value + 0.5 : value, end: half?.end ?? end, hasDigits }
}

const isSmall = (scale: number) => scale === HUNDRED || scale === THOUSAND

export function amountAt(lexemes: Lexemes, at: number): Amount | undefined {
  let plain = plainAt(lexemes, at)
  if (plain === undefined) return undefined
  const amount: Amount = { ...plain, value: 0, isMoney: false, isScaled: false, isWeak: false, ending: undefined }
  let last = Number.POSITIVE_INFINITY
  while (plain !== undefined) {
    const scale = phraseAt(lexemes, plain.end, isScale)
    const by = scale?.meaning.scale ?? 1
    // "Two thousand twenty three" ends in a number without a scale; "5 lakh fifty" does not, nor does "5 hundred 50".
    if (by >= last || (scale === undefined && (isSmall(last) ? plain.hasDigits : last !== Number.POSITIVE_INFINITY)))
      break
    // "Five hundred thousand" has a scale upon a scale.
    const upon = scale && by < LAKH ? phraseAt(lexemes, scale.end, isScale) : undefined
    const more = upon && upon.meaning.scale! > by && upon.meaning.isWeak !== true ? upon : undefined
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

/** Amounts with a glued `k`: others are models, such as 444K. */
const LEAST_THOUSANDS = 100_000
const ROUND_THOUSANDS = 50_000

const isClassOrFiller = ({ kind, text }: Lexeme) => kind === 'word' && !isAliasWord(text)

/** "500k" is money, unless a name stands before it or a machine is called so. */
export function isThousands(lexemes: Lexemes, { value, end }: Amount, known: KnownWords): boolean {
  const [number, letter] = [lexemes[end - 2], lexemes[end - 1]]
  if (letter?.text !== 'k' || !letter.isGlued || number?.kind !== 'number' || number.isGlued) return false
  const before = lexemes[end - 3]
  if (value < LEAST_THOUSANDS || value % ROUND_THOUSANDS !== 0 || (before && !isClassOrFiller(before))) return false
  return lexemes[end]?.isGlued !== true && !known.hasPair(number.text, letter.text)
}

/** "20t excavator", "excavator 20t": beside a class, with no name before it and none so called, one letter is a unit. */
export function isBesideClass(lexemes: Lexemes, at: number, known: KnownWords): boolean {
  const letter = lexemes[at + 1]
  if (letter?.phrases?.isWeak !== true) return false
  const [before, number, after] = [lexemes[at - 1], lexemes[at]!, lexemes[at + 2]]
  const isClass = (lexeme: Lexeme | undefined) =>
    lexeme !== undefined && isClassOrFiller(lexeme) && !isFillerWord(lexeme.text)
  if (after?.isGlued || (before && !isClassOrFiller(before))) return false
  const isOne = letter.isGlued || number.words.length > 1
  const isBehind = () => isOne && isClass(before) && !known.isMaker(before!.text)
  if (!isClass(after) && !(isBehind() && (after === undefined || isClassOrFiller(after)))) return false
  return !known.hasPair(number.text, letter.text) && !areLitres(lexemes, at, known)
}

/** "10L drone", "drone 16 l": whether the number here is one of litres, by the class before it or behind. */
export function areLitres(lexemes: Lexemes, at: number, known: KnownWords): boolean {
  const [before, number, letter, after] = [lexemes[at - 1], lexemes[at]!, lexemes[at + 1], lexemes[at + 2]]
  const classes = letter?.phrases?.litresOf?.split(',')
  if (classes === undefined || after?.isGlued || known.hasPair(number.text, letter!.text)) return false
  return [before, after].some((one) => one && classes.includes(known.valueNamed('machine_class', [one.text]) ?? ''))
}

/** Whole thousands from a lakh to ten crore that stand in no name are a price; a PIN code is hardly ever round. */
export function isRoundPrice(lexemes: Lexemes, { value, end }: Amount, known: KnownWords): boolean {
  if (value < 100_000 || value > 100_000_000 || value % 1_000 !== 0) return false
  return lexemes[end]?.isGlued !== true && !known.has(lexemes[end - 1]!.text)
}

/** The scale of "5 to 7 lakh" applies to the 5 as well. */
export const scaleOf = ({ value }: Amount) => (value >= CRORE ? CRORE : value >= LAKH ? LAKH : THOUSAND)

const isPriced = (meaning: Meaning) => meaning.isPrice === true

export const isBesidePrice = (lexemes: Lexemes, at: number) =>
  phraseAt(lexemes, at + 1, isPriced) !== undefined || phraseAt(lexemes, at - 1, isPriced)?.end === at

/** "8 lakh rupees", "8,00,000/-". */
export function skipMoney(lexemes: Lexemes, at: number, isPrice: boolean): number {
  if (!isPrice) return at
  let end = at
  if (lexemes[end]?.text === '/' && lexemes[end + 1]?.text === '-') end += 2
  const rupee = phraseAt(lexemes, end, isRupee)
  return rupee && rupee.meaning.ending === undefined ? rupee.end : end
}
