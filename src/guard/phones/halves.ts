import { at, means } from '../text/tokens.ts'
import { bitsOf } from '../words/lexicon.ts'

import type { Scene, TokenSpan } from './windows.ts'

// "first half 90036, tyres 70%, price 3.9, second half 41872": halves of a mobile number with other things between them.

const HALF = 5
const MOST_BETWEEN = 8
const REACH = 3
const ORDER = bitsOf('order', 'digit-noun', 'ending')

/** The halves that are told in order, however far apart; `isTaken` tells what was found otherwise. */
export function findHalves(scene: Scene, isTaken: (n: number) => boolean): TokenSpan[] {
  const { numerals } = scene
  const spans: TokenSpan[] = []
  for (let n = 0; n < numerals.length; n++) {
    if (!isHalf(scene, n) || !(numerals[n]?.digits ?? '').match(/^[6-9]/) || isTaken(n)) continue
    for (let m = n + 1; m <= n + MOST_BETWEEN && m < numerals.length; m++) {
      if (!isHalf(scene, m) || isTaken(m)) continue
      for (const k of [n, m]) spans.push({ first: numerals[k]?.first ?? 0, last: numerals[k]?.last ?? 0 })
      n = m
      break
    }
  }
  return spans
}

/** Five digits, written, after a word for order or for half. */
function isHalf({ tokens, numerals }: Scene, n: number): boolean {
  const numeral = numerals[n]
  if (numeral === undefined || numeral.spoken || numeral.digits.length !== HALF) return false
  const next = at(tokens, numeral.last + 1)
  if (next.gap.length <= 1 && next.gap !== ',' && means(next, 'unit', 'money-word')) return false
  for (let t = numeral.first - 1; t >= numeral.first - REACH && t >= 0; t--) {
    const token = at(tokens, t)
    if ((token.word.hints & ORDER) !== 0) return true
    // "first instalment 83138": what is told in order is something else.
    if (token.word.digits === '' && !means(token, 'filler', 'copula', 'number-noun')) return false
  }
  return false
}
