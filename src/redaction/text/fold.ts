import { REMOVED } from '../../lib/text/visible.ts'

/** Stands in a folded text for a contact that was removed. */
export const MARK = '\ue000'

/** A text as it reads, and where in the source each character began; without `starts`, at the same index. */
export type NormalizedText = { source: string; text: string; starts: number[] | undefined }

/** End excluded. */
export type Span = { start: number; end: number }

/** ASCII without the signs that begin an escape, a tag or a mark. */
const PLAIN = /^[\n\x20-\x24\x27-\x3b\x3d-\x5a\x5d-\x7e]*$/
const BRACKET = 0x5b
const OPENERS = Array.from('&%<', (sign) => sign.charCodeAt(0))
const folds = new Map<number, string>()

export function normalize(source: string): NormalizedText {
  if (PLAIN.test(source)) return { source, text: source.toLowerCase(), starts: undefined }
  let text = ''
  const starts: number[] = []
  for (let i = 0; i < source.length; ) {
    let point = source.codePointAt(i) ?? 0
    let length = point > 0xffff ? 2 : 1
    let folded = ''
    if (point === BRACKET && source.startsWith(REMOVED, i)) {
      folded = MARK
      length = REMOVED.length
    } else {
      const escaped = OPENERS.includes(point) ? readEscape(source, i) : undefined
      if (escaped !== undefined) ({ point, length } = escaped)
      folded = folds.getOrInsertComputed(point, normalizeCharacter)
    }
    text += folded
    // An invisible character adds nothing and so belongs to the one before it: no half of a keycap is left behind.
    for (let k = 0; k < folded.length; k++) starts.push(i)
    i += length
  }
  return { source, text, starts }
}

export function sourceStart({ starts, source }: NormalizedText, index: number): number {
  return starts === undefined ? index : (starts[index] ?? source.length)
}

export function sourceEnd({ source, starts }: NormalizedText, index: number): number {
  if (starts === undefined) return index + 1
  let next = index + 1
  while (next < starts.length && starts[next] === starts[index]) next++
  return starts[next] ?? source.length
}

export function toSourceSpan(folded: NormalizedText, { start, end }: Span): Span {
  return { start: sourceStart(folded, start), end: sourceEnd(folded, end - 1) }
}

/** The text with each of these spans, which are in order, replaced by its sign, and where each character was. */
export function replaceSpans(
  text: string,
  edits: readonly (Span & { sign: string })[],
): { text: string; places: number[] } {
  let [replaced, from] = ['', 0]
  const places: number[] = []
  for (const { start, end, sign } of [...edits, { start: text.length, end: text.length, sign: '' }]) {
    replaced += text.slice(from, start) + sign
    for (; from < start; from++) places.push(from)
    if (sign !== '') places.push(start)
    from = end
  }
  return { text: replaced, places }
}

/** A folded text with a mark in place of each of these spans, which are in order. */
export function withRemovalMarks(folded: NormalizedText, spans: readonly Span[]): NormalizedText {
  const { text, places } = replaceSpans(
    folded.text,
    spans.map(({ start, end }) => ({ start, end, sign: MARK })),
  )
  return { source: folded.source, text, starts: places.map((place) => sourceStart(folded, place)) }
}

export function normalizeWord(word: string): string {
  return normalize(word).text
}

/** A character written as an escape or a tag, `length` characters long. */
type Escape = { point: number; length: number }

const NAMED = new Map(
  'nbsp=32 ensp=32 emsp=32 thinsp=32 tab=9 newline=10 zwnj=8204 zwj=8205 shy=173 amp=38 lt=60 gt=62 quot=34 apos=39 plus=43 commat=64 period=46 dot=46 colon=58 sol=47 lpar=40 rpar=41 lsqb=91 rsqb=93 hyphen=45 dash=45 ndash=45 mdash=45 minus=45 bull=46 middot=46 lowbar=95 comma=44 num=35'
    .split(' ')
    .map((pair) => [pair.split('=')[0], Number(pair.split('=')[1])]),
)
const REPLACEMENT = 0xfffd
const TAGS = 'br|b|i|u|p|div|span|strong|em|li|ul|ol|td|tr|wbr|small|sup|sub|font|h[1-6]|hr|s|tt|code|mark'

/** `&#57;`, `&nbsp;`, also with the ampersand itself escaped; `%39`, `%2539`, `%E0%A5%AF`; `<br>`. */
const ESCAPE = new RegExp(
  [
    '&(?:amp;){0,3}(?:#(?:x(?<hex>[0-9a-f]{1,7})|(?<decimal>[0-9]{1,7}));?|(?<name>[a-z]{2,8});)',
    '%(?:25){0,3}(?<lead>[0-9a-f]{2})(?<more>(?:%[89ab][0-9a-f]){0,3})',
    `(?<tag></?(?:${TAGS}) {0,2}/?>)`,
  ].join('|'),
  'iy',
)

