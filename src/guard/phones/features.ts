import { textOf } from '../addresses/domains.ts'
import { resemblesCall } from '../labels/call-spelling.ts'
import { isCaller } from '../labels/callers.ts'
import { isMobileSign } from '../labels/label-shape.ts'
import { isDenied, isOfferedAfter } from '../labels/offers.ts'
import { isCapitalised, isUpperCase } from '../text/capitals.ts'
import { DIGIT, LETTER, LINE, SPACE } from '../text/character-fold.ts'
import { means, NUMBER, type Tokens, WORD } from '../text/tokens.ts'
import { traitsOf } from '../words/lexicon.ts'
import { DIGIT_NOUN, ENDING, ORDER, PERSON, RANGE } from '../words/traits.ts'
import {
  CALL,
  COPULA,
  CURRENCY,
  JOIN,
  LABEL,
  MONEY_WORD,
  NUMBER_NAME,
  NUMBER_NOUN,
  ON,
  PAYMENT,
  PLACE_CODE,
  SEPARATOR_WORD,
  SOCIAL,
  SOFT_LABEL,
  STATE,
  THEN,
  THIS,
  UNIT,
  WEAK_LABEL,
} from '../words/vocabulary.ts'
import { isMoneySign, moneyAfter, moneyBefore } from './money.ts'
import { digitAt, type Scene, sizeOf, type Window } from './windows.ts'

// A window described in plain figures, group by group. The trees know a figure by its place.

/** A distance to what is not there. */
const FAR = 40
const REACH = 12
const PENALTY_COMMA = 3
const PENALTY_STOP = 7

/** Meanings whose nearest word before and after a window is looked for. */
const SOUGHT = [
  CALL,
  NUMBER_NOUN,
  NUMBER_NAME,
  LABEL,
  SOFT_LABEL,
  WEAK_LABEL,
  UNIT,
  CURRENCY,
  MONEY_WORD,
  THIS,
  ON,
  PAYMENT,
  SOCIAL,
  PLACE_CODE,
  STATE,
  JOIN,
  COPULA,
] as const
const SOUGHT_NAMES =
  'call noun name label soft weak unit currency money this on payment social place state join copula'.split(' ')
const ALL_SOUGHT = SOUGHT.reduce((all, bit) => all | bit, 0)

const SHAPE =
  'kind digits groups plus first second sizeFirst sizeSecond sizeLast sizeMin sizeMax equalSizes fives spoken drawn ones pairs years round hundreds allRound distinct zeros series valueFirst leadingZeros amountGroups date decimals plate money'.split(
    ' ',
  )
const GAPS =
  'words unknown width maxWords maxWidth glued blank dash point slash comma star oneSign sameSign signs lines stops commas brackets money lettered longest repeated unit currency call number then join separator order this label plainGaps wordGaps firstWords lastWords x colon plus strange'.split(
    ' ',
  )
const BEFORE =
  'callish mobileSign numeral numeralSize numeralSign sign glued gluedUpper gluedDigits upper capital unknown caller person clause ordinal hash rupee text line hyphen point bracket colon at letters denied times'.split(
    ' ',
  )
const AFTER =
  'callish numeral numeralSize numeralSign sign glued gluedLength unitGlued slashDash clause text line capital offered person denied percent hyphen times endsMore'.split(
    ' ',
  )
const TEXT = 'alone removed'.split(' ')
const LABELS = 'law'.split(' ')

export const FEATURES: readonly string[] = [
  ...SHAPE.map((name) => `shape.${name}`),
  ...GAPS.map((name) => `gaps.${name}`),
  ...BEFORE.map((name) => `before.${name}`),
  ...SOUGHT_NAMES.map((name) => `before.words.${name}`),
  ...AFTER.map((name) => `after.${name}`),
  ...SOUGHT_NAMES.map((name) => `after.words.${name}`),
  ...TEXT.map((name) => `text.${name}`),
  ...LABELS.map((name) => `label.${name}`),
]

let out: Float64Array = new Float64Array(0)
let at = 0

