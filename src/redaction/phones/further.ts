import { bitsOf } from '../lexicon/lexicon.ts'
import { means, tokenAt } from '../text/tokens.ts'
import type { TextContext } from './candidate-spans.ts'

// "9876543210 / 11 / 12": further numbers given by their last digits.

const ENDING = bitsOf('ending')
const ANOTHER = bitsOf('another', 'join')
const YEAR = /^(?:19|20)[0-9]{2}$/
const MAX_ENDING = 5

/** Returns the last numeral of the number that ends here; `isBegun` is true where another number begins. */
export function furtherNumbers(scene: TextContext, end: number, isBegun: (n: number) => boolean): number {
  let last = end
  while (!isBegun(last + 1) && isFurther(scene, last)) last++
  return last
}

function isFurther({ tokens, numerals, separators }: TextContext, n: number): boolean {
  const [separator, numeral, next] = [separators[n], numerals[n], numerals[n + 1]]
  if (separator === undefined || numeral === undefined || next === undefined || next.spoken) return false
  const { signs, sole, tags, width, words } = separator
  const size = next.digits.length
  if (means(tokenAt(tokens, next.last + 1), 'unit', 'money-word') || /[₹$€£]/.test(signs)) return false
  // "(other line ends 0867)", "second sim ends in 0357"
  if ((tags & ENDING) !== 0 && (tags & ANOTHER) !== 0) return true
  if (words > 0) return sole !== undefined && size <= MAX_ENDING && means(sole, 'join')
  const isYear = YEAR.test(next.digits)
  if (/[/|]/.test(signs)) return width === 1 || !isYear
  // "9866 41 2075, 2076": the last group again, with other last digits.
  const isAlike = size >= 3 && size === numeral.digits.length && next.digits.startsWith(numeral.digits.slice(0, 2))
  const isShort = size > 1 && size <= (width === 1 ? MAX_ENDING : 3) && !isYear
  return /[,;]|^-$/.test(signs) && (isAlike || isShort)
}
