import { type Check, refuse } from './report.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  times: '×',
  deg: '°',
  reg: '®',
  trade: '™',
  copy: '©',
  frac12: '½',
  eacute: 'é',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
}
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}[0-9]{0,2}));/gi
const MARKUP = /<\/?[a-z!?][^<>]*>/i
const LINE_BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const SUSPECT = /^\s|\s$|[&<\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** A name or label: one line without markup. Entities become their characters. */
export function oneLine(check: Check): Check {
  return (value, report) => {
    const kept = check(value, report)
    // Nearly every name is plain.
    if (typeof kept !== 'string' || !SUSPECT.test(kept)) return kept
    const plain = decodeEntities(kept).trim()
    if (LINE_BREAK.test(plain)) return refuse(report, 'must be one line')
    if (MARKUP.test(plain)) return refuse(report, 'must not hold markup')
    return check(plain, report)
  }
}

/** Repeats until nothing is left to decode, so that a name survives export and import unchanged. */
export function decodeEntities(text: string): string {
  for (let before = text; ; ) {
    const after = before.replace(ENTITY, (entity, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity
      const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : entity
    })
    if (after === before) return after
    before = after
  }
}
