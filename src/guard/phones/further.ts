import { hasTrait, means } from '../text/tokens.ts'
import { ANOTHER, ENDING, RANGE } from '../words/traits.ts'
import { ANY_LABEL, CALL, CURRENCY, JOIN, MONEY_WORD, NUMBER_NAME, ON, UNIT } from '../words/vocabulary.ts'
import { digitAt, type Scene, sizeOf } from './windows.ts'

// "9876543210 / 11 / 12": further numbers given by their last digits.

const MOST_DIGITS = 8
const MOST_ENDING = 5

/** The last numeral that belongs to the number that ends here; `isBegun` tells where another one begins. */
export function furtherNumbers(scene: Scene, end: number, isBegun: (n: number) => boolean): number {
  let last = end
  while (last + 1 < scene.numerals.count && !isBegun(last + 1) && isFurther(scene, end, last)) last++
  return last
}

function isFurther(scene: Scene, end: number, n: number): boolean {
  const { tokens, numerals } = scene
  const next = n + 1
  const gap = scene.gaps[n]
  const size = sizeOf(scene, next)
  if (gap === undefined || gap.money || numerals.spoken[next] === 1 || size > MOST_DIGITS) return false
  const left = numerals.lastTokens[n] ?? 0
  const right = numerals.firstTokens[next] ?? 0
  const after = (numerals.lastTokens[next] ?? 0) + 1
  // A measure, a price or a code is no ending.
  if (
    (after < tokens.count && tokens.starts[after] === tokens.ends[after - 1]) ||
    means(tokens, after, UNIT | MONEY_WORD)
  )
    return false
  if (endsAnother(scene, left, right) && !gap.line && !gap.stop) return true
  if ((gap.meanings & (UNIT | CURRENCY | ANY_LABEL)) !== 0) return false
  if (gap.words > 0) {
    const word = gap.words === 1 && (means(tokens, left + 1, JOIN) || (size <= 3 && hasTrait(tokens, left + 1, RANGE)))
    const listed = gap.words === 1 && gap.comma && size > 3 && size < 7 && isAlike(scene, n)
    if (!word && !listed) return false
    return (
      size <= MOST_ENDING && !isYear(scene, next) && (listed || !isFollowed(scene, after) || isForCalling(scene, after))
    )
  }
  if (gap.stop || gap.line) return false
  if (gap.slash) return gap.width === 1 || !isYear(scene, next)
  if (gap.comma || gap.sign === 45) {
    if (isAlike(scene, n)) return true
    if (gap.width === 1) return size > 1 && size <= MOST_ENDING && !isYear(scene, next)
    return size > 1 && size < 4 && (!isFollowed(scene, after) || isForCalling(scene, after))
  }
  const ampersand = tokens.folded.codes[(tokens.ends[left] ?? 0) + (gap.blanks > 0 ? 1 : 0)] === 38
  return (ampersand || (n > end && gap.slash)) && size <= MOST_ENDING
}

/** "9866 41 2075, 2076": the last group again, with other last digits. */
function isAlike(scene: Scene, n: number): boolean {
  const size = sizeOf(scene, n)
  if (size !== sizeOf(scene, n + 1) || size < 3 || size > 6) return false
  return digitAt(scene, n, 0) === digitAt(scene, n + 1, 0) && digitAt(scene, n, 1) === digitAt(scene, n + 1, 1)
}

function isYear(scene: Scene, n: number): boolean {
  return (
    sizeOf(scene, n) === 4 &&
    ((digitAt(scene, n, 0) === 2 && digitAt(scene, n, 1) === 0) ||
      (digitAt(scene, n, 0) === 1 && digitAt(scene, n, 1) === 9))
  )
}

/** "(other line ends 0867)", "second sim ends in 0357" */
function endsAnother({ tokens }: Scene, left: number, right: number): boolean {
  let ending = false
  let another = false
  for (let t = left + 1; t < right; t++) {
    if (hasTrait(tokens, t, ENDING)) ending = true
    if (hasTrait(tokens, t, ANOTHER)) another = true
  }
  return ending && another
}

/** A word stands right after, that speaks of neither numbers nor calls. */
function isFollowed({ tokens }: Scene, token: number): boolean {
  if (token >= tokens.count || means(tokens, token, ON | CALL | JOIN)) return false
  for (let i = tokens.ends[token - 1] ?? 0; i < (tokens.starts[token] ?? 0); i++)
    if (tokens.folded.classes[i] !== 3) return false
  return true
}

function isForCalling({ tokens }: Scene, token: number): boolean {
  for (let t = token; t < token + 4; t++) if (means(tokens, t, CALL | NUMBER_NAME)) return true
  return false
}
