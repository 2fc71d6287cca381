import { type Amount, amountAt, scaleOf } from './amounts.ts'
import {
  ALL_FIELDS,
  boundsOf,
  type Comparison,
  type Constraint,
  type Figure,
  isNamed,
  isPlausible,
  NO_FILTERS,
  type ParsedFilters,
  UNIT_FIELDS,
  type UnitName,
} from './fields.ts'
import { phraseAt } from './lexicon.ts'
import type { Phrase } from './senses.ts'
import type { ParseContext } from './term-lookup.ts'
import type { Token, Tokens } from './tokens.ts'
import { isYear } from './years.ts'

/** A number with what it measures and how it is bounded: "under 8 lakh", "40-50 hp". */
export interface FigureConstraint extends Constraint {
  figure: Figure
  /** The comparison before the number, which holds for a number behind "and", too. */
  prefix: Comparison | undefined
  isUnsupported: boolean
}

interface Opening {
  end: number
  comparison: Comparison | undefined
  unit: UnitName | undefined
  measure: Figure | undefined
}

/** A larger number with a comparison is money without a word for it. */
const MIN_BARE_PRICE = 50_000
const MIN_PRICE = 1_000
/** A smaller number after `rs`, neither grouped nor compared, is a model: RS 4531. */
const MIN_PLAIN_PRICE = 10_000
/** A round number from here on that stands in no name is a price; a PIN code is hardly ever round. */
const MIN_ROUND_PRICE = 100_000
/** Kilograms that need no unit next to a word for lifting or weight. */
const [MIN_BARE_WEIGHT, MAX_BARE_WEIGHT] = [500, 20_000]
/** No tractor has this much power: next to a name such a number is a model. */
const MIN_MODEL_POWER = 200
/** Max. ratio of two adjacent numbers that are read as a range. */
const MAX_ADJOINED = 2

const SIGNS: Record<string, Comparison> = { '<': 'max', '>': 'min', '~': 'near' }

export function constraintAt(tokens: Tokens, i: number, context: ParseContext): FigureConstraint | undefined {
  const unsupported = phraseAt(tokens, i, 'unsupported')
  if (unsupported && unsupported.end < tokens.length) {
    const figure = constraintAt(tokens, unsupported.end, context)
    return figure && { ...figure, filters: NO_FILTERS, isUnsupported: true }
  }
  if (!mayBegin(tokens[i]!)) return undefined
  const opening = openingAt(tokens, i, context)
  const first = amountAt(tokens, opening.end)
  if (first === undefined) return undefined
  const isStated = opening.comparison !== undefined || opening.unit === 'rupee'
  const unit = unitAfter(tokens, first, isStated, context)
  return rangeAt(tokens, first, opening, unit, context) ?? singleAt(tokens, first, opening, unit, isStated, context)
}

function mayBegin({ kind, text, phrases }: Token): boolean {
  if (kind !== 'word') return kind === 'number' || '₹<>~'.includes(text)
  return phrases.some(
    ({ senses }) =>
      (senses.number ?? senses.tens ?? senses.more) !== undefined ||
      (senses.prefix ?? senses.measure ?? senses.unit) !== undefined,
  )
}

function unitAt(tokens: Tokens, i: number, allowsWeak: boolean, { places }: ParseContext): Phrase | undefined {
  const phrase = phraseAt(tokens, i, 'unit')
  if (!phrase || (phrase.senses.weak && !allowsWeak)) return undefined
  const { unit } = phrase.senses
  return places === undefined && (unit === 'hours' || unit === 'km') ? undefined : phrase
}

function rupeeAt(tokens: Tokens, i: number, context: ParseContext): Phrase | undefined {
  const unit = unitAt(tokens, i, false, context)
  return unit?.senses.unit === 'rupee' ? unit : undefined
}

/** Returns what may stand before the number of a figure: a comparison, what is lifted or weighed, some units. */
function openerAt(tokens: Tokens, i: number, context: ParseContext): Phrase | undefined {
  const opener = tokens[i]?.phrases.find(
    ({ senses }) =>
      (senses.prefix ?? senses.measure) !== undefined ||
      (senses.unit !== undefined &&
        (context.places !== undefined || (senses.unit !== 'hours' && senses.unit !== 'km'))),
  )
  const { prefix, measure, unit, ending, weak } = opener?.senses ?? {}
  const mayComeFirst = unit !== 'kg' && unit !== 'cylinder' && ending === undefined && !weak
  return prefix !== undefined || measure !== undefined || mayComeFirst ? opener : undefined
}

