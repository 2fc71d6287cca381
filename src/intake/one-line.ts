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
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}[0-9]{0,2}));$/i
const LONGEST_ENTITY = 12
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

/** Decodes until nothing is left to decode, so that a name survives export and import unchanged. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  // What an entity becomes may itself end another one: only what stands last is ever looked at again.
  const signs: string[] = []
  for (const sign of text) {
    signs.push(sign)
    while (signs.at(-1) === ';') {
      const entity = ENTITY.exec(signs.slice(-LONGEST_ENTITY).join(''))
      const decoded = entity === null ? undefined : readEntity(entity)
      if (entity === null || decoded === undefined) break
      signs.splice(-entity[0].length, entity[0].length, decoded)
    }
  }
  return signs.join('')
}

function readEntity([, hex, digits, name]: RegExpExecArray): string | undefined {
  if (name !== undefined) return ENTITIES[name.toLowerCase()]
  const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : undefined
}
