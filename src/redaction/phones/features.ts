import type { Numeral } from '../digits/numerals.ts'
import { isOfferedAfter } from '../labels/offers.ts'
import { bitsOf, type Hint } from '../lexicon/lexicon.ts'
import { at, hints, isCapitalised, SIGNS, type Token, type Tokens } from '../text/tokens.ts'
import { type Gap, KINDS, type Scene, signOf, type Window } from './candidate-spans.ts'

// A window described in plain figures. The trees know a figure by its place in the table.

/** What the figures are made from: the window, its numerals and gaps, and what stands beside it. */
type View = {
  scene: Scene
  tokens: Tokens
  window: Window
  labelled: boolean
  numerals: Numeral[]
  gaps: Gap[]
  /** On either side of it: the gap to the next numeral, the token at its end, the one beside it and the signs between. */
  left: Side
  right: Side
}
type Side = { gap: Gap | undefined; own: number; token: Token; signs: string; near?: number[] }

type Figure = (view: View) => number | boolean | undefined

/** A distance to what is not there. */
const FAR = 40
const REACH = 12
const MAX_RIDDLES = 4
const DIGITS = [...'0123456789']
const PENALTIES = [0, 3, 7]
const STOPS = SIGNS.LINE | SIGNS.DANDA | SIGNS.CRY
const { COMMA, SEMICOLON, COLON, OPEN, CLOSE, BULLET, DASH } = SIGNS
const PAUSES = COMMA | SEMICOLON | COLON | OPEN | CLOSE | BULLET | DASH
/** Meanings whose nearest word before and after a window is looked for. */
const SOUGHT: readonly Hint[] =
  'call number-noun number-name label soft-label weak-label unit currency this on join copula spare paper'.split(
    ' ',
  ) as Hint[]

const RIDDLE = bitsOf('riddle')
const SOUGHT_BITS = SOUGHT.map((hint) => bitsOf(hint))
const ANY_SOUGHT = bitsOf(...SOUGHT)

function count<T>(list: T[], is: (item: T, k: number) => boolean): number {
  let found = 0
  for (let k = 0; k < list.length; k++) if (is(list[k] as T, k)) found++
  return found
}
const sum = (list: Gap[], of: (gap: Gap) => number): number => list.reduce((total, gap) => total + of(gap), 0)
const most = (list: Gap[], of: (gap: Gap) => number): number => list.reduce((top, gap) => Math.max(top, of(gap)), 0)
const sizeOf = ({ scene: { numerals } }: View, n: number): number => numerals[n]?.digits.length ?? 0

const isLettered = (tokens: Tokens, { first, last, spoken }: Numeral): boolean =>
  !spoken &&
  [first - 1, last + 1].some((i) => at(tokens, i).kind === 'word' && at(tokens, Math.max(i, first)).gap === '')

const TABLE: Readonly<Record<string, Figure>> = {
  'shape.kind': ({ window }) => KINDS.indexOf(window.kind),
  'shape.digits': ({ window }) => window.digits.length,
  'shape.groups': ({ numerals }) => numerals.length,
  'shape.first': ({ window }) => Number(window.digits[0]),
  'shape.second': ({ window }) => Number(window.digits[1]),
  'shape.sizeFirst': ({ numerals }) => numerals[0]?.digits.length,
  'shape.sizeSecond': ({ numerals }) => numerals[1]?.digits.length,
  'shape.sizeLast': ({ numerals }) => numerals.at(-1)?.digits.length,
  'shape.sizeMin': ({ numerals }) => numerals.reduce((least, { digits }) => Math.min(least, digits.length), 99),
  'shape.sizeMax': ({ numerals }) => numerals.reduce((top, { digits }) => Math.max(top, digits.length), 0),
  'shape.spoken': ({ numerals }) => count(numerals, ({ spoken }) => spoken),
  'shape.pairs': ({ numerals }) => count(numerals, ({ digits }) => digits.length === 2),
  'shape.years': ({ numerals }) => count(numerals, ({ digits }) => /^(?:19[5-9].|20[0-2].|203[0-5])$/.test(digits)),
  'shape.distinct': ({ window }) => count(DIGITS, (digit) => window.digits.includes(digit)),
  'shape.zeros': ({ window }) => window.digits.length - window.digits.replaceAll('0', '').length,
  'shape.valueFirst': ({ numerals }) => (numerals.length > 1 ? Math.min(Number(numerals[0]?.digits), 1e6) : 0),
  // "67.803 56.503": amounts with a sign before every three digits.
  'shape.thousands': ({ numerals, gaps }) =>
    count(gaps, (gap, k) => /^[.,]$/.test(signOf(gap)) && numerals[k + 1]?.digits.length === 3),
  // "8827 TTV 4X4", "B5000": letters stand against digits.
  'shape.lettered': ({ tokens, numerals }) => count(numerals, (numeral) => isLettered(tokens, numeral)),
  'gaps.width': ({ gaps }) => sum(gaps, ({ width }) => width),
  'gaps.maxWidth': ({ gaps }) => most(gaps, ({ width }) => width),
  'gaps.signs': ({ gaps }) => sum(gaps, ({ signs }) => (signs === ' ' ? 0 : signs.replace(/\s/g, '').length)),
  'gaps.plain': ({ gaps }) => count(gaps, ({ words }) => words === 0),
  'gaps.blank': ({ gaps }) => count(gaps, (gap) => signOf(gap) === ' '),
  'gaps.commas': ({ gaps }) => count(gaps, (gap) => signOf(gap) === '' && /[,;]/.test(gap.signs)),
  'before.numeral': ({ left }) => left.gap?.words ?? FAR,
  'before.numeralSize': (view) => (view.left.gap === undefined ? 0 : sizeOf(view, view.window.first - 1)),
  'before.numeralSign': ({ left }) => signBeside(left.gap),
  'before.sign': ({ left }) => signKind(left.signs.slice(-1)),
  'before.glued': ({ left }) => left.signs === '' && left.token.kind !== 'none',
  'before.capital': ({ tokens, left }) => left.token.kind === 'word' && isCapitalised(tokens, left.token),
  'before.clause': ({ tokens, left }) => (left.own === 0 ? 3 : endAfter(tokens, left.own - 1)),
  'before.letters': ({ left }) => (left.token.kind === 'word' ? Math.min(left.token.text.length, 12) : 0),
  'after.numeral': ({ right }) => right.gap?.words ?? FAR,
  'after.numeralSize': (view) => (view.right.gap === undefined ? 0 : sizeOf(view, view.window.last + 1)),
  'after.numeralSign': ({ right }) => signBeside(right.gap),
  'after.sign': ({ right }) => signKind(right.signs.charAt(0)),
  'after.clause': ({ tokens, right }) => (right.token.kind === 'none' ? 3 : endAfter(tokens, right.own)),
  'after.offered': ({ tokens, right }) => isOfferedAfter(tokens, { first: right.own, last: right.own }),
  'label.held': ({ labelled }) => labelled,
  'text.riddles': ({ tokens, gaps }) => (gaps.some(({ words }) => words > 0) ? riddlesIn(tokens) : 0),
}
for (const [k, tag] of SOUGHT.entries()) {
  const nearOf = (tokens: Tokens, side: Side, step: 1 | -1): number | undefined => {
    side.near ??= nearest(tokens, side.own, step)
    return side.near[k]
  }
  const before: Figure = ({ tokens, left }) => nearOf(tokens, left, -1)
  const after: Figure = ({ tokens, right }) => nearOf(tokens, right, 1)
  Object.assign(TABLE, { [`before.words.${tag}`]: before, [`after.words.${tag}`]: after })
}

