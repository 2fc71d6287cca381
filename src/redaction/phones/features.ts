import type { Numeral } from '../digits/numerals.ts'
import { isOfferedAfter } from '../labels/offers.ts'
import { bitsOf, type Hint } from '../lexicon/lexicon.ts'
import { hints, isCapitalised, SIGNS, type TextToken, type TextTokens, tokenAt } from '../text/tokens.ts'
import { type CandidateSpan, KINDS, type Separator, signOf, type TextContext } from './candidate-spans.ts'

type View = {
  scene: TextContext
  tokens: TextTokens
  window: CandidateSpan
  labelled: boolean
  numerals: Numeral[]
  separators: Separator[]
  left: Neighbour
  right: Neighbour
}
type Neighbour = { separator: Separator | undefined; size: number; token: TextToken; signs: string; near?: number[] }

type Feature = (view: View) => number | boolean | undefined

const FAR = 40
const REACH = 12
const MAX_RIDDLES = 4
const DIGITS = [...'0123456789']
const PENALTIES = [0, 3, 7]
const STOPS = SIGNS.LINE | SIGNS.DANDA | SIGNS.CRY
const { COMMA, SEMICOLON, COLON, OPEN, CLOSE, BULLET, DASH } = SIGNS
const PAUSES = COMMA | SEMICOLON | COLON | OPEN | CLOSE | BULLET | DASH
const SOUGHT: readonly Hint[] =
  'call number-noun number-name label soft-label weak-label unit currency this on join copula spare paper'.split(
    ' ',
  ) as Hint[]

const RIDDLE = bitsOf('riddle')
const SOUGHT_BITS = SOUGHT.map((hint) => bitsOf(hint))
const ANY_SOUGHT = bitsOf(...SOUGHT)

const count = <T>(list: T[], is: (item: T, k: number) => boolean): number => list.filter(is).length
const sum = (list: Separator[], of: (separator: Separator) => number): number =>
  list.reduce((total, separator) => total + of(separator), 0)
const maxOf = (list: Separator[], of: (separator: Separator) => number): number =>
  list.reduce((top, separator) => Math.max(top, of(separator)), 0)
const sizeOf = ({ scene: { numerals } }: View, n: number): number => numerals[n]?.digits.length ?? 0

const isLettered = (tokens: TextTokens, { first, last, spoken }: Numeral): boolean =>
  !spoken &&
  [first - 1, last + 1].some(
    (i) => tokenAt(tokens, i).kind === 'word' && tokenAt(tokens, Math.max(i, first)).before === '',
  )

/** The trees know a feature by its index in this table. */
const TABLE: Readonly<Record<string, Feature>> = {
  'shape.kind': ({ window }) => KINDS.indexOf(window.kind),
  'shape.digits': ({ window }) => window.digits.length,
  'shape.groups': ({ numerals }) => numerals.length,
  'shape.first': ({ window }) => Number(window.digits[0]),
  'shape.second': ({ window }) => Number(window.digits[1]),
  'shape.sizeFirst': ({ numerals }) => numerals[0]?.digits.length,
  'shape.sizeSecond': ({ numerals }) => numerals[1]?.digits.length,
  'shape.sizeLast': ({ numerals }) => numerals.at(-1)?.digits.length,
  'shape.sizeMin': ({ numerals }) => numerals.reduce((min, { digits }) => Math.min(min, digits.length), 99),
  'shape.sizeMax': ({ numerals }) => numerals.reduce((top, { digits }) => Math.max(top, digits.length), 0),
  'shape.spoken': ({ numerals }) => count(numerals, ({ spoken }) => spoken),
  'shape.pairs': ({ numerals }) => count(numerals, ({ digits }) => digits.length === 2),
  'shape.years': ({ numerals }) => count(numerals, ({ digits }) => /^(?:19[5-9].|20[0-2].|203[0-5])$/.test(digits)),
  'shape.distinct': ({ window }) => count(DIGITS, (digit) => window.digits.includes(digit)),
  'shape.zeros': ({ window }) => window.digits.length - window.digits.replaceAll('0', '').length,
  'shape.valueFirst': ({ numerals }) => (numerals.length > 1 ? Math.min(Number(numerals[0]?.digits), 1e6) : 0),
  'shape.thousands': ({ numerals, separators }) =>
    count(separators, (separator, k) => /^[.,]$/.test(signOf(separator)) && numerals[k + 1]?.digits.length === 3),
  'shape.lettered': ({ tokens, numerals }) => count(numerals, (numeral) => isLettered(tokens, numeral)),
  'gaps.width': ({ separators }) => sum(separators, ({ width }) => width),
  'gaps.maxWidth': ({ separators }) => maxOf(separators, ({ width }) => width),
  'gaps.signs': ({ separators }) =>
    sum(separators, ({ signs }) => (signs === ' ' ? 0 : signs.replace(/\s/g, '').length)),
  'gaps.plain': ({ separators }) => count(separators, ({ words }) => words === 0),
  'gaps.blank': ({ separators }) => count(separators, (separator) => signOf(separator) === ' '),
  'gaps.commas': ({ separators }) =>
    count(separators, (separator) => signOf(separator) === '' && /[,;]/.test(separator.signs)),
  'before.numeral': ({ left }) => left.separator?.words ?? FAR,
  'before.numeralSize': (view) => (view.left.separator === undefined ? 0 : sizeOf(view, view.window.first - 1)),
  'before.numeralSign': ({ left }) => signBeside(left.separator),
  'before.sign': ({ left }) => signKind(left.signs.slice(-1)),
  'before.glued': ({ left }) => left.signs === '' && left.token.kind !== 'none',
  'before.capital': ({ tokens, left }) => left.token.kind === 'word' && isCapitalised(tokens, left.token),
  'before.clause': ({ tokens, left }) => (left.size === 0 ? 3 : endAfter(tokens, left.size - 1)),
  'before.letters': ({ left }) => (left.token.kind === 'word' ? Math.min(left.token.text.length, 12) : 0),
  'after.numeral': ({ right }) => right.separator?.words ?? FAR,
  'after.numeralSize': (view) => (view.right.separator === undefined ? 0 : sizeOf(view, view.window.last + 1)),
  'after.numeralSign': ({ right }) => signBeside(right.separator),
  'after.sign': ({ right }) => signKind(right.signs.charAt(0)),
  'after.clause': ({ tokens, right }) => (right.token.kind === 'none' ? 3 : endAfter(tokens, right.size)),
  'after.offered': ({ tokens, right }) => isOfferedAfter(tokens, { first: right.size, last: right.size }),
  'label.held': ({ labelled }) => labelled,
  'text.riddles': ({ tokens, separators }) => (separators.some(({ words }) => words > 0) ? riddlesIn(tokens) : 0),
}
for (const [k, tag] of SOUGHT.entries()) {
  const nearOf = (tokens: TextTokens, neighbour: Neighbour, step: 1 | -1): number | undefined => {
    neighbour.near ??= nearest(tokens, neighbour.size, step)
    return neighbour.near[k]
  }
  const before: Feature = ({ tokens, left }) => nearOf(tokens, left, -1)
  const after: Feature = ({ tokens, right }) => nearOf(tokens, right, 1)
  Object.assign(TABLE, { [`before.words.${tag}`]: before, [`after.words.${tag}`]: after })
}

