import { at, hints, means, type Tokens } from '../text/tokens.ts'
import { bitsOf } from '../words/lexicon.ts'
import { type Scene, signOf, type TokenSpan } from './windows.ts'

// "first half 90036, tyres 70%, price 3.9, second half 41872": parts of a mobile number with other things between them.

const WHOLE = 10
const SMALLEST = 3
const MAX_BETWEEN = 8
const REACH = 3
const ORDER = bitsOf('order', 'digit-noun', 'ending')

/** The parts that are told in order, however far apart; `isTaken` tells what was found otherwise. */
export function findHalves(scene: Scene, isTaken: (n: number) => boolean): TokenSpan[] {
  const spans: TokenSpan[] = []
  if (!hints(scene.tokens, ORDER)) return spans
  let open: Part[] = []
  for (let n = 0; n < scene.numerals.length; n++) {
    const part = isTaken(n) ? undefined : partAt(scene, n)
    if (part === undefined) continue
    open = open.filter(({ last }) => n - last <= MAX_BETWEEN)
    const other = open.find(({ digits }) => digits.length + part.digits.length === WHOLE)
    if (other !== undefined && (/^[6-9]/.test(other.digits) || /^[6-9]/.test(part.digits))) {
      spans.push(other.span, part.span)
      open = []
    } else open.push(part)
    n = part.last
  }
  return spans
}

/** Digits that stand together: the numeral that ends them, and their tokens. */
type Part = { last: number; digits: string; span: TokenSpan }

/** Written digits after a word for order or for half. */
function partAt({ tokens, numerals, gaps }: Scene, n: number): Part | undefined {
  const first = numerals[n]
  if (first === undefined || first.spoken || !isAnnounced(tokens, first.first)) return undefined
  let last = n
  let digits = first.digits
  while (/^[ -]$/.test(signOf(gaps[last]))) digits += numerals[++last]?.digits ?? ''
  if (digits.length < SMALLEST || digits.length > WHOLE - SMALLEST) return undefined
  return { last, digits, span: { first: first.first, last: numerals[last]?.last ?? 0 } }
}

function isAnnounced(tokens: Tokens, first: number): boolean {
  for (let t = first - 1; t >= first - REACH && t >= 0; t--) {
    const token = at(tokens, t)
    if ((token.word.hints & ORDER) !== 0) return true
    // "first instalment 83138": what is told in order is something else.
    if (token.word.digits === '' && !means(token, 'filler', 'copula', 'number-noun')) return false
  }
  return false
}

// "9876543210 / 11 / 12": further numbers given by their last digits.

const ENDING = bitsOf('ending')
const ANOTHER = bitsOf('another', 'join')
const MAX_DIGITS = 8
const MAX_ENDING = 5
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
  const { signs, sole, tags, width, words } = gap
  const size = next.digits.length
  const follower = at(tokens, next.last + 1)
  // A measure, a price or a code is no ending.
  const isCode = follower.gap === '' && follower.kind !== 'none'
  if (isCode || means(follower, 'unit', 'money-word') || /[₹$€£]/.test(signs) || size > MAX_DIGITS) return false
  const stop = /\n|[.।] /.test(signs)
  // "(other line ends 0867)", "second sim ends in 0357"
  if ((tags & ENDING) !== 0 && (tags & ANOTHER) !== 0 && !stop) return true
  const year = YEAR.test(next.digits)
  // "9866 41 2075, 2076": the last group again, with other last digits.
  const alike = size >= 3 && size === numeral.digits.length && next.digits.startsWith(numeral.digits.slice(0, 2))
  if (words > 0) {
    if (sole === undefined || size > MAX_ENDING || year) return false
    return means(sole, 'join') || (signs.includes(',') && alike) || (size <= 3 && means(sole, 'range'))
  }
  if (stop) return false
  if (/[/|]/.test(signs)) return width === 1 || !year
  const isShort = size > 1 && size <= (width === 1 ? MAX_ENDING : 3) && !year
  return (/[,;]|^-$/.test(signs) && (alike || isShort)) || (/^ ?&/.test(signs) && size <= MAX_ENDING)
}
