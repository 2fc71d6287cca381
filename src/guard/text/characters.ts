// One code point is read as what it looks like: a digit of any script as 0-9, a letter as its plain lower case, letters
// of India that are mixed up in writing as one.

/** Stands for a symbol or an emoji that has no plain reading. */
const SYMBOL = '\ufffc'
/** One character reads as so many at most. */
export const MAX_UNITS = 6

/** Runs of digits that Unicode does not call decimal: the first code point, its digit, how many. */
const DIGIT_RUNS =
  '2460 1 9,2474 1 9,2488 1 9,24f5 1 9,2776 1 9,2780 1 9,278a 1 9,24ea 0 1,24ff 0 1,1f10b 0 1,1f10c 0 1,1f100 0 1,1f101 0 10,1369 1 9,3021 1 9,2680 1 6,3007 0 1'
    .split(',')
    .map((run) => run.split(' ').map((figure, k) => Number.parseInt(figure, k === 0 ? 16 : 10)))
const HAN_DIGITS = '零一二三四五六七八九'

/** Each sign is read as the one after it: letters drawn like Latin ones, letters of India that sound alike. */
const ALIKE = new Map(
  (
    'ɪi ᴏo ʟl ǀl ӏl ꞁl ƽ5 з3 ӡ3 ʒ3 ɜ3 ɛ3 ч4 б6 ƨ2 аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs οo αa νv ιi ρp τt ıi ɡg ℓl օo øo θo ○o ◯o ⭕o ' +
    'ᗩa ᗷb ᑕc ᗪd ᕮe ᖴf ᘜg ᕼh ᒍj ᒪl ᗰm ᑎn ᑭp ᖇr ᔕs ᑌu ᐯv ᗯw Տs տs ー- ㅡ- ـ- ᐨ- ᅳ- ' +
    'ऎए ऒओ ॆे ॊो ईइ ीि ऊउ ूु ऐए ैे औओ ौो ऑओ ॉो ऍए ॅे ॲअ शस षस णन ळल ँं ৎत ৰर ੰं ൺन ൻन ർर ൽल ൾल ' +
    'ஈஇ ீி ஊஉ ூு ஏஎ ேெ ஓஒ ளல ழல ணன நன றர ஞன ஸச ஷச ஜச'
  )
    .split(' ')
    .map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
)
const read = (code: number): number => ALIKE.get(code) ?? code

/** First code points of alphabets in squares and circles, and of the letters of flags, which no normal form unfolds. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6]
const NUKTA = 0x3c
const ADDAK = 0x0a71
/** The letters that have a dot below in one character from 0x58 on, without it. */
const UNDOTTED = 'कखगजडढफय'

function digitOf(point: number, text: string): number {
  for (const [first = 0, digit = 0, length = 0] of DIGIT_RUNS)
    if (point >= first && point < first + length) return digit + point - first
  const han = HAN_DIGITS.indexOf(text)
  if (han >= 0) return han
  const plain = text.normalize('NFKC')
  if (/^[0-9]$/.test(plain)) return Number(plain)
  if (!/^\p{Nd}$/u.test(text)) return -1
  // Decimal digits come in runs of ten that begin at zero; the distance to the start of the run is the value.
  let value = 0
  while (value < 10 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value++
  return value % 10
}

/** Unicode lays out the scripts of India alike, so that a word of one reads as Hindi letter by letter; Tamil has words of its own here. */
function asDevanagari(point: number): number {
  const place = point & 0x7f
  if (ALIKE.has(point)) return read(point)
  return place >= 0x58 && place <= 0x5f ? UNDOTTED.charCodeAt(place - 0x58) : read(0x0900 + place)
}

function isIndic(point: number): boolean {
  return point >= 0x0900 && point <= 0x0dff
}

function isOtherIndic(point: number): boolean {
  return point >= 0x0980 && point <= 0x0d7f && (point < 0x0b80 || point >= 0x0c00)
}

/** What is not seen leaves nothing: other marks, nuktas, joiners, control characters. */
function isSeen(point: number, text: string): boolean {
  if (/^[\s\u2800\u3164\u115f\u1160]$/u.test(text)) return point !== 0xfeff
  if (/^\p{M}$/u.test(text)) return isIndic(point) && (point & 0x7f) !== NUKTA && point !== ADDAK
  return !/^\p{C}$/u.test(text) || /^\p{Cn}$/u.test(text)
}

/** What a character reads as; the empty string for one that is not seen. Blanks become ' ', ends of lines '\\n'. */
export function foldCharacter(point: number): string {
  const text = String.fromCodePoint(point)
  const digit = digitOf(point, text)
  if (digit >= 0) return String(digit)
  if (/^[\n\r\u2028\u2029]$/u.test(text)) return '\n'
  if (!isSeen(point, text)) return ''
  if (isOtherIndic(point) && /^[\p{L}\p{M}]$/u.test(text)) return String.fromCharCode(asDevanagari(point))
  const first = ENCLOSED.find((start) => point >= start && point < start + 26)
  if (first !== undefined) return String.fromCharCode(97 + point - first)
  let folded = ''
  for (const part of text.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    const code = read(part.codePointAt(0) ?? 0)
    const sign = String.fromCodePoint(code)
    if (/^[\s\u2800\u3164\u115f\u1160]$/u.test(sign)) folded += ' '
    else if (isSeen(code, sign)) folded += code > 0xffff ? SYMBOL : sign
  }
  // A whole phrase in one sign is a symbol.
  return folded.length > MAX_UNITS ? SYMBOL : folded
}
