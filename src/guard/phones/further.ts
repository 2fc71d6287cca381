import { at, means } from '../text/tokens.ts'
import { ANY_LABEL, bitsOf } from '../words/lexicon.ts'
import { type Gap, type Scene, signOf } from './windows.ts'

// "9876543210 / 11 / 12": further numbers given by their last digits.

const ENDING = bitsOf('ending')
const ANOTHER = bitsOf('another', 'join')
const OTHER = bitsOf('unit', 'currency', ...ANY_LABEL)
const MOST_DIGITS = 8
const MOST_ENDING = 5
const YEAR = /^(?:19|20)[0-9]{2}$/

/** The last numeral that belongs to the number that ends here; `isBegun` tells where another one begins. */
export function furtherNumbers(scene: Scene, end: number, isBegun: (n: number) => boolean): number {
  let last = end
  while (last + 1 < scene.numerals.length && !isBegun(last + 1) && isFurther(scene, last)) last++
  return last
}

function isFurther({ tokens, numerals, gaps }: Scene, n: number): boolean {
  const [gap, numeral, next] = [gaps[n], numerals[n], numerals[n + 1]]
  if (gap === undefined || numeral === undefined || next === undefined || next.spoken) return false
  const size = next.digits.length
  const follower = at(tokens, next.last + 1)
  // A measure, a price or a code is no ending.
  const glued = next.last + 1 < tokens.count && follower.gap === ''
  if (glued || means(follower, 'unit', 'money-word') || /[₹$€£]/.test(gap.signs) || size > MOST_DIGITS) return false
  const stop = /\n|[.।][ \n]/.test(gap.signs)
  // "(other line ends 0867)", "second sim ends in 0357"
  if ((gap.tags & ENDING) !== 0 && (gap.tags & ANOTHER) !== 0 && !stop) return true
  if ((gap.tags & OTHER) !== 0) return false
  const year = YEAR.test(next.digits)
  const alike = isAlike(numeral.digits, next.digits)
  if (gap.words > 0) {
    if (gap.sole === undefined || size > MOST_ENDING || year) return false
    const listed = gap.signs.includes(',') && size > 3 && alike
    return listed || means(gap.sole, 'join') || (size <= 3 && means(gap.sole, 'range'))
  }
  if (stop) return false
  if (/[/|]/.test(gap.signs)) return gap.width === 1 || !year
  return isListed(gap, size, year, alike)
}

/** `, 11`, `-11`, `& 11`. */
function isListed(gap: Gap, size: number, year: boolean, alike: boolean): boolean {
  if (/[,;]/.test(gap.signs) || signOf(gap) === '-') {
    if (alike) return true
    return gap.width === 1 ? size > 1 && size <= MOST_ENDING && !year : size > 1 && size < 4
  }
  return /^ ?&/.test(gap.signs) && size <= MOST_ENDING
}

/** "9866 41 2075, 2076": the last group again, with other last digits. */
function isAlike(a: string, b: string): boolean {
  return a.length === b.length && a.length >= 3 && a.length <= MOST_DIGITS && a.slice(0, 2) === b.slice(0, 2)
}
