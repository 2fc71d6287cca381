import { type Amount, amountAt, scaleOf } from './amounts.ts'
import type { KnownWords } from './known-words.ts'
import type { Lexemes } from './lexemes.ts'
import { IS, type Meaning } from './meaning.ts'
import {
  type Figure,
  finish,
  fits,
  isNamed,
  MEASURED_IN,
  MEASURES,
  type Measure,
  type MeasureUnit,
  type Sense,
} from './measures.ts'
import { type Phrase, phraseAt } from './vocabulary.ts'

/** What the words before a number say. */
interface Opening {
  end: number
  sense: Sense | undefined
  unit: MeasureUnit | undefined
  load: Meaning['load']
}

/** A larger number beside a comparison is money without a word for it. */
const LEAST_BARE_PRICE = 50_000
/** The least amount that a currency makes a price. */
const LEAST_PRICE = 1_000
/** A smaller number after `rs`, neither grouped nor compared, is a model: RS 4531. */
const LEAST_PLAIN_PRICE = 10_000
/** A round number from here on that stands in no name is a price; a PIN code is hardly ever round. */
const LEAST_ROUND_PRICE = 100_000
/** Kilograms that need no unit behind a word for lifting or weight. */
const [LEAST_LOAD, MAX_LOAD] = [500, 20_000]
/** No tractor has this much power: beside a name such a number is a model. */
const LEAST_MODEL_POWER = 200
/** The second of two numbers that make a range by themselves is at most so many times the first. */
const MAX_ADJOINED = 2

function strongAt(lexemes: Lexemes, at: number): Phrase | undefined {
  const unit = phraseAt(lexemes, at, IS.unit)
  return unit?.meaning.isWeak ? undefined : unit
}

function rupeeAt(lexemes: Lexemes, at: number): Phrase | undefined {
  const unit = strongAt(lexemes, at)
  return unit?.meaning.unit === 'rupee' ? unit : undefined
}

/** What may stand before the number of a figure: a comparison, what is lifted or weighed, some units. */
function openerAt(lexemes: Lexemes, at: number): Phrase | undefined {
  const opener = phraseAt(lexemes, at, IS.before | IS.load | IS.unit)
  const { before, load, unit, ending, isWeak } = opener?.meaning ?? {}
  const mayComeFirst = unit !== 'kg' && unit !== 'cylinder' && ending === undefined && !isWeak
  return before !== undefined || load !== undefined || mayComeFirst ? opener : undefined
}

const SIGNS: Record<string, Sense> = { '<': 'max', '>': 'min', '~': 'near' }

/** The figure that begins here. */
export function figureAt(lexemes: Lexemes, at: number, known: KnownWords): Figure | undefined {
  const opening = openingAt(lexemes, at)
  const first = amountAt(lexemes, opening.end)
  if (first === undefined) return undefined
  const isMeant = opening.sense !== undefined || opening.unit === 'rupee'
  const unit = unitAfter(lexemes, first, isMeant)
  return rangeAt(lexemes, first, opening, unit, known) ?? oneAt(lexemes, first, opening, unit, isMeant, known)
}

/** "Under 8 lakh", "50 hp", "50 se zyada hp", "1800 kg tak lift". */
function oneAt(
  lexemes: Lexemes,
  amount: Amount,
  opening: Opening,
  own: Phrase | undefined,
  isMeant: boolean,
  known: KnownWords,
): Figure | undefined {
  let { sense, load } = opening
  let unit = own
  let end = unit?.end ?? amount.end
  // "50+ hp".
  const early = unit || amount.isMoney ? undefined : comparisonAt(lexemes, amount.end, sense)
  const late = early && strongAt(lexemes, early.end)
  if (late) {
    unit = late
    end = late.end
    sense = early.sense
  }
  const measure = amount.isWeak && !isMeant ? undefined : measureOf(lexemes, amount, unit, opening, known)
  if (measure === undefined || !isOf(measure, load)) return undefined
  // "Mahindra 575 hp" asks for the power of a 575.
  const isGreat = measure === 'hp' && sense === undefined && amount.value >= LEAST_MODEL_POWER
  if (isGreat && isModel(lexemes, opening.end, known)) return undefined
  end = skipMoney(lexemes, end, measure === 'price')
  sense = amount.ending ?? unit?.meaning.ending ?? sense
  if (!late) {
    const closing = comparisonAt(lexemes, end, sense)
    sense = closing?.sense ?? sense
    end = closing?.end ?? end
  }
  const carried = load === undefined ? loadOf(lexemes, end, measure) : undefined
  load ??= carried?.meaning.load
  end = carried?.end ?? end
  const value = inUnit(amount.value, unit)
  return finish(load ?? measure, value, value, sense, end)
}