export const FEATURES: readonly string[] = Object.keys(TABLE)
const FIGURES: readonly Feature[] = Object.values(TABLE)

/** Of the candidate at hand; NaN if not computed yet. */
const cachedValues = new Float64Array(FIGURES.length)

/** The features of a candidate by their index; valid until the next call. */
export function figuresOf(scene: TextContext, window: CandidateSpan, labelled: boolean): (feature: number) => number {
  const { tokens } = scene
  const numerals = scene.numerals.slice(window.first, window.last + 1)
  const first = numerals[0]?.first ?? 0
  const last = numerals.at(-1)?.last ?? 0
  const [before, after] = [tokenAt(tokens, first - 1), tokenAt(tokens, last + 1)]
  const separators = scene.separators.slice(window.first, window.last) as Separator[]
  const left: Neighbour = {
    separator: scene.separators[window.first - 1],
    size: first,
    token: before,
    signs: tokenAt(tokens, first).before,
  }
  const right: Neighbour = { separator: scene.separators[window.last], size: last, token: after, signs: after.before }
  const view: View = { scene, tokens, window, labelled, numerals, separators, left, right }
  cachedValues.fill(Number.NaN)
  return (feature) => {
    let figure = cachedValues[feature] ?? 0
    if (Number.isNaN(figure)) {
      figure = Number(FIGURES[feature]?.(view) ?? 0)
      cachedValues[feature] = figure
    }
    return figure
  }
}

export function numeralsOf({ first, last }: { first: number; last: number }): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k)
}

function riddlesIn(tokens: TextTokens): number {
  if (!hints(tokens, RIDDLE)) return 0
  return Math.min(
    count(tokens.list, ({ word }) => (word.hints & RIDDLE) !== 0),
    MAX_RIDDLES,
  )
}

/** What ends between this token and the next: 0 nothing, 1 a clause, 2 a sentence. */
function endAfter(tokens: TextTokens, i: number): number {
  const { signs } = tokenAt(tokens, i + 1)
  if (signs === 0) return 0
  if ((signs & STOPS) !== 0 || ((signs & SIGNS.POINT) !== 0 && tokenAt(tokens, i).text.length > 4)) return 2
  return (signs & PAUSES) !== 0 ? 1 : 0
}

/** The end of a clause or a sentence counts for several words. */
function nearest(tokens: TextTokens, from: number, step: 1 | -1): number[] {
  const distances = SOUGHT.map(() => FAR)
  let far = 0
  for (let d = 1; d <= REACH; d++) {
    const i = from + d * step
    if (i < 0 || i >= tokens.count) break
    far += 1 + (PENALTIES[endAfter(tokens, step < 0 ? i : i - 1)] ?? 0)
    if (far >= FAR) break
    const size = tokenAt(tokens, i).word.hints
    if ((size & ANY_SOUGHT) === 0) continue
    for (let k = 0; k < SOUGHT_BITS.length; k++)
      if (distances[k] === FAR && (size & (SOUGHT_BITS[k] ?? 0)) !== 0) distances[k] = far
  }
  return distances
}

const SIGN_KINDS = [' ', '-_–', '.', '/', ',', '\n', '()[']

function signKind(sign: string): number {
  return sign === '' ? 0 : SIGN_KINDS.findIndex((kind) => kind.includes(sign)) + 1 || 8
}

function signBeside(separator: Separator | undefined): number {
  return separator === undefined ? 0 : separator.words === 0 ? signKind(signOf(separator)) : 9
}