export const FEATURES: readonly string[] = Object.keys(TABLE)
const FIGURES: readonly Figure[] = Object.values(TABLE)

/** The figures of the window at hand, each made when it is first asked for. */
const known = new Float64Array(FIGURES.length)

/** The figures of a window by their place in the table, until those of another are asked for. */
export function figuresOf(scene: Scene, window: Window, labelled: boolean): (feature: number) => number {
  const { tokens } = scene
  const numerals = scene.numerals.slice(window.first, window.last + 1)
  const first = numerals[0]?.first ?? 0
  const last = numerals.at(-1)?.last ?? 0
  const [before, after] = [at(tokens, first - 1), at(tokens, last + 1)]
  const gaps = scene.gaps.slice(window.first, window.last) as Gap[]
  const left: Side = { gap: scene.gaps[window.first - 1], own: first, token: before, signs: at(tokens, first).gap }
  const right: Side = { gap: scene.gaps[window.last], own: last, token: after, signs: after.gap }
  const view: View = { scene, tokens, window, labelled, numerals, gaps, left, right }
  known.fill(Number.NaN)
  return (feature) => {
    let figure = known[feature] ?? 0
    if (Number.isNaN(figure)) {
      figure = Number(FIGURES[feature]?.(view) ?? 0)
      known[feature] = figure
    }
    return figure
  }
}

/** Which numerals a window is made of. */
export function numeralsOf({ first, last }: Window): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k)
}

/** How many words of a text tell how to read what is written, at most a few. */
function riddlesIn(tokens: Tokens): number {
  if (!hints(tokens, RIDDLE)) return 0
  return Math.min(
    count(tokens.list, ({ word }) => (word.hints & RIDDLE) !== 0),
    MAX_RIDDLES,
  )
}

/** How much ends between this token and the next: nothing, a clause, a sentence. A point cuts a short word short. */
function endAfter(tokens: Tokens, i: number): number {
  const { signs } = at(tokens, i + 1)
  if (signs === 0) return 0
  if ((signs & STOPS) !== 0 || ((signs & SIGNS.POINT) !== 0 && at(tokens, i).text.length > 4)) return 2
  return (signs & PAUSES) !== 0 ? 1 : 0
}

/** For each meaning how far away the nearest word is; the end of a clause or a sentence counts for several words. */
function nearest(tokens: Tokens, from: number, step: 1 | -1): number[] {
  const distances = SOUGHT.map(() => FAR)
  let far = 0
  for (let d = 1; d <= REACH; d++) {
    const i = from + d * step
    if (i < 0 || i >= tokens.count) break
    far += 1 + (PENALTIES[endAfter(tokens, step < 0 ? i : i - 1)] ?? 0)
    if (far >= FAR) break
    const own = at(tokens, i).word.hints
    if ((own & ANY_SOUGHT) === 0) continue
    for (let k = 0; k < SOUGHT_BITS.length; k++)
      if (distances[k] === FAR && (own & (SOUGHT_BITS[k] ?? 0)) !== 0) distances[k] = far
  }
  return distances
}

/** Signs by what they mostly do. */
const SIGN_KINDS = [' ', '-_–', '.', '/', ',', '\n', '()[']

function signKind(sign: string): number {
  return sign === '' ? 0 : SIGN_KINDS.findIndex((kind) => kind.includes(sign)) + 1 || 8
}

function signBeside(gap: Gap | undefined): number {
  return gap === undefined ? 0 : gap.words === 0 ? signKind(signOf(gap)) : 9
}
