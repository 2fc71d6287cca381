import { textOf } from '../addresses/domains.ts'
import { DIGIT, SPACE } from '../text/character-fold.ts'
import { foldWord } from '../text/fold.ts'
import { means, NUMBER, type Tokens } from '../text/tokens.ts'
import { CURRENCY, MONEY_WORD } from '../words/vocabulary.ts'

// Currencies, prices and units: to which of two numbers a word between them belongs.

const COMMA = 44
const HYPHEN = 45
const POINT = 46
const SLASH = 47
const COLON = 58
const SMALL_L = 108
const EQUALS = 61
const RUPEE = 0x20b9
const MODEL_WORDS = new Set('model modal मॉडल மாடல்'.split(' ').map(foldWord))

/** A currency sign or word stands before the digits that begin with this token. */
export function moneyBefore(tokens: Tokens, first: number): boolean {
  const { codes, classes } = tokens.folded
  let at = (tokens.starts[first] ?? 0) - 1
  for (let steps = 0; steps < 4 && at >= 0; steps++, at--) {
    if (codes[at] === RUPEE) return true
    if (classes[at] !== SPACE && codes[at] !== POINT && codes[at] !== COLON && codes[at] !== HYPHEN) break
  }
  const before = first - 1
  if (before < 0 || tokens.ends[before] !== at + 1 || !isMoneyWord(tokens, before)) return false
  // "16500 Rs. 8 7 5 5 …", "15000 rs 83958 40271": the word belongs to the amount before it.
  const gap = (tokens.starts[first] ?? 0) - (tokens.ends[before] ?? 0)
  return !(
    (gap > 1 || classes[tokens.ends[before] ?? 0] === SPACE) &&
    before > 0 &&
    tokens.kinds[before - 1] === NUMBER &&
    gapIsBlank(tokens, tokens.ends[before - 1] ?? 0, tokens.starts[before] ?? 0) &&
    codes[tokens.ends[before - 1] ?? 0] !== POINT
  )
}

/** `/-` or a currency word stands after the digits that end with this token. */
export function moneyAfter(tokens: Tokens, last: number): boolean {
  const { codes, classes } = tokens.folded
  const end = tokens.ends[last] ?? 0
  const slash = classes[end] === SPACE ? end + 1 : end
  if (codes[slash] === SLASH && (codes[slash + 1] === HYPHEN || codes[slash + 1] === EQUALS)) return true
  const next = last + 1
  if (next >= tokens.count || !gapIsBlank(tokens, end, tokens.starts[next] ?? 0) || !isMoneyWord(tokens, next))
    return false
  if (codes[end] === POINT && classes[end + 1] === SPACE) return false
  // "6281824015. Rs 385000": the word belongs to the amount after it.
  const blank = classes[end] === SPACE || classes[end + 1] === SPACE
  return !(blank && tokens.kinds[next + 1] === NUMBER && opensAmount(tokens, next))
}

function isMoneyWord(tokens: Tokens, token: number): boolean {
  return means(tokens, token, MONEY_WORD)
}

function gapIsBlank(tokens: Tokens, from: number, to: number): boolean {
  const { codes, classes } = tokens.folded
  if (to - from > 2) return false
  for (let i = from; i < to; i++) if (classes[i] !== SPACE && codes[i] !== HYPHEN && codes[i] !== POINT) return false
  return true
}

/** "94172 rupees, 6429 …": a currency word after an amount is not the next one's. */
export function isPriceWord(tokens: Tokens, token: number): boolean {
  const { codes } = tokens.folded
  if (!means(tokens, token, CURRENCY)) return false
  return !(
    isMoneyWord(tokens, token) &&
    (codes[tokens.ends[token] ?? 0] === COMMA || tokens.kinds[token - 1] === NUMBER)
  )
}

/** Nothing but a point or a blank stands between a currency word and the digits after it. */
function opensAmount(tokens: Tokens, token: number): boolean {
  return gapIsBlank(tokens, tokens.ends[token] ?? 0, tokens.starts[token + 1] ?? 0)
}

function isLetterAgain({ kinds, starts, ends, folded: { codes } }: Tokens, token: number): boolean {
  const at = starts[token] ?? 0
  if (ends[token] !== at + 1) return false
  const again = (other: number): boolean => {
    const start = starts[other] ?? 0
    return other >= 0 && ends[other] === start + 1 && codes[start] === codes[at]
  }
  return (
    (kinds[token + 1] === NUMBER && again(token + 2)) ||
    (token > 1 && kinds[token - 1] === NUMBER && again(token - 2) && kinds[token + 1] === NUMBER)
  )
}

/** "60k61k58k…" keeps digits apart, and after a full stop another sentence begins. */
export function isUnitOf(tokens: Tokens, end: number, token: number): boolean {
  const { codes, classes } = tokens.folded
  const start = tokens.starts[token] ?? 0
  if (tokens.kinds[token + 1] === NUMBER && tokens.starts[token + 1] === tokens.ends[token]) return false
  if (start === end) return true
  // "9 l 6 6 O 2": among single digits a letter is drawn like one.
  const before = (tokens.ends[token - 1] ?? 0) - (tokens.starts[token - 1] ?? 0)
  const after = (tokens.ends[token + 1] ?? 0) - (tokens.starts[token + 1] ?? 0)
  if (codes[start] === SMALL_L && tokens.ends[token] === start + 1 && before === 1 && after === 1) {
    if (tokens.kinds[token + 1] === NUMBER) return false
  }
  // "623 k 981 k 7045": a letter over and over keeps digits apart.
  if (isLetterAgain(tokens, token)) return false
  // "6-star-2-star-8": held on either side, it is none.
  const stop = tokens.ends[token] ?? 0
  if (start - end === 1 && codes[end] === HYPHEN && codes[stop] === HYPHEN && classes[stop + 1] === DIGIT) return false
  // "… 8160 Hours: 2980", "… 900 model 2015": it is said of the next.
  if (codes[stop] === COLON || (tokens.kinds[token + 1] === NUMBER && MODEL_WORDS.has(textOf(tokens, token))))
    return false
  if (!gapIsBlank(tokens, end, start) || (codes[end] === POINT && start - end === 2)) return false
  return !(isMoneyWord(tokens, token) && tokens.kinds[token + 1] === NUMBER && opensAmount(tokens, token))
}
