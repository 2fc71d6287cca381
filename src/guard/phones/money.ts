import { at, means, type Tokens } from '../text/tokens.ts'
import { listOf } from '../words/lexicon.ts'

// Currency marks that belong to the digits beside them.

const NARROW = /^[ .-]{0,2}$/
const TOTALS = listOf('total')

/** A currency sign or word stands before the digits that begin with this token. */
export function moneyBefore(tokens: Tokens, first: number): boolean {
  const { gap } = at(tokens, first)
  if (/[₹$€£][ .:-]{0,3}$/.test(gap)) return true
  if (!/^[ .:-]{0,4}$/.test(gap) || !means(at(tokens, first - 1), 'money-word')) return false
  // "15000 rs 83958 40271": the word belongs to the amount before it.
  return gap === '' || at(tokens, first - 2).kind !== 'number' || !NARROW.test(at(tokens, first - 1).gap)
}

/** `/-` or a currency word stands after the digits that end with this token. */
export function moneyAfter(tokens: Tokens, last: number): boolean {
  const word = at(tokens, last + 1)
  if (/^ ?\/[-=]/.test(word.gap)) return true
  // "6281824015. Rs 385000": the word belongs to the amount after it.
  if (!means(word, 'money-word') || !/^[ -][ .-]?$/.test(word.gap)) return false
  return at(tokens, last + 2).kind !== 'number'
}

/** "₹9876543210 total order value", "turnover 9,87,65,43,210 rupees": a sum is told, with its currency and as one. */
export function isTotal(tokens: Tokens, first: number, last: number): boolean {
  if (!moneyBefore(tokens, first) && !moneyAfter(tokens, last)) return false
  return [1, 2, 3].some((step) => TOTALS.has(at(tokens, first - step).text) || TOTALS.has(at(tokens, last + step).text))
}
