/** A character written as an HTML entity, a percent escape or a `\u` escape: its code point and where it ends. */
export type Escape = { point: number; end: number }

const NAMED: Readonly<Record<string, number>> = {
  nbsp: 32,
  ensp: 32,
  emsp: 32,
  thinsp: 32,
  tab: 9,
  newline: 10,
  zwnj: 0x200c,
  zwj: 0x200d,
  shy: 0xad,
  amp: 38,
  lt: 60,
  gt: 62,
  quot: 34,
  apos: 39,
  plus: 43,
  commat: 64,
  period: 46,
  dot: 46,
  colon: 58,
  sol: 47,
  lpar: 40,
  rpar: 41,
  lsqb: 91,
  rsqb: 93,
  hyphen: 45,
  dash: 45,
  ndash: 45,
  mdash: 45,
  minus: 45,
  bull: 46,
  middot: 46,
  lowbar: 95,
  comma: 44,
  num: 35,
}

function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const lower = code | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

function isUsable(point: number): boolean {
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
}

/** `&#57;`, `&#x39`, `&nbsp;`, also with the ampersand itself escaped (`&amp;#57;`). */
export function readEntity(text: string, at: number): Escape | undefined {
  let i = at + 1
  for (let depth = 0; depth < 3 && text.startsWith('amp;', i); depth++) {
    if (text.charCodeAt(i + 4) !== 35 && !/[a-z]/i.test(text.charAt(i + 4))) break
    i += 4
  }
  if (text.charCodeAt(i) !== 35) return readNamedEntity(text, i)
  i++
  const hex = (text.charCodeAt(i) | 32) === 120
  if (hex) i++
  let point = 0
  const first = i
  for (; i < first + 10; i++) {
    const value = hexValue(text.charCodeAt(i))
    if (value < 0 || (!hex && value > 9)) break
    point = point * (hex ? 16 : 10) + value
  }
  if (i === first || !isUsable(point)) return undefined
  return { point, end: text.charCodeAt(i) === 59 ? i + 1 : i }
}

function readNamedEntity(text: string, at: number): Escape | undefined {
  const end = text.slice(at, at + 12).indexOf(';')
  if (end < 2) return undefined
  const name = text.slice(at, at + end).toLowerCase()
  const point = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  return point === undefined ? undefined : { point, end: at + end + 1 }
}

function readByte(text: string, at: number): number {
  if (text.charCodeAt(at) !== 37) return -1
  const high = hexValue(text.charCodeAt(at + 1))
  const low = hexValue(text.charCodeAt(at + 2))
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

/** `%39`, `%2539`, and code points of several bytes such as `%E0%A5%AF`. */
export function readPercent(text: string, at: number): Escape | undefined {
  let i = at
  while (i < at + 6 && text.startsWith('%25', i) && hexValue(text.charCodeAt(i + 3)) >= 0) {
    if (hexValue(text.charCodeAt(i + 4)) < 0) break
    i += 2
  }
  const lead = i === at ? readByte(text, i) : hexValue(text.charCodeAt(i + 1)) * 16 + hexValue(text.charCodeAt(i + 2))
  if (lead < 0) return undefined
  i += 3
  if (lead < 0x80) return lead === 0 ? undefined : { point: lead, end: i }
  const more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 ? 1 : 0
  if (more === 0 || lead > 0xf4) return undefined
  let point = lead & (0x3f >> more)
  for (let k = 0; k < more; k++, i += 3) {
    const next = readByte(text, i)
    if (next < 0x80 || next > 0xbf) return undefined
    point = point * 64 + (next & 63)
  }
  return isUsable(point) ? { point, end: i } : undefined
}

/** `\u0039`, `\x39` and `\n`, as a text pasted from a program carries them. */
export function readBackslash(text: string, at: number): Escape | undefined {
  const kind = text.charCodeAt(at + 1)
  if (kind === 110 || kind === 114) return { point: 10, end: at + 2 }
  if (kind === 116) return { point: 32, end: at + 2 }
  const width = kind === 117 ? 4 : kind === 120 ? 2 : 0
  if (width === 0) return undefined
  let point = 0
  for (let i = at + 2; i < at + 2 + width; i++) {
    const value = hexValue(text.charCodeAt(i))
    if (value < 0) return undefined
    point = point * 16 + value
  }
  return isUsable(point) ? { point, end: at + 2 + width } : undefined
}

const TAG =
  /<\/?(?:br|b|i|u|p|div|span|strong|em|li|ul|ol|td|tr|wbr|small|sup|sub|font|h[1-6]|hr|s|tt|code|mark) {0,2}\/?>/iy

/** A bare HTML tag, which the eye reads as a blank. */
export function readTag(text: string, at: number): Escape | undefined {
  TAG.lastIndex = at
  return TAG.test(text) ? { point: 32, end: TAG.lastIndex } : undefined
}
