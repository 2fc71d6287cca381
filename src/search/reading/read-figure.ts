import {
  type Amount,
  amountAt,
  isBesideClass,
  isBesidePrice,
  isRoundPrice,
  isRupee,
  isThousands,
  scaleOf,
  skipMoney,
} from './amounts.ts'
import type { KnownWords } from './known-words.ts'
import type { Lexemes } from './lexemes.ts'
import { type Meaning, Phrases, type Sense, type Unit } from './meaning.ts'
import { finish, fits, type Measured as Measure, type ReadFigure } from './said.ts'
import { type Phrase, phraseAt } from './vocabulary.ts'

/** What the words before a number say. */
interface Opening {
  end: number
  sense: Sense | undefined
  unit: Unit | undefined
  load: Meaning['load']
}

const MEASURES: Record<Unit, Measure> = { hp: 'hp', kg: 'mass', cylinder: 'cylinders', rupee: 'price' }
/** A larger number beside a comparison is money without a word for it. */
const LEAST_BARE_PRICE = 50_000
/** The least amount that a currency makes a price. */
const LEAST_PRICE = 1_000
/** A smaller number after `rs`, neither grouped nor compared, is a model: RS 4531. */
const LEAST_PLAIN_PRICE = 10_000
/** Kilograms that need no unit beside a word for lifting or weight. */
const [LEAST_LOAD, MAX_LOAD] = [500, 20_000]
/** The second of two numbers that make a range by themselves is at most so many times the first. */
const MAX_ADJOINED = 2
/** No tractor has this much power: beside a name such a number is a model. */
export const LEAST_MODEL_POWER = 200

const opens = (meaning: Meaning) => meaning.before !== undefined
const closes = (meaning: Meaning) => meaning.after !== undefined
const opensOrCloses = (meaning: Meaning) => opens(meaning) || closes(meaning)
const isUnit = (meaning: Meaning) => meaning.unit !== undefined
const isStrongUnit = (meaning: Meaning) => isUnit(meaning) && !meaning.isWeak
const isStrongRupee = (meaning: Meaning) => isRupee(meaning) && !meaning.isWeak
const isLoad = (meaning: Meaning) => meaning.load !== undefined
const isRange = (meaning: Meaning) => meaning.range !== undefined

/** The figure that begins here. */
export function figureAt(lexemes: Lexemes, at: number, known: KnownWords): ReadFigure | undefined {
  const opening = openingAt(lexemes, at)
  const first = amountAt(lexemes, opening.end)
  if (first === undefined) return undefined
  const isMeant = opening.sense !== undefined || opening.unit === 'rupee' || isBesideClass(lexemes, opening.end, known)
  const isModel = () => opening.end > 0 && known.hasPair(lexemes[opening.end - 1]!.text, lexemes[opening.end]!.text)
  let unit = unitAfter(lexemes, first, isMeant)
  const ranged = rangeAt(lexemes, first, opening, unit, isModel)
  if (ranged) return ranged
  let comparison: Phrase | undefined
  let end = unit?.end ?? first.end
  let sense = opening.sense
  if (unit === undefined && !first.isMoney) {
    // "50 se zyada hp", "50+ hp".
    comparison = comparisonAt(lexemes, first.end, sense)
    const late = comparison && phraseAt(lexemes, comparison.end, isStrongUnit)
    if (late) {
      unit = late
      end = late.end
      sense = senseOf(comparison!)
    } else comparison = undefined
  }
  let measure = measureOf(lexemes, first, unit, opening, known)
  if (measure === undefined || (opening.load !== undefined && measure !== 'mass')) return undefined
  // "Mahindra 575 hp" asks for the power of a 575, "massey 241 hp" of a Massey Ferguson 241.
  if (measure === 'hp' && sense === undefined && first.value >= LEAST_MODEL_POWER) {
    const [before, number] = [lexemes[opening.end - 1]?.text, lexemes[opening.end]!.text]
    if (
      isModel() ||
      (before !== undefined && known.isMaker(before) && known.has(number) && known.finds([number, before]))
    )
      return undefined
  }
  end = skipMoney(lexemes, end, measure === 'price')
  let load = measure === 'mass' && opening.load === undefined ? loadAt(lexemes, end) : undefined
  end = load?.end ?? end
  sense = first.ending ?? unit?.meaning.ending ?? sense
  if (comparison === undefined && (opening.sense === undefined || sense === 'near')) {
    const closing = comparisonAt(lexemes, end, sense, measure === 'price')
    if (closing) {
      sense = senseOf(closing)
      end = closing.end
    }
  }
  if (measure === 'mass') {
    if (opening.load === undefined && load === undefined) {
      load = loadAt(lexemes, end)
      end = load?.end ?? end
    }
    measure = opening.load ?? load?.meaning.load ?? 'mass'
  }
  return finish(measure, inUnit(first.value, unit), sense, end)
}