function put(value: number | boolean): void {
  out[at++] = typeof value === 'number' ? value : value ? 1 : 0
}

export function describe(scene: Scene, window: Window, law: number, row: Float64Array): void {
  out = row
  at = 0
  putShape(scene, window)
  putGaps(scene, window)
  const first = scene.numerals.firstTokens[window.first] ?? 0
  const last = scene.numerals.lastTokens[window.last] ?? 0
  putBefore(scene, window, first)
  putSought(scene.tokens, first, -1)
  putAfter(scene, window, last)
  putSought(scene.tokens, last, 1)
  const { tokens } = scene
  put(tokens.folded.length - ((tokens.ends[last] ?? 0) - (tokens.starts[first] ?? 0)) < 4)
  put(tokens.markCount > 0)
  put(Math.min(law, 2))
}

export function amountOf(scene: Scene, n: number): number {
  let value = 0
  for (let k = 0; k < Math.min(sizeOf(scene, n), 15); k++) value = value * 10 + digitAt(scene, n, k)
  return value
}

function putShape(scene: Scene, { first, last, kind, digits, plus }: Window): void {
  const { numerals, tokens } = scene
  let [spoken, drawn, ones, pairs, years, round, hundreds, equal, series, leading, amounts, decimals] = [
    0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0,
  ]
  let plates = 0
  let money = 0
  let least = 99
  let most = 0
  let seen = 0
  let zeros = 0
  const size = sizeOf(scene, first)
  const step = last > first ? amountOf(scene, first + 1) - amountOf(scene, first) : 0
  for (let n = first; n <= last; n++) {
    const length = sizeOf(scene, n)
    const value = amountOf(scene, n)
    if (numerals.spoken[n] === 1) spoken++
    else if (isDrawn(tokens, numerals.firstTokens[n] ?? 0, numerals.lastTokens[n] ?? 0)) drawn++
    if (length === 1) ones++
    if (length === 2) pairs++
    if (length === 4 && value >= 1950 && value <= 2035) years++
    if (length >= 3 && value % 50 === 0) round++
    if (length >= 4 && value % 100 === 0) hundreds++
    if (length !== size) equal = 0
    if (n > first && (value - amountOf(scene, n - 1) !== step || step < 1 || step > 10)) series = 0
    if (length > 1 && digitAt(scene, n, 0) === 0) leading++
    if (n > first && scene.gaps[n - 1]?.sign === 44 && (length === 2 || length === 3)) amounts++
    if (n > first && scene.gaps[n - 1]?.sign === 46 && length <= 2) decimals++
    if (isPlate(scene, n) || (n === first && n > 0 && isPlate(scene, n - 1))) plates++
    if (moneyBefore(tokens, numerals.firstTokens[n] ?? 0) || moneyAfter(tokens, numerals.lastTokens[n] ?? 0)) money++
    least = Math.min(least, length)
    most = Math.max(most, length)
    for (let k = 0; k < length; k++) {
      const digit = digitAt(scene, n, k)
      seen |= 1 << digit
      zeros = digit === 0 ? zeros + 1 : 0
    }
  }
  const groups = last - first + 1
  put(kind)
  put(digits)
  put(groups)
  put(plus)
  put(digitAt(scene, first, 0))
  put(digitAt(scene, first, 1))
  put(size)
  put(groups > 1 ? sizeOf(scene, first + 1) : 0)
  put(sizeOf(scene, last))
  put(least)
  put(most)
  put(equal)
  put(groups === 2 && size === 5 && digits === 10)
  put(spoken)
  put(drawn)
  put(ones)
  put(pairs)
  put(years)
  put(round)
  put(hundreds)
  put(round === groups)
  put(bitCount(seen))
  put(zeros)
  put(groups > 1 ? series : 0)
  put(groups > 1 ? Math.min(amountOf(scene, first), 1e6) : 0)
  put(leading)
  put(amounts === groups - 1 && groups > 1 && sizeOf(scene, last) === 3)
  put(isDate(scene, first) || (groups > 2 && isDate(scene, last - 2)))
  put(decimals)
  put(plates)
  put(money)
}

