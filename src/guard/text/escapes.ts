/** A character written as an escape or a tag: its code point and how long it is written. */
export type Escape = { point: number; length: number }

const NAMED = new Map(
  'nbsp=32 ensp=32 emsp=32 thinsp=32 tab=9 newline=10 zwnj=8204 zwj=8205 shy=173 amp=38 lt=60 gt=62 quot=34 apos=39 plus=43 commat=64 period=46 dot=46 colon=58 sol=47 lpar=40 rpar=41 lsqb=91 rsqb=93 hyphen=45 dash=45 ndash=45 mdash=45 minus=45 bull=46 middot=46 lowbar=95 comma=44 num=35'
    .split(' ')
    .map((pair) => [pair.split('=')[0], Number(pair.split('=')[1])]),
)
const TAGS = 'br|b|i|u|p|div|span|strong|em|li|ul|ol|td|tr|wbr|small|sup|sub|font|h[1-6]|hr|s|tt|code|mark'

/** `&#57;`, `&nbsp;`, also with the ampersand itself escaped; `%39`, `%2539`, `%E0%A5%AF`; `\u0039`, `\n`; `<br>`. */
const ESCAPE = new RegExp(
  [
    '&(?:amp;){0,3}(?:#(?:x(?<hex>[0-9a-f]{1,7})|(?<decimal>[0-9]{1,7}));?|(?<name>[a-z]{2,8});)',
    '%(?:25){0,3}(?<lead>[0-9a-f]{2})(?<more>(?:%[89ab][0-9a-f]){0,3})',
    '\\\\(?:u(?<unit>[0-9a-f]{4})|x(?<byte>[0-9a-f]{2})|(?<letter>[nrt]))',
    `(?<tag></?(?:${TAGS}) {0,2}/?>)`,
  ].join('|'),
  'iy',
)

/** The escape that stands at this place of a text, if one does. */
export function readEscape(text: string, at: number): Escape | undefined {
  ESCAPE.lastIndex = at
  const found = ESCAPE.exec(text)
  const { hex, decimal, name, lead, more = '', unit, byte, letter, tag } = found?.groups ?? {}
  if (found === null) return undefined
  const length = found[0].length
  if (lead !== undefined) return readBytes(lead, more, length)
  let point: number | undefined
  if (tag !== undefined) point = 32
  else if (letter !== undefined) point = letter.toLowerCase() === 't' ? 32 : 10
  else if (name !== undefined) point = NAMED.get(name.toLowerCase())
  else point = decimal === undefined ? Number.parseInt(hex ?? unit ?? byte ?? '', 16) : Number(decimal)
  return isUsable(point) ? { point, length } : undefined
}

/** A code point of one to four bytes; what follows the last of them is another matter. */
function readBytes(lead: string, more: string, length: number): Escape | undefined {
  const first = Number.parseInt(lead, 16)
  if (first < 0x80) return isUsable(first) ? { point: first, length: length - more.length } : undefined
  const count = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0
  if (count === 0 || more.length < 3 * count) return undefined
  let point = first & (0x3f >> count)
  for (let k = 0; k < count; k++) point = point * 64 + (Number.parseInt(more.slice(3 * k + 1, 3 * k + 3), 16) & 63)
  return isUsable(point) ? { point, length: length - more.length + 3 * count } : undefined
}

function isUsable(point: number | undefined): point is number {
  return point !== undefined && point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
}