/** "50 hp", "under 8 lakh", "50 se zyada hp", "1800 kg tak lift". */
function singleAt(
  tokens: Tokens,
  amount: Amount,
  opening: Opening,
  following: Phrase | undefined,
  isStated: boolean,
  context: ParseContext,
): FigureConstraint | undefined {
  let { comparison, measure } = opening
  let unit = following
  let end = unit?.end ?? amount.end
  // "At least 40 pto hp".
  const other = unit ? undefined : phraseAt(tokens, amount.end, 'unsupported')
  const otherUnit = other && unitAt(tokens, other.end, false, context)
  if (otherUnit)
    return { end: otherUnit.end, figure: 'hp', filters: NO_FILTERS, prefix: undefined, isUnsupported: true }
  // "50+ hp".
  const early = unit ? undefined : suffixAt(tokens, amount.end, comparison, context)
  const late = early && unitAfter(tokens, { ...amount, end: early.end }, false, context)
  if (late && !(amount.isMoney && late.senses.unit === 'rupee')) {
    unit = late
    end = late.end
    comparison = early.comparison
  }
  const isMeant = isStated || !amount.isWeak || unit?.senses.unit === 'hours'
  const isFigure = isMeant || isShortPrice(tokens, amount, opening, context)
  const figure = isFigure ? figureOf(tokens, amount, unit, opening, context) : undefined
  if (figure === undefined || !isMeasuredAs(figure, measure)) return undefined
  // "Mahindra 575 hp" names the power of a 575.
  const isHigh = figure === 'hp' && comparison === undefined && amount.value >= MIN_MODEL_POWER
  if (isHigh && isModel(tokens, opening.end, context)) return undefined
  end = skipCurrency(tokens, end, figure === 'price', context)
  comparison = amount.ending ?? unit?.senses.ending ?? comparison
  if (unit !== late || !late) {
    const closing = suffixAt(tokens, end, comparison, context)
    comparison = closing?.comparison ?? comparison
    end = closing?.end ?? end
  }
  const measured = measure === undefined ? measureAfter(tokens, end, figure) : undefined
  measure ??= measured?.senses.measure
  end = measured?.end ?? end
  const value = inUnit(amount.value, unit)
  return finish(tokens, measure ?? figure, value, value, comparison, end, opening.comparison)
}

function finish(
  tokens: Tokens,
  figure: Figure,
  low: number,
  high: number,
  comparison: Comparison | undefined,
  end: number,
  prefix: Comparison | undefined,
): FigureConstraint {
  const isCompared = low !== high || comparison === 'min' || comparison === 'max'
  const other = figure === 'hp' ? phraseAt(tokens, end, 'unsupported') : undefined
  const isUnsupported = other !== undefined || (figure === 'cylinders' && isCompared)
  const last = (figure === 'hours' || figure === 'km' ? phraseAt(tokens, end, 'runSuffix') : other)?.end ?? end
  const filters = isUnsupported ? NO_FILTERS : boundsOf(figure, low, high, comparison)
  return { end: last, figure, filters, prefix, isUnsupported }
}

/** Applies the comparison of the figure before "and" to one that has none: "at most 50 hp and 8 lakh". */
export function inheritComparison(figure: FigureConstraint, comparison: Comparison): ParsedFilters {
  const { parameter, near } = ALL_FIELDS[figure.figure]
  const { [`${parameter}_min` as 'hp_min']: low, [`${parameter}_max` as 'hp_max']: high } = figure.filters
  if (low === undefined || high === undefined || (comparison !== 'max' && comparison !== 'min')) return figure.filters
  const value = low / (1 - near)
  return boundsOf(figure.figure, value, value, comparison)
}

const isModel = (tokens: Tokens, i: number, { lookup }: ParseContext) =>
  i > 0 && lookup.hasPair(tokens[i - 1]!.text, tokens[i]!.text)

function measureAfter(tokens: Tokens, i: number, figure: Figure): Phrase | undefined {
  const measure = figure === 'mass' || isNamed(figure) ? phraseAt(tokens, i, 'measure') : undefined
  return measure && isMeasuredAs(figure, measure.senses.measure) ? measure : undefined
}

const isMeasuredAs = (figure: Figure, measure: Figure | undefined) =>
  measure === undefined || ALL_FIELDS[measure].unit === ALL_FIELDS[figure].unit