/** `MH 12 AB 1234`: a registration plate begins with this numeral. */
function isPlate({ tokens, numerals, gaps }: Scene, n: number): boolean {
  const gap = gaps[n]
  if (gap === undefined || gap.sole < 0 || gap.longest > 3 || gap.comma || gap.line) return false
  if ((numerals.digitLengths[n] ?? 0) > 2 || (numerals.digitLengths[n + 1] ?? 0) > 4) return false
  return means(tokens, (numerals.firstTokens[n] ?? 0) - 1, STATE)
}

function isDate(scene: Scene, n: number): boolean {
  const sign = scene.gaps[n]?.sign
  if ((sign !== 45 && sign !== 47 && sign !== 46) || scene.gaps[n + 1]?.sign !== sign) return false
  const [x, y, z] = [sizeOf(scene, n), sizeOf(scene, n + 1), sizeOf(scene, n + 2)]
  const [a, b] = [amountOf(scene, n), amountOf(scene, n + 1)]
  if (x <= 2 && y <= 2 && (z === 4 || z === 2)) return a <= 31 && b <= 31 && (a <= 12 || b <= 12)
  return x === 4 && y <= 2 && z <= 2 && b <= 12 && a > 1900 && a < 2100
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

function isDrawn({ kinds }: Tokens, first: number, last: number): boolean {
  for (let t = first; t <= last; t++) if (kinds[t] === WORD) return true
  return false
}

function putGaps(scene: Scene, { first, last }: Window): void {
  const { tokens } = scene
  let [words, unknown, width, maxWords, maxWidth, glued, blank, dash, point, slash, comma, star, ones] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]
  let [signs, lines, stops, commas, brackets, money, lettered, longest, repeated, meanings, traits] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]
  let [plain, worded, times, colon, plus, strange] = [0, 0, 0, 0, 0, 0]
  let same = 1
  const sign = scene.gaps[first]?.sign ?? 0
  let before = -1
  for (let n = first; n < last; n++) {
    const gap = scene.gaps[n]
    if (gap === undefined) continue
    words += gap.words
    unknown += gap.unknown
    width += gap.width
    maxWords = Math.max(maxWords, gap.words)
    maxWidth = Math.max(maxWidth, gap.width)
    signs += gap.signs
    if (gap.words === 0) plain++
    else if (gap.blanks > 0) worded++
    else lettered++
    if (gap.width === 0) glued++
    if (gap.sign !== 0) ones++
    if (gap.sign === 32) blank++
    else if (gap.sign === 45 || gap.sign === 0x2013 || gap.sign === 95) dash++
    else if (gap.sign === 46) point++
    else if (gap.sign === 47) slash++
    else if (gap.sign === 44) comma++
    else if (gap.sign === 42) star++
    else if (gap.sign === 58) colon++
    else if (gap.sign === 43) plus++
    else if (gap.sign !== 0 && gap.words === 0) strange++
    if (gap.sign !== sign) same = 0
    if (gap.line) lines++
    if (gap.stop) stops++
    if (gap.comma && gap.sign === 0) commas++
    if (gap.bracket) brackets++
    if (gap.money) money++
    longest = Math.max(longest, gap.longest)
    meanings |= gap.meanings
    traits |= gap.traits
    if (gap.sole >= 0) {
      const word = textOf(tokens, gap.sole)
      if (word === 'x' || word === 'by') times++
      if (before >= 0 && textOf(tokens, before) === word) repeated++
      before = gap.sole
    }
  }
  put(words)
  put(unknown)
  put(width)
  put(maxWords)
  put(maxWidth)
  put(glued)
  put(blank)
  put(dash)
  put(point)
  put(slash)
  put(comma)
  put(star)
  put(ones)
  put(same)
  put(signs)
  put(lines)
  put(stops)
  put(commas)
  put(brackets)
  put(money)
  put(lettered)
  put(longest)
  put(repeated)
  put((meanings & UNIT) !== 0)
  put((meanings & CURRENCY) !== 0)
  put((meanings & CALL) !== 0)
  put((meanings & (NUMBER_NOUN | NUMBER_NAME)) !== 0)
  put((meanings & THEN) !== 0)
  put((meanings & JOIN) !== 0)
  put((meanings & SEPARATOR_WORD) !== 0)
  put((traits & (ORDER | DIGIT_NOUN | ENDING)) !== 0)
  put((meanings & THIS) !== 0)
  put((meanings & (LABEL | SOFT_LABEL | WEAK_LABEL)) !== 0)
  put(plain)
  put(worded)
  put(scene.gaps[first]?.words ?? 0)
  put(last > first ? (scene.gaps[last - 1]?.words ?? 0) : 0)
  put(times)
  put(colon)
  put(plus)
  put(strange)
}