function readEscape(text: string, index: number): Escape | undefined {
  ESCAPE.lastIndex = index
  const match = ESCAPE.exec(text)
  const { hex, decimal, name, lead, more = '', tag } = match?.groups ?? {}
  if (match === null) return undefined
  const length = match[0].length
  if (lead !== undefined) {
    // At most one character is read; the bytes after it are another matter.
    const point = Buffer.from(lead + more.replaceAll('%', ''), 'hex')
      .toString()
      .codePointAt(0)
    if (!isUsable(point) || point === REPLACEMENT) return undefined
    return { point, length: length - more.length + 3 * (Buffer.byteLength(String.fromCodePoint(point)) - 1) }
  }
  let point: number | undefined
  if (tag !== undefined) point = 32
  else if (name !== undefined) point = NAMED.get(name.toLowerCase())
  else point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return isUsable(point) ? { point, length } : undefined
}

function isUsable(point: number | undefined): point is number {
  return point !== undefined && point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
}

/** Stands for a symbol or an emoji. */
const SYMBOL = '\ufffc'
const MAX_UNITS = 6

/** Runs of digits that Unicode does not call decimal: the first code point, its digit, how many. */
const DIGIT_RUNS =
  '2460 1 9,2474 1 9,2488 1 9,24f5 1 9,2776 1 9,2780 1 9,278a 1 9,24ea 0 1,24ff 0 1,1f10b 0 1,1f10c 0 1,1f100 0 1,1f101 0 10,1369 1 9,3021 1 9,2680 1 6,3007 0 1'
    .split(',')
    .map((run) => run.split(' ').map((figure, k) => Number.parseInt(figure, k === 0 ? 16 : 10)))
const HAN_DIGITS = '零一二三四五六七八九'

/** Each sign is read as the one after it: letters drawn alike, and letters of India that sound alike. */
const ALIKE = new Map(
  (
    'əa ðd ɪi ᴏo ʟl ǀl ӏl ꞁl ƽ5 з3 ӡ3 ʒ3 ɜ3 ɛ3 ч4 б6 ƨ2 аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs οo αa νv ιi ρp τt ıi ɡg ℓl օo øo θo ○o ◯o ⭕o ' +
    'ᗩa ᗷb ᑕc ᗪd ᕮe ᖴf ᘜg ᕼh ᒍj ᒪl ᗰm ᑎn ᑭp ᖇr ᔕs ᑌu ᐯv ᗯw Տs տs ー- ㅡ- ـ- ᐨ- ᅳ- ⋅. ∕/ ॰. ' +
    'ऎए ऒओ ॆे ॊो ईइ ीि ऊउ ूु ऐए ैे औओ ौो ऑओ ॉो ऍए ॅे ॲअ शस षस णन ळल ँं ৎत ৰर ੰं ൺन ൻन ർर ൽल ൾल ' +
    'ஈஇ ீி ஊஉ ூு ஏஎ ேெ ஓஒ ளல ழல ணன நன றர ஞன ஸச ஷச ஜச'
  )
    .split(' ')
    .map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
)
const read = (code: number): number => ALIKE.get(code) ?? code

/** First code points of alphabets in squares, in circles and of flags, which no normal form unfolds. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6]
const NUKTA = 0x3c
const ADDAK = 0x0a71
/** The letters from 0x58 on without their dot below. */
const UNDOTTED = 'कखगजडढफय'

function digitOf(point: number, text: string): number {
  for (const [first = 0, digit = 0, length = 0] of DIGIT_RUNS)
    if (point >= first && point < first + length) return digit + point - first
  const han = HAN_DIGITS.indexOf(text)
  if (han >= 0) return han
  const plain = text.normalize('NFKC')
  if (/^[0-9]$/.test(plain)) return Number(plain)
  if (!/^\p{Nd}$/u.test(text)) return -1
  // Decimal digits come in runs of ten that begin at zero.
  let value = 0
  while (value < 10 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value++
  return value % 10
}

/** Unicode lays out the scripts of India alike, so most read as Devanagari; Tamil has separate words in the lexicon. */
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

function isSeen(point: number, text: string): boolean {
  if (/^[\s\u2800\u3164\u115f\u1160]$/u.test(text)) return point !== 0xfeff
  if (/^\p{M}$/u.test(text)) return isIndic(point) && (point & 0x7f) !== NUKTA && point !== ADDAK
  return !/^\p{C}$/u.test(text) || /^\p{Cn}$/u.test(text)
}

/** A digit of any script as 0-9, a letter as its plain lower case, an invisible character as the empty string. */
function normalizeCharacter(point: number): string {
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
  return folded.length > MAX_UNITS ? SYMBOL : folded
}
