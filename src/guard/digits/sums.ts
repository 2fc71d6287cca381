import type { Span } from '../text/fold.ts'
import type { Tokens } from '../text/tokens.ts'

// "(100-2) (50-5) 7 (6x2) (70+7)": a mobile number whose digits have to be calculated.

const SUM = String.raw`[([{]?[0-9]{1,3}(?: ?[-+x*×] ?[0-9]{1,2})?[)\]}]?`
const ROW = new RegExp(`(?<![0-9.,/+x*-])${SUM}(?:[ ,;|:]{1,3}${SUM}){3,9}(?![0-9.,/+x*-]*[0-9])`, 'g')
const PART = /([0-9]{1,3})(?: ?([-+x*×]) ?([0-9]{1,2}))?/g
const FEWEST = 3
const WHOLE = 10

/** Rows of sums whose results are a mobile number; plain figures may follow. */
export function findSums({ folded: { text } }: Tokens, spans: Span[]): void {
  if (!/[0-9] ?[-+x*×] ?[0-9]/.test(text)) return
  for (const { 0: row, index } of text.matchAll(ROW)) {
    let [digits, sums] = ['', 0]
    for (const { 0: part, 1: a = '', 2: sign = '', 3: b = '', index: from } of row.matchAll(PART)) {
      digits += sign === '' ? a : String(resultOf(Number(a), sign, Number(b)))
      if (sign !== '') sums++
      if (digits.length < WHOLE) continue
      const end = from + part.length
      const close = /^[)\]}]/.test(row.slice(end)) ? 1 : 0
      if (sums >= FEWEST && /^[6-9][0-9]{9}$/.test(digits)) spans.push({ start: index, end: index + end + close })
      break
    }
  }
}

const resultOf = (a: number, sign: string, b: number): number => (sign === '-' ? a - b : sign === '+' ? a + b : a * b)