function figureIn(unit: UnitName, measure: Figure | undefined): Figure | undefined {
  return UNIT_FIELDS[unit] ?? (measure !== undefined && ALL_FIELDS[measure].unit === unit ? measure : undefined)
}

function openingAt(tokens: Tokens, i: number, context: ParseContext): Opening {
  const opening: Opening = { end: i, comparison: undefined, unit: undefined, measure: undefined }
  for (let steps = 0; steps < 5; steps++) {
    const token = tokens[opening.end]
    if (token === undefined || token.isLiteral) break
    if (token.kind === 'sign') {
      if (token.text === '₹') opening.unit = 'rupee'
      else if (token.text in SIGNS) opening.comparison = SIGNS[token.text]
      else if (token.text !== '=' || steps === 0) break
      opening.end++
      continue
    }
    const phrase = openerAt(tokens, opening.end, context)
    if (!phrase) break
    const { prefix, measure, unit } = phrase.senses
    if (prefix !== undefined) opening.comparison = prefix
    else if (measure !== undefined) opening.measure = measure
    else if (unit !== undefined && opening.unit !== undefined) break
    else opening.unit ??= unit
    opening.end = phrase.end
  }
  return opening
}

function unitAfter(tokens: Tokens, amount: Amount, isStated: boolean, context: ParseContext): Phrase | undefined {
  const unit = unitAt(tokens, amount.end, isStated, context)
  // Lakhs count money, or what a machine has run.
  const isCounted = unit?.senses.unit === 'rupee' || unit?.senses.unit === 'km' || unit?.senses.unit === 'hours'
  return amount.isMoney && !isCounted ? undefined : unit
}

function figureOf(
  tokens: Tokens,
  { value, end, isMoney, isScaled, hasDigits }: Amount,
  unit: Phrase | undefined,
  opening: Opening,
  context: ParseContext,
): Figure | undefined {
  const { comparison, measure } = opening
  const written = unit?.senses.unit
  const figure =
    written && figureIn(written, measure ?? (unit && phraseAt(tokens, unit.end, 'measure')?.senses.measure))
  if (figure === 'hours' || figure === 'km') return isPlausible(figure, value) ? figure : undefined
  if (isMoney) return 'price'
  if (figure)
    return (figure === 'price' ? value >= MIN_PRICE : isPlausible(figure, inUnit(value, unit))) ? figure : undefined
  const isGrouped = tokens[opening.end]!.words.length > 1
  if (opening.unit === 'rupee') {
    const isPlain = !isScaled && comparison === undefined && !isGrouped
    return value >= (isPlain ? MIN_PLAIN_PRICE : MIN_PRICE) ? 'price' : undefined
  }
  if (opening.unit === 'hours' || opening.unit === 'km') {
    // The year of "km 2018" is one.
    const isPlainYear = comparison === undefined && isYear(tokens, opening.end)
    return !isPlainYear && isPlausible(opening.unit, value) ? opening.unit : undefined
  }
  if ((isScaled || isSlashed(tokens, end)) && value >= MIN_PRICE) return 'price'
  if (!hasDigits) return undefined
  if (opening.unit === 'hp') return isPlausible('hp', value) ? 'hp' : undefined
  if (measure && value >= MIN_BARE_WEIGHT && value <= MAX_BARE_WEIGHT && value % 50 === 0) return 'mass'
  if (value < MIN_BARE_PRICE || end !== opening.end + 1) return undefined
  const isRound = value >= MIN_ROUND_PRICE && value % 1_000 === 0 && !context.lookup.has(tokens[opening.end]!.text)
  // "Near 141001" is a PIN.
  const isCompared = comparison !== undefined && (comparison !== 'near' || value % 1_000 === 0)
  return isCompared || isGrouped || isRound ? 'price' : undefined
}

const LITRE_CLASSES = ['agri_drone', 'sprayer']

/** "Tractor 400k", "5L tractor": a price in short next to a class, where no name has the number before the letter. */
function isShortPrice(tokens: Tokens, { value, end }: Amount, opening: Opening, { lookup }: ParseContext): boolean {
  const [before, number, letter] = [tokens[opening.end - 1], tokens[opening.end]!, tokens[end - 1]!]
  const isShort = end === opening.end + 2 && letter.isGlued && !number.isGlued && value >= MIN_ROUND_PRICE
  const machineClass = isShort && lookup.valueNamed('machine_class', [(before ?? tokens[end])?.text ?? ''])
  return !!machineClass && !LITRE_CLASSES.includes(machineClass) && !lookup.hasPair(number.text, letter.text)
}

