import { isLabelled } from '../labels/labels.ts'
import { bitsOf, listOf, wordSet } from '../lexicon/lexicon.ts'
import {
  endsClause,
  isInLexicon,
  isUpperCase,
  means,
  sourceText,
  type TextToken,
  type TextTokens,
  tokenAt,
} from '../text/tokens.ts'
import type { TokenSpan } from './candidate-spans.ts'

const MEASURE = bitsOf('unit', 'money-word', 'currency')
const SPOKEN_LENGTH = 4
const LONG = 5
const YEAR = /^(?:19|20)[0-9]{2}$/
const OFFERED = bitsOf('call', 'number-name', 'digit-noun')
const MANUFACTURERS = listOf('model')
/** "reach 9940" is no call. */
export const MEASURES = listOf('measure')
const ONWARD = listOf('onward')

export function isModel(tokens: TextTokens, { first, last }: TokenSpan, digits: string): boolean {
  if (digits.length > 4) return false
  const [before, next] = [tokenAt(tokens, first - 1), tokenAt(tokens, last + 1)]
  const isCode = next.kind === 'word' && next.before === ' ' && next.text.length <= 4 && isUpperCase(tokens, next)
  return isCode || MANUFACTURERS.has(before.text)
}

/** "3200 hours", "Rs 65432", "13.6-28", "744FE". */
export function isMeasured(tokens: TextTokens, { first, last }: TokenSpan): boolean {
  const [before, next] = [tokenAt(tokens, first - 1), tokenAt(tokens, last + 1)]
  const { before: textBefore, start } = tokenAt(tokens, first)
  const size = tokenAt(tokens, last).end - start
  const isGlued = (/^[-/]?$/.test(textBefore) && before.kind !== 'none') || (next.before === '' && next.kind === 'word')
  if (isGlued && size < LONG && before.text !== 'x' && next.text !== 'x') return true
  const isPiece =
    (before.kind === 'number' && /^[.,/×*]$/.test(textBefore)) ||
    (next.kind === 'number' && (/^[.,/×*]$/.test(next.before) || (next.before === '-' && YEAR.test(next.text))))
  if (isPiece || /[₹$€£] ?$/.test(textBefore) || /^ ?[%″°]/.test(next.before)) return true
  return /^[ -]?$/.test(next.before) && isUnit(next, size)
}

const isUnit = (token: TextToken, size: number): boolean =>
  (token.word.hints & MEASURE) !== 0 && !means(token, 'person') && (size < LONG - 1 || !means(token, 'weak-label'))

/** A figure of the machine by its unit, its label or the words of its clause: "meter shows 4120", "4120 on the meter". */
export function isFigure(tokens: TextTokens, span: TokenSpan): boolean {
  const { first, last } = span
  // "tractor number 9162" may be the beginning of a telephone number.
  const isOther = tokenAt(tokens, first - 1).text === 'code' || isVehicle(tokenAt(tokens, first - 2))
  const isNamed = !isOther && isLabelled(tokens, first, tokenAt(tokens, first).text.length)
  if (isNamed || isMeasured(tokens, span) || isPlate(tokens, first)) return true
  // No measure begins with 0.
  const isNought = /^0[0-9]/.test(tokenAt(tokens, first).text)
  let isStated =
    means(tokenAt(tokens, first - 1), 'paper') ||
    (!endsClause(tokens, last) && !endsClause(tokens, last + 1) && MEASURES.has(tokenAt(tokens, last + 2).text))
  for (let t = first - 1; t >= first - SPOKEN_LENGTH; t--) {
    const token = tokenAt(tokens, t)
    if (endsClause(tokens, t) && !means(token, 'cut-short')) break
    if (token.kind !== 'word' || (token.word.hints & OFFERED) !== 0 || ONWARD.has(token.text)) break
    const isOfOther = tokenAt(tokens, t - 1).kind === 'number' && !endsClause(tokens, t - 1)
    isStated ||= !isOfOther && !isNought && (MEASURES.has(token.text) || isUnit(token, LONG))
  }
  return isStated
}

/** "TN 38 BQ 6612", "HR 26 B 4521", "HR 4521"; "HP" is mostly a measure. */
function isPlate(tokens: TextTokens, first: number): boolean {
  const isLong = means(tokenAt(tokens, first - 3), 'state') && /^[0-9]{1,2}$/.test(tokenAt(tokens, first - 2).text)
  const before = tokenAt(tokens, first - 1)
  return isLong || (means(before, 'state') && !means(before, 'unit'))
}

const isVehicle = (token: TextToken): boolean => means(token, 'weak-label') && means(token, 'filler')

const PINS = wordSet('pin zip पिन பின் पिनकोड pincode')
const PLACE = /^(?:[1-7][0-9]|8[0-5])[0-9]{4}$/

export function isPlaceCode(tokens: TextTokens, i: number): boolean {
  const name = tokenAt(tokens, i - 1)
  const isNamed = PINS.has(name.text) || PINS.has(tokenAt(tokens, i - 2).text)
  const isName = name.text.length > 3 && !isInLexicon(name) && /^[^a-z]/.test(sourceText(tokens, name))
  return (isNamed || isName) && PLACE.test(tokenAt(tokens, i).text) && /^[ :,–-]{1,3}$/.test(tokenAt(tokens, i).before)
}