/** Whether some name has the number here behind the word before it. */
const isModel = (lexemes: Lexemes, at: number, known: KnownWords) =>
  at > 0 && known.hasPair(lexemes[at - 1]!.text, lexemes[at]!.text)

/** The word for lifting or weight that a figure has behind it. */
function loadAt(lexemes: Lexemes, at: number): Phrase | undefined {
  return phraseAt(lexemes, at, IS.load)
}

/** The same, where it tells more of what is measured. */
function loadOf(lexemes: Lexemes, at: number, measure: Measure): Phrase | undefined {
  const load = measure === 'mass' || isNamed(measure) ? loadAt(lexemes, at) : undefined
  return load && isOf(measure, load.meaning.load) ? load : undefined
}

/** Whether a measure is counted as what a word tells is. */
const isOf = (measure: Measure, load: Measure | undefined) =>
  load === undefined || MEASURES[load].unit === MEASURES[measure].unit

/** What is measured in a unit, perhaps as a word tells. */
function measuredIn(unit: MeasureUnit, load: Measure | undefined): Measure | undefined {
  return MEASURED_IN[unit] ?? (load !== undefined && MEASURES[load].unit === unit ? load : undefined)
}

/** Reads comparisons, the currency and a leading unit before the number. */
function openingAt(lexemes: Lexemes, at: number): Opening {
  const opening: Opening = { end: at, sense: undefined, unit: undefined, load: undefined }
  for (let steps = 0; steps < 5; steps++) {
    const lexeme = lexemes[opening.end]
    if (lexeme === undefined) break
    if (lexeme.kind === 'sign') {
      if (lexeme.text === '₹') opening.unit = 'rupee'
      else if (lexeme.text in SIGNS) opening.sense = SIGNS[lexeme.text]
      else if (lexeme.text !== '=' || steps === 0) break
      opening.end++
      continue
    }
    const phrase = openerAt(lexemes, opening.end)
    if (!phrase) break
    const { before, load, unit } = phrase.meaning
    if (before !== undefined) opening.sense = before
    else if (load !== undefined) opening.load = load
    else if (unit !== undefined && opening.unit !== undefined) break
    else opening.unit ??= unit
    opening.end = phrase.end
  }
  return opening
}

function unitAfter(lexemes: Lexemes, amount: Amount, isMeant: boolean): Phrase | undefined {
  const at = amount.end
  // After lakhs only money is counted.
  const unit = isMeant ? phraseAt(lexemes, at, IS.unit) : strongAt(lexemes, at)
  if (unit === undefined || (amount.isMoney && unit.meaning.unit !== 'rupee')) return undefined
  return unit
}

function measureOf(
  lexemes: Lexemes,
  { value, end, isMoney, isScaled, hasDigits }: Amount,
  unit: Phrase | undefined,
  opening: Opening,
  known: KnownWords,
): Measure | undefined {
  const { sense, load } = opening
  const told = unit?.meaning.unit
  const measure = told && measuredIn(told, load ?? (unit && loadAt(lexemes, unit.end)?.meaning.load))
  if (isMoney) return 'price'
  if (measure)
    return (measure === 'price' ? value >= LEAST_PRICE : fits(measure, inUnit(value, unit))) ? measure : undefined
  const isGrouped = lexemes[opening.end]!.words.length > 1
  if (opening.unit === 'rupee') {
    const isPlain = !isScaled && sense === undefined && !isGrouped
    return value >= (isPlain ? LEAST_PLAIN_PRICE : LEAST_PRICE) ? 'price' : undefined
  }
  if ((isScaled || isSlashed(lexemes, end)) && value >= LEAST_PRICE) return 'price'
  if (!hasDigits) return undefined
  if (opening.unit === 'hp') return fits('hp', value) ? 'hp' : undefined
  if (load && value >= LEAST_LOAD && value <= MAX_LOAD && value % 50 === 0) return 'mass'
  if (value < LEAST_BARE_PRICE || end !== opening.end + 1) return undefined
  const isRound = value >= LEAST_ROUND_PRICE && value % 1_000 === 0 && !known.has(lexemes[opening.end]!.text)
  return sense !== undefined || isGrouped || isRound ? 'price' : undefined
}