/** The word for lifting or weight that this figure has behind it. */
function loadAt(lexemes: Lexemes, at: number): Phrase | undefined {
  const joint = phraseAt(lexemes, at, isJoint)
  return phraseAt(lexemes, at, isLoad) ?? (joint && phraseAt(lexemes, joint.end, isLoad))
}

/** Words such as "of", which may stand between a figure and what it is about. */
const isJoint = (meaning: Meaning) => meaning.isFiller === true && meaning.isPrice !== true

/** More of one letter are litres. */
const MAX_SHORT = 20_000_000

const senseOf = ({ meaning }: Phrase) => meaning.after ?? meaning.before

/** Reads comparisons, the currency and a leading unit before the number. */
function openingAt(lexemes: Lexemes, at: number): Opening {
  const opening: Opening = { end: at, sense: undefined, unit: undefined, load: undefined }
  for (let steps = 0; steps < 5; steps++) {
    const lexeme = lexemes[opening.end]
    if (lexeme === undefined) break
    if (lexeme.kind === 'sign') {
      const next = lexemes[opening.end + 1]
      if (lexeme.text === '₹') opening.unit = 'rupee'
      else if (lexeme.text === '<') opening.sense = 'max'
      else if (lexeme.text === '>') opening.sense = 'min'
      else if (lexeme.text === '~') opening.sense = 'near'
      else if (lexeme.text !== '=' || next === undefined || steps === 0) break
      opening.end++
      continue
    }
    const phrase = phraseAt(lexemes, opening.end, isOpening)
    if (phrase === undefined) {
      const joint = opening.load && phraseAt(lexemes, opening.end, isJoint)
      if (!joint) break
      opening.end = joint.end
    } else if (phrase.meaning.before !== undefined) opening.sense = phrase.meaning.before
    else if (phrase.meaning.load !== undefined) opening.load = phrase.meaning.load
    else if (opening.unit === undefined) opening.unit = phrase.meaning.unit
    else break
    opening.end = phrase?.end ?? opening.end
  }
  return opening
}

const mayComeFirst = ({ unit, ending, isWeak }: Meaning) =>
  (unit === 'hp' || unit === 'rupee') && ending === undefined && isWeak !== true
const isOpening = (meaning: Meaning) => opens(meaning) || isLoad(meaning) || mayComeFirst(meaning)

function unitAfter(lexemes: Lexemes, amount: Amount, isMeant: boolean): Phrase | undefined {
  const at = lexemes[amount.end]?.text === '-' && lexemes[amount.end]!.isGlued ? amount.end + 1 : amount.end
  // After lakhs only money is counted, and the "ton" of "50 hp ton ghat" is a part of "less than".
  const isOf = amount.isMoney ? (isMeant ? isRupee : isStrongRupee) : isMeant ? isUnit : isStrongUnit
  const unit = phraseAt(lexemes, at, isOf)
  return unit && (phraseAt(lexemes, at, closes)?.end ?? 0) > unit.end ? undefined : unit
}

function measureOf(
  lexemes: Lexemes,
  amount: Amount,
  unit: Phrase | undefined,
  opening: Opening,
  known: KnownWords,
): Measure | undefined {
  const isMeant = opening.sense !== undefined || opening.unit === 'rupee' || isThousands(lexemes, amount, known)
  if (
    amount.isWeak &&
    !isMeant &&
    !(amount.isMoney && amount.value <= MAX_SHORT && isBesideClass(lexemes, opening.end, known))
  )
    return undefined
  if (amount.isMoney) return 'price'
  const measure = unit && MEASURES[unit.meaning.unit!]
  if (measure === 'price' && amount.value < LEAST_PRICE) return undefined
  if (measure !== undefined) return fits(measure, inUnit(amount.value, unit)) ? measure : undefined
  if (opening.unit === 'rupee') {
    const isPlain = !amount.isScaled && opening.sense === undefined && lexemes[opening.end]!.words.length === 1
    return amount.value >= (isPlain ? LEAST_PLAIN_PRICE : LEAST_PRICE) ? 'price' : undefined
  }
  if (amount.isScaled && amount.value >= LEAST_PRICE) return 'price'
  if (lexemes[amount.end]?.text === '/' && lexemes[amount.end + 1]?.text === '-' && amount.value >= LEAST_PRICE)
    return 'price'
  if (!amount.hasDigits) return undefined
  if (opening.unit === 'hp') {
    const isName = known.has('hp') || amount.value >= LEAST_MODEL_POWER || lexemes[amount.end]?.isGlued === true
    return (isName && opening.sense === undefined) || !fits('hp', amount.value) ? undefined : 'hp'
  }
  if (isBareLoad(lexemes, amount, opening, known)) return 'mass'
  if (amount.value < LEAST_BARE_PRICE || amount.end !== opening.end + 1) return undefined
  const isSure = opening.sense !== undefined || lexemes[opening.end]!.words.length > 1
  return isSure || isBesidePrice(lexemes, opening.end) || isRoundPrice(lexemes, amount, known) ? 'price' : undefined
}