const CLAUSE_SIGNS = new Uint8Array(0x2100)
for (const sign of ',;:()-–—|•*') CLAUSE_SIGNS[sign.charCodeAt(0)] = 1
for (const sign of '.।!?') CLAUSE_SIGNS[sign.charCodeAt(0)] = 2

/** How much ends between this token and the next: nothing, a clause, a sentence. */
function endAfter({ starts, ends, folded: { codes, classes, length } }: Tokens, token: number): number {
  let end = 0
  const stop = Math.min(starts[token + 1] ?? length, length)
  const from = ends[token] ?? 0
  for (let i = from; i < stop; i++) {
    const code = codes[i] ?? 0
    if (classes[i] === LINE) return 2
    const sign = code < 0x2100 ? (CLAUSE_SIGNS[code] ?? 0) : 0
    // A point cuts a short word short.
    const cut = sign === 2 && code === 46 && from - (starts[token] ?? 0) <= 4
    end = Math.max(end, cut ? 0 : sign)
  }
  return end
}

/** For each meaning how far away the nearest word is; the end of a clause or a sentence counts for several words. */
function putSought(tokens: Tokens, from: number, step: number): void {
  const begin = at
  for (let k = 0; k < SOUGHT.length; k++) put(FAR)
  let far = 0
  for (let d = 1; d <= REACH; d++) {
    const t = from + d * step
    if (t < 0 || t >= tokens.count) return
    const end = endAfter(tokens, step < 0 ? t : t - 1)
    far += 1 + (end === 1 ? PENALTY_COMMA : end === 2 ? PENALTY_STOP : 0)
    if (far >= FAR) return
    const bits = tokens.meanings[t] ?? 0
    if ((bits & ALL_SOUGHT) === 0) continue
    for (let k = 0; k < SOUGHT.length; k++)
      if ((bits & (SOUGHT[k] ?? 0)) !== 0 && out[begin + k] === FAR) out[begin + k] = far
  }
}

function putBefore(scene: Scene, { first }: Window, token: number): void {
  const { tokens } = scene
  const { codes, classes } = tokens.folded
  const start = tokens.starts[token] ?? 0
  const previous = token - 1
  const glued = previous >= 0 && tokens.ends[previous] === start
  const word = previous >= 0 && tokens.kinds[previous] === WORD
  const unknown = word && tokens.entries[previous] === 0
  put(callishBefore(tokens, token))
  put(isMobileSign(tokens, previous))
  const gap = first > 0 ? scene.gaps[first - 1] : undefined
  put(gap === undefined ? FAR : gap.words)
  put(gap === undefined ? 0 : sizeOf(scene, first - 1))
  put(gap === undefined ? 0 : gap.words === 0 ? signKind(gap.sign) : 9)
  put(start === 0 ? 0 : signKind(codes[start - 1] ?? 0))
  put(glued)
  put(glued && word && isUpperCase(tokens, previous))
  put(
    glued &&
      previous > 0 &&
      tokens.ends[previous - 1] === tokens.starts[previous] &&
      tokens.kinds[previous - 1] === NUMBER,
  )
  put(word && isUpperCase(tokens, previous))
  put(word && isCapitalised(tokens, previous))
  put(unknown)
  put(unknown && isCaller(textOf(tokens, previous)))
  put(word && (traitsOf(tokens.entries[previous] ?? 0) & PERSON) !== 0)
  put(previous < 0 ? 3 : endAfter(tokens, previous))
  put(word && (traitsOf(tokens.entries[previous] ?? 0) & (ORDER | DIGIT_NOUN | RANGE)) !== 0)
  put(codes[start - 1] === 35 || codes[start - 2] === 35)
  put(isMoneySign(codes[start - 1] ?? 0) || (classes[start - 1] === SPACE && isMoneySign(codes[start - 2] ?? 0)))
  put(token === 0)
  put(start > 0 && (classes[start - 1] === LINE || classes[start - 2] === LINE))
  put(codes[start - 1] === 45)
  put(codes[start - 1] === 46)
  put(codes[start - 1] === 40)
  put(codes[start - 1] === 58 || (codes[start - 1] === 32 && (codes[start - 2] === 58 || codes[start - 3] === 58)))
  put(codes[start - 1] === 64 || (codes[start - 1] === 32 && codes[start - 2] === 64))
  put(word ? Math.min((tokens.ends[previous] ?? 0) - (tokens.starts[previous] ?? 0), 12) : 0)
  put(deniedBefore(tokens, token))
  put(word && textOf(tokens, previous) === 'x')
}