const inUnit = (value: number, unit: Phrase | undefined) => value * (unit?.senses.factor ?? 1)

const isSlashed = (tokens: Tokens, i: number) => tokens[i]?.text === '/' && tokens[i + 1]?.text === '-'

function skipCurrency(tokens: Tokens, i: number, isPrice: boolean, context: ParseContext): number {
  if (!isPrice) return i
  const end = isSlashed(tokens, i) ? i + 2 : i
  const rupee = rupeeAt(tokens, end, context)
  return rupee && rupee.senses.ending === undefined ? rupee.end : end
}

function suffixAt(
  tokens: Tokens,
  i: number,
  opened: Comparison | undefined,
  context: ParseContext,
): { comparison: Comparison; end: number } | undefined {
  if (tokens[i]?.text === '+' && tokens[i + 1]?.kind !== 'number') return { comparison: 'min', end: i + 1 }
  const phrase = phraseAt(tokens, i, 'prefix', 'suffix')
  if (phrase === undefined) return undefined
  const { prefix, suffix, price } = phrase.senses
  const closing = { comparison: (suffix ?? prefix)!, end: phrase.end }
  if (prefix === undefined) return closing
  if (opened !== undefined && suffix === undefined) return undefined
  const opening = openingAt(tokens, i, context)
  const next = opening.end >= phrase.end ? amountAt(tokens, opening.end) : undefined
  // "8 lakh budget 50 hp".
  return next === undefined || (price && suffix !== undefined && !next.isMoney) ? closing : undefined
}

/** "40-50 hp", "5 lakh se 7 lakh tak", "between 5 and 7 lakh"; and "5 6 lakh", where the first is no model. */
function rangeAt(
  tokens: Tokens,
  first: Amount,
  opening: Opening,
  following: Phrase | undefined,
  context: ParseContext,
): FigureConstraint | undefined {
  const hasUnit = following !== undefined || first.isMoney
  let i = skipCurrency(
    tokens,
    following?.end ?? first.end,
    first.isMoney || following?.senses.unit === 'rupee',
    context,
  )
  const isSign = tokens[i]?.text === '-' || tokens[i]?.text === '~'
  const joint = isSign ? undefined : phraseAt(tokens, i, 'range')
  const isAdjoined = !isSign && !joint && (following?.senses.ending ?? first.ending) !== 'from'
  if (isAdjoined && (hasUnit || isModel(tokens, opening.end, context))) return undefined
  // "At least 45 hp and 1800 kg" are two figures.
  if (joint?.senses.range === 'between' && (opening.comparison === 'min' || opening.comparison === 'max'))
    return undefined
  i = isSign ? i + 1 : (joint?.end ?? i)
  const currency = tokens[i]?.text === '₹' ? i + 1 : rupeeAt(tokens, i, context)?.end
  const second = amountAt(tokens, currency ?? i)
  if (second === undefined) return undefined
  const unit = unitAfter(tokens, second, true, context)
  if (unit && following && unit.senses.unit !== following.senses.unit) return undefined
  const areBare = Math.min(first.value, second.value) >= MIN_BARE_PRICE && !isAdjoined
  const isMoney = second.isMoney || opening.unit === 'rupee' || currency !== undefined || areBare
  const counted = unit?.senses.unit ?? (opening.unit === 'rupee' ? undefined : opening.unit)
  const figure = counted ? figureIn(counted, opening.measure) : isMoney || second.isScaled ? 'price' : undefined
  if (figure === undefined || (second.isWeak && !second.isMoney) || !isMeasuredAs(figure, opening.measure))
    return undefined
  const scale = second.isScaled && !first.isScaled && first.value < MIN_PRICE ? scaleOf(second) : 1
  const low = inUnit(first.value * scale, following ?? unit)
  const high = inUnit(second.value, unit ?? following)
  if (
    !(low < high) ||
    (isAdjoined && high > MAX_ADJOINED * low) ||
    !isPlausible(figure, high) ||
    (figure === 'price' && high < MIN_PRICE)
  )
    return undefined
  let end = skipCurrency(tokens, unit?.end ?? second.end, figure === 'price', context)
  const closing = phraseAt(tokens, end, 'suffix')
  end = closing?.end ?? end
  const measure = opening.measure ? undefined : measureAfter(tokens, end, figure)
  const measured = opening.measure ?? measure?.senses.measure ?? figure
  return finish(tokens, measured, low, high, 'between', measure?.end ?? end, opening.comparison)
}