/** "Lift capacity 1800", "1850 lift": but the 3230 of "3230 lift capacity" is a model. */
function isBareLoad(lexemes: Lexemes, amount: Amount, { load }: Opening, known: KnownWords): boolean {
  const { value, end } = amount
  if (value < LEAST_LOAD || value > MAX_LOAD || lexemes[end]?.isGlued || !(load ?? loadAt(lexemes, end))) return false
  return !known.has(lexemes[end - 1]!.text) || (load !== undefined && value % 50 === 0)
}

const inUnit = (value: number, unit: Phrase | undefined) => value * (unit?.meaning.by ?? 1)

const AT_LEAST: Meaning = Object.assign(new Phrases(), { after: 'min' })

/**
 * The comparison after a figure. One that can also open a figure belongs to the next figure if there is one; but one of
 * money stays with a price before it: "8 lakh budget 50 hp".
 */
function comparisonAt(lexemes: Lexemes, at: number, sense?: Sense, isAfterPrice = false): Phrase | undefined {
  const sign = lexemes[at]
  if (sign?.text === '+' && lexemes[at + 1]?.kind !== 'number') return { meaning: AT_LEAST, end: at + 1 }
  const phrase = phraseAt(lexemes, at, opensOrCloses)
  if (phrase === undefined) return undefined
  const { before, after, isPrice } = phrase.meaning
  if (before === undefined) return phrase
  if (sense !== undefined && after === undefined) return undefined
  const opening = openingAt(lexemes, at)
  const next = opening.end >= phrase.end ? amountAt(lexemes, opening.end) : undefined
  if (next === undefined) return phrase
  return isAfterPrice && isPrice && after !== undefined && !next.isMoney ? phrase : undefined
}

/** "40-50 hp", "5 lakh se 7 lakh tak", "between 5 and 7 lakh"; and "5 6 lakh", where the first is no model. */
function rangeAt(
  lexemes: Lexemes,
  first: Amount,
  opening: Opening,
  own: Phrase | undefined,
  isModel: () => boolean,
): ReadFigure | undefined {
  const isOwn = own !== undefined || first.isMoney
  let at = skipMoney(lexemes, own?.end ?? first.end, isOwn && (first.isMoney || own?.meaning.unit === 'rupee'))
  const ending = own?.meaning.ending ?? first.ending
  const isSign = lexemes[at]?.text === '-' || lexemes[at]?.text === '~'
  const word = isSign ? undefined : phraseAt(lexemes, at, isRange)
  if (isSign) at++
  else if (word) at = word.end
  else if (ending !== 'from' && isOwn) return undefined
  const isAdjoined = !isSign && !word && ending !== 'from'
  const currency = lexemes[at]?.text === '₹' ? { end: at + 1 } : phraseAt(lexemes, at, isRupee)
  const second = amountAt(lexemes, currency?.end ?? at)
  if (second === undefined) return undefined
  const secondUnit = unitAfter(lexemes, second, true)
  const unit = secondUnit?.meaning.unit ?? (opening.unit === 'hp' ? 'hp' : undefined)
  const areBare = Math.min(first.value, second.value) >= LEAST_BARE_PRICE && !isAdjoined
  const isMoney = second.isMoney || unit === 'rupee' || opening.unit === 'rupee' || currency !== undefined || areBare
  const isScaled = second.isScaled && unit === undefined
  const measure = unit && unit !== 'rupee' ? MEASURES[unit] : isMoney || isScaled ? 'price' : undefined
  if (measure === undefined || (second.isWeak && !second.isMoney)) return undefined
  if (opening.load !== undefined && measure !== 'mass') return undefined
  const ownMeasure = first.isMoney ? 'price' : own && MEASURES[own.meaning.unit!]
  if (ownMeasure !== undefined && ownMeasure !== measure) return undefined
  const scale = second.isScaled && !first.isScaled && first.value < LEAST_PRICE ? scaleOf(second) : 1
  const low = inUnit(first.value * scale, own ?? secondUnit)
  const high = inUnit(second.value, secondUnit ?? own)
  if (!(low < high) || !fits(measure, high) || (measure === 'price' && high < LEAST_PRICE)) return undefined
  if (isAdjoined && (high > MAX_ADJOINED * low || isModel())) return undefined
  let end = skipMoney(lexemes, secondUnit?.end ?? second.end, measure === 'price')
  const closing = phraseAt(lexemes, end, closes)
  const isBetween = opening.sense === 'between' || closing?.meaning.after === 'between'
  if (word?.meaning.range === 'between' && !isBetween) return undefined
  if (closing) end = closing.end
  if (measure !== 'mass') return finish(measure, [low, high], 'between', end)
  const load = opening.load ? undefined : loadAt(lexemes, end)
  return finish(opening.load ?? load?.meaning.load ?? 'mass', [low, high], 'between', load?.end ?? end)
}