/** Signs by what they mostly do. */
function signKind(code: number): number {
  if (code === 32) return 1
  if (code === 45 || code === 95 || code === 0x2013) return 2
  if (code === 46) return 3
  if (code === 47) return 4
  if (code === 44) return 5
  if (code === 10) return 6
  if (code === 40 || code === 41 || code === 91) return 7
  return code === 0 ? 0 : 8
}

/** How far before the window a word stands that is drawn like one for calling. */
function callishBefore(tokens: Tokens, token: number): number {
  for (let d = 1; d <= 4 && token - d >= 0; d++) if (isCallish(tokens, token - d)) return d
  return FAR
}

function isCallish(tokens: Tokens, token: number): boolean {
  if (tokens.kinds[token] !== WORD || tokens.entries[token] !== 0) return false
  const word = textOf(tokens, token)
  return word.length > 2 && resemblesCall(word)
}

function deniedBefore(tokens: Tokens, token: number): boolean {
  for (let t = token - 1; t >= 0 && t >= token - 5; t--) if (means(tokens, t, CALL)) return isDenied(tokens, t)
  return false
}

function putAfter(scene: Scene, { last }: Window, token: number): void {
  const { tokens } = scene
  const { codes, classes, length } = tokens.folded
  const end = tokens.ends[token] ?? 0
  const next = token + 1
  const present = next < tokens.count
  const glued = present && tokens.starts[next] === end
  const word = present && tokens.kinds[next] === WORD
  put(isCallish(tokens, next) ? 1 : isCallish(tokens, next + 1) ? 2 : FAR)
  const gap = scene.gaps[last]
  put(gap === undefined ? FAR : gap.words)
  put(gap === undefined ? 0 : sizeOf(scene, last + 1))
  put(gap === undefined ? 0 : gap.words === 0 ? signKind(gap.sign) : 9)
  put(end >= length ? 0 : signKind(codes[end] ?? 0))
  put(glued && classes[end] === LETTER ? 1 : glued && classes[end] === DIGIT ? 2 : 0)
  put(glued ? Math.min((tokens.ends[next] ?? 0) - end, 12) : 0)
  put(glued && means(tokens, next, UNIT | CURRENCY))
  put(codes[end] === 47 && (codes[end + 1] === 45 || codes[end + 1] === 61))
  put(present ? endAfter(tokens, token) : 3)
  put(!present)
  put(classes[end] === LINE || classes[end + 1] === LINE)
  put(word && isCapitalised(tokens, next))
  put(isOfferedAfter(tokens, token))
  put(word && (traitsOf(tokens.entries[next] ?? 0) & PERSON) !== 0)
  put(means(tokens, next, CALL) && isDenied(tokens, next))
  put(codes[end] === 37 || codes[end + 1] === 37)
  put(codes[end] === 45)
  put(word && textOf(tokens, next) === 'x')
  put(gap !== undefined && gap.words === 0 && gap.sign === 0 && gap.width === 0)
}