const inUnit = (value: number, unit: Phrase | undefined) => value * (unit?.meaning.by ?? 1)

const isSlashed = (lexemes: Lexemes, at: number) => lexemes[at]?.text === '/' && lexemes[at + 1]?.text === '-'

/** "8 lakh rupees", "8,00,000/-". */
function skipMoney(lexemes: Lexemes, at: number, isPrice: boolean): number {
  if (!isPrice) return at
  const end = isSlashed(lexemes, at) ? at + 2 : at
  const rupee = rupeeAt(lexemes, end)
  return rupee && rupee.meaning.ending === undefined ? rupee.end : end
}

/**
 * The comparison after a figure. One that can also open a figure belongs to the next figure if there is one.
 */
function comparisonAt(lexemes: Lexemes, at: number, given?: Sense): { sense: Sense; end: number } | undefined {
  if (lexemes[at]?.text === '+' && lexemes[at + 1]?.kind !== 'number') return { sense: 'min', end: at + 1 }
  const phrase = phraseAt(lexemes, at, IS.before | IS.after)
  if (phrase === undefined) return undefined
  const { before, after, isPrice } = phrase.meaning
  const found = { sense: (after ?? before)!, end: phrase.end }
  if (before === undefined) return found
  if (given !== undefined && after === undefined) return undefined
  const opening = openingAt(lexemes, at)
  const next = opening.end >= phrase.end ? amountAt(lexemes, opening.end) : undefined
  // "8 lakh budget 50 hp".
  return next === undefined || (isPrice && after !== undefined && !next.isMoney) ? found : undefined
}

/** "40-50 hp", "5 lakh se 7 lakh tak", "between 5 and 7 lakh"; and "5 6 lakh", where the first is no model. */
function rangeAt(
  lexemes: Lexemes,
  first: Amount,
  opening: Opening,
  own: Phrase | undefined,
  known: KnownWords,
): Figure | undefined {
  const isOwn = own !== undefined || first.isMoney
  let at = skipMoney(lexemes, own?.end ?? first.end, first.isMoney || own?.meaning.unit === 'rupee')
  const isSign = lexemes[at]?.text === '-' || lexemes[at]?.text === '~'
  const word = isSign ? undefined : phraseAt(lexemes, at, IS.range)
  const isAdjoined = !isSign && !word && (own?.meaning.ending ?? first.ending) !== 'from'
  if (isAdjoined && (isOwn || isModel(lexemes, opening.end, known))) return undefined
  at = isSign ? at + 1 : (word?.end ?? at)
  const currency = lexemes[at]?.text === '₹' ? at + 1 : rupeeAt(lexemes, at)?.end
  const second = amountAt(lexemes, currency ?? at)
  if (second === undefined) return undefined
  const unit = unitAfter(lexemes, second, true)
  const areBare = Math.min(first.value, second.value) >= LEAST_BARE_PRICE && !isAdjoined
  const isMoney = second.isMoney || opening.unit === 'rupee' || currency !== undefined || areBare
  const counted = unit?.meaning.unit ?? (opening.unit === 'hp' ? 'hp' : undefined)
  const measure = counted ? measuredIn(counted, opening.load) : isMoney || second.isScaled ? 'price' : undefined
  if (measure === undefined || (second.isWeak && !second.isMoney) || !isOf(measure, opening.load)) return undefined
  const scale = second.isScaled && !first.isScaled && first.value < LEAST_PRICE ? scaleOf(second) : 1
  const low = inUnit(first.value * scale, own ?? unit)
  const high = inUnit(second.value, unit ?? own)
  if (
    !(low < high) ||
    (isAdjoined && high > MAX_ADJOINED * low) ||
    !fits(measure, high) ||
    (measure === 'price' && high < LEAST_PRICE)
  )
    return undefined
  let end = skipMoney(lexemes, unit?.end ?? second.end, measure === 'price')
  const closing = phraseAt(lexemes, end, IS.after)
  end = closing?.end ?? end
  const load = opening.load ? undefined : loadOf(lexemes, end, measure)
  return finish(opening.load ?? load?.meaning.load ?? measure, low, high, 'between', load?.end ?? end)
}
