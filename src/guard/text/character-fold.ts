// One code point is read as what it looks like: a digit of any script as 0-9, a letter as its plain lower case.

export const OTHER = 0
export const LETTER = 1
export const DIGIT = 2
export const SPACE = 3
export const LINE = 4
export const MARK = 5

/** Stands for a symbol or an emoji that has no plain reading. */
const SYMBOL_CODE = 0xfffc
const MOST_UNITS = 6

export type FoldedCharacter = { codes: number[]; classes: number[] }

const NOTHING: FoldedCharacter = { codes: [], classes: [] }

/** First code points of runs of digits that Unicode does not call decimal: [first, digit of first, length]. */
const DIGIT_RUNS: readonly (readonly [number, number, number])[] = [
  [0x2460, 1, 9],
  [0x2474, 1, 9],
  [0x2488, 1, 9],
  [0x24f5, 1, 9],
  [0x2776, 1, 9],
  [0x2780, 1, 9],
  [0x278a, 1, 9],
  [0x24ea, 0, 1],
  [0x24ff, 0, 1],
  [0x1f10b, 0, 1],
  [0x1f10c, 0, 1],
  [0x1f100, 0, 1],
  [0x1f101, 0, 10],
  [0x1369, 1, 9],
  [0x3021, 1, 9],
  [0x3007, 0, 1],
]

const HAN_DIGITS = '零一二三四五六七八九'

/** Letters of other alphabets that are drawn like Latin ones, and are used to hide an address. */
const LOOKALIKE_LETTERS = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    е: 'e',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    ο: 'o',
    α: 'a',
    ν: 'v',
    ι: 'i',
    ρ: 'p',
    τ: 't',
    ı: 'i',
    ɡ: 'g',
    ℓ: 'l',
    օ: 'o',
    ø: 'o',
    θ: 'o',
    '○': 'o',
    '◯': 'o',
    '⭕': 'o',
  }),
)

function digitOf(point: number): number {
  for (const [first, digit, length] of DIGIT_RUNS) {
    if (point >= first && point < first + length) return digit + point - first
  }
  const text = String.fromCodePoint(point)
  const han = HAN_DIGITS.indexOf(text)
  if (han >= 0) return han
  const plain = text.normalize('NFKC')
  if (plain.length === 1 && plain >= '0' && plain <= '9') return plain.charCodeAt(0) - 48
  if (!/^\p{Nd}$/u.test(text)) return -1
  // Decimal digits come in runs of ten that begin at zero; the distance to the start of the run is the value.
  let value = 0
  while (value < 10 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value++
  return value % 10
}

/** Squared and negative circled capitals, and the letters of flags, which no normal form unfolds. */
function enclosedLetter(point: number): string | undefined {
  for (const first of [0x1f150, 0x1f170, 0x1f1e6]) {
    if (point >= first && point < first + 26) return String.fromCharCode(97 + point - first)
  }
  return undefined
}

function isIndic(point: number): boolean {
  return point >= 0x0900 && point <= 0x0dff
}

/** Signs of other scripts of India that have no counterpart at the same place in Devanagari. */
const ELSEWHERE = new Map([
  [0x0a70, 0x0902],
  [0x09ce, 0x0924],
  [0x09f0, 0x0930],
  [0x0d7a, 0x0923],
  [0x0d7b, 0x0928],
  [0x0d7c, 0x0930],
  [0x0d7d, 0x0932],
  [0x0d7e, 0x0933],
])
/** Short vowels that Hindi does not tell from the long ones. */
const LENGTHENED = new Map([
  [0x090e, 0x090f],
  [0x0912, 0x0913],
  [0x0946, 0x0947],
  [0x094a, 0x094b],
])

/** Unicode lays out the scripts of India alike, so that a word of one reads as Hindi letter by letter; Tamil has words of its own here. */
function asDevanagari(point: number): number {
  const known = ELSEWHERE.get(point)
  if (known !== undefined) return known
  const code = 0x0900 + (point & 0x7f)
  return LENGTHENED.get(code) ?? code
}

function isOtherIndic(point: number): boolean {
  return point >= 0x0980 && point <= 0x0d7f && (point < 0x0b80 || point >= 0x0c00)
}

function classOf(point: number, text: string): number | undefined {
  if (point >= 48 && point <= 57) return DIGIT
  if (point === 10 || point === 13 || point === 0x2028 || point === 0x2029) return LINE
  if (point === 0xfeff) return undefined
  if (point === 0x2800 || point === 0x3164 || point === 0x115f || point === 0x1160 || /^\s$/u.test(text)) return SPACE
  if (/^\p{M}$/u.test(text)) return isIndic(point) && point !== 0x093c ? LETTER : undefined
  if (/^[\p{Cf}\p{Cc}\p{Cs}\p{Co}]$/u.test(text)) return undefined
  if (/^\p{L}$/u.test(text)) return LETTER
  return OTHER
}

export function foldCharacter(point: number): FoldedCharacter {
  const digit = digitOf(point)
  if (digit >= 0) return { codes: [48 + digit], classes: [DIGIT] }
  const text = String.fromCodePoint(point)
  if (classOf(point, text) === undefined) return NOTHING
  if (isOtherIndic(point) && classOf(point, text) === LETTER) return { codes: [asDevanagari(point)], classes: [LETTER] }
  const letter = enclosedLetter(point)
  const plain = letter ?? text.normalize('NFKD').toLowerCase().normalize('NFKD')
  const codes: number[] = []
  const classes: number[] = []
  for (const part of plain) {
    const seen = LOOKALIKE_LETTERS.get(part) ?? (part === '\u0901' ? '\u0902' : part)
    const code = seen.codePointAt(0) ?? 0
    const kind = classOf(code, seen)
    if (kind === undefined) continue
    codes.push(code > 0xffff ? SYMBOL_CODE : code)
    classes.push(code > 0xffff && kind === LETTER ? OTHER : kind)
  }
  // A whole phrase in one sign is a symbol.
  return codes.length > MOST_UNITS ? { codes: [SYMBOL_CODE], classes: [OTHER] } : { codes, classes }
}
