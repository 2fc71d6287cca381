import { at, hints, means, type Tokens } from '../text/tokens.ts'
import { bitsOf } from '../words/lexicon.ts'
import { type Scene, signOf, type TokenSpan } from './windows.ts'

// "first half 90036, tyres 70%, price 3.9, second half 41872": parts of a mobile number with other things between them.

const WHOLE = 10
const SMALLEST = 3
const MOST_BETWEEN = 8
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
    open = open.filter(({ last }) => n - last <= MOST_BETWEEN)
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
