import { kolkataDate } from '../lib/calendar.ts'
import * as readers from '../lib/parsing.ts'
import { ParseError, type Parser, parseExactTimestamp as readMoment } from '../lib/parsing.ts'
import { nearestName } from '../lib/text/nearest-name.ts'
import { visible } from '../lib/text/visible.ts'
import { KEY_PATTERN, MAX_SLUG_LENGTH, SLUG_PATTERN } from '../schema/api/values.ts'
import { linesOf } from './mapping/words.ts'
import { type Check, checkMember, lastYear, type RowReport, refuse } from './report.ts'
import { STATE_NAMES, toStateCode } from './states.ts'

const MAX_TEXT_LENGTH = 20_000
const SLUG = new RegExp(SLUG_PATTERN)
const KEY = new RegExp(KEY_PATTERN)
const SLUG_OR_KEY = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const PIN = /^[1-9][0-9]{5}$/

/** Any text that both databases can hold; an empty one counts as absent. */
export const text: Check = (value, report) => {
  const remaining = anyText(value, report)
  return remaining === '' ? undefined : remaining
}

export const anyText: Check = (value, report) => {
  if (typeof value !== 'string') return refuse(report, 'must be a text')
  // The limit counts code points; a text within it in code units needs no counting.
  if (value.length > MAX_TEXT_LENGTH && [...value].length > MAX_TEXT_LENGTH) {
    return refuse(report, `is longer than ${MAX_TEXT_LENGTH} characters`)
  }
  return isStorable(value, report) ? visible(value) : undefined
}

/** A colour as #rrggbb. */
export const colour: Check = (value, report) =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
    ? value.toLowerCase()
    : refuse(report, 'must be a colour such as #367c2b')

export const filledText: Check = (value, report) => {
  const remaining = anyText(value, report)
  if (typeof remaining === 'string' && remaining.trim() === '') return refuse(report, 'must not be empty')
  return remaining
}

function isStorable(value: string, report: RowReport): boolean {
  if (value.includes('\0')) refuse(report, 'holds the character U+0000')
  else if (!value.isWellFormed()) refuse(report, 'holds half of a surrogate pair')
  else return true
  return false
}

export const slug: Check = shaped(SLUG, 'must be a slug: a-z and 0-9 with single "-" between')
export const key: Check = shaped(KEY, 'must be a key: a-z and 0-9 with single "_" between')
export const slugOrKey: Check = shaped(SLUG_OR_KEY, 'must be a-z and 0-9 with single "-" or "_" between')
export const pin: Check = shaped(PIN, 'must be six digits in quotes, the first not 0')

/** A known key in any case: `Row Crop` is `row_crop`. */
export const existingKey: Check = (value, report) => {
  const folded = typeof value === 'string' ? value.trim().toLowerCase() : value
  return key(typeof folded === 'string' ? folded.replace(/[\s-]+/g, '_') : folded, report)
}

/** For fields whose default is the empty text. */
export function orEmpty(check: Check): Check {
  return (value, report) => (value === '' ? undefined : check(value, report))
}

function shaped(pattern: RegExp, reason: string): Check {
  return (value, report) => {
    if (typeof value !== 'string' || !pattern.test(value)) return refuse(report, reason)
    if (value.length > MAX_SLUG_LENGTH) return refuse(report, `is longer than ${MAX_SLUG_LENGTH} characters`)
    return value
  }
}

/** A web address, or a path on the operator's own site; never a scheme that could run as a script. */
export const url: Check = (value, report) => {
  const remaining = text(value, report)
  if (typeof remaining !== 'string') return remaining
  if (remaining.startsWith('https://')) return remaining
  // Browsers skip blanks and control characters before the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(remaining.replace(/[\u0000-\u0020\u007f]/g, ''))?.[1]
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return refuse(report, 'must be an http or https address')
  return remaining
}

export const filledUrl: Check = (value, report) =>
  filledText(value, report) === undefined ? undefined : url(value, report)

export const flag: Check = (value, report) =>
  typeof value === 'boolean' ? value : refuse(report, 'must be true or false')

export const number: Check = (value, report) => {
  if (typeof value !== 'number') return refuse(report, 'must be a number', numberIn(value))
  // A number that JSON rounded is still above the limit.
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return refuse(report, PAST_LIMIT)
  return value < 0 ? refuse(report, 'must not be negative') : value
}

/** The number in a text such as "45 HP" or "1,650 kg". */
function numberIn(value: unknown): string | undefined {
  const figure =
    typeof value === 'string' ? /^\s*(\d[\d,]*(?:\.\d+)?)\s*\p{L}{0,6}\.?\s*$/u.exec(value)?.[1] : undefined
  return figure === undefined ? undefined : String(Number(figure.replaceAll(',', '')))
}

const PAST_LIMIT = `is past ${Number.MAX_SAFE_INTEGER} (2^53 - 1), the largest whole number that is kept exactly`

export const integer: Check = (value, report) => {
  if (typeof value !== 'number') return refuse(report, 'must be a whole number', numberIn(value))
  const fraction = Number.isFinite(value) && !Number.isInteger(value)
  return fraction ? refuse(report, 'must be a whole number') : number(value, report)
}

export const id: Check = (value, report) => (value === 0 ? refuse(report, 'must be 1 or more') : integer(value, report))

export function between(min: number, max: number, check: Check): Check {
  return (value, report) => {
    const remaining = check(value, report)
    if (typeof remaining !== 'number' || (remaining >= min && remaining <= max)) return remaining
    return refuse(report, `must be from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`)
  }
}

/** A year in which a machine can have been made. */
export const year: Check = (value, report) => {
  const remaining = integer(value, report)
  const last = lastYear(report.today)
  return typeof remaining !== 'number' || (remaining >= 1900 && remaining <= last)
    ? remaining
    : refuse(report, `must be from 1900 to ${last}, the next year`)
}

/** A reader of scalars as a check. */
function reading(read: Parser<unknown>): Check {
  return (value, report) => {
    const remaining = read(value)
    return remaining instanceof ParseError ? refuse(report, remaining.message, remaining.hints.suggestion) : remaining
  }
}

/** One of a closed list, ignoring case, blanks, `_` and `-`: `Diesel`, `4WD`, `Ex Showroom`. */
export function oneOf(values: readonly string[]): Check {
  const existing = new Set<unknown>(values)
  const check = reading(readers.oneOf(values, (text) => text.toLowerCase().replace(/[\s_-]+/g, '')))
  // Nearly every value is written as in the list.
  return (value, report) => (existing.has(value) ? value : check(value, report))
}

/** A state by its code, an older code or its name. */
export function stateCode(values: readonly string[]): Check {
  const existing = new Set<unknown>(values)
  const reason = `must be one of ${values.join(', ')}`
  return (value, report) => {
    if (existing.has(value)) return value
    const code = typeof value === 'string' ? toStateCode(value) : undefined
    if (existing.has(code)) return code
    return refuse(report, reason, typeof value === 'string' ? nearestState(value) : undefined)
  }
}

function nearestState(text: string): string | undefined {
  if (text.trim().length < 4) return undefined
  const name = nearestName(
    text,
    STATE_NAMES.map((state) => state.toLowerCase()),
  )
  return name && toStateCode(name)
}

/** Any day of the calendar. */
export const anyDay: Check = reading(readers.date)

export const date: Check = (value, report) => notTooLate(anyDay(value, report), report)

export const pastDate: Check = (value, report) => {
  const day = anyDay(value, report)
  return typeof day === 'string' && day > report.today ? refuse(report, 'must not be in the future') : day
}

const exactTimestamp: Check = reading(readMoment)

export const dateTime: Check = (value, report) => notTooLate(exactTimestamp(value, report), report)

const dayOf = (timestamp: string) => (timestamp.length > 10 ? kolkataDate(Date.parse(timestamp)) : timestamp)

function notTooLate(timestamp: unknown, report: RowReport): unknown {
  return typeof timestamp === 'string' && dayOf(timestamp) > report.lastDay
    ? refuse(report, `must not be past ${report.lastDay}, the end of next year`)
    : timestamp
}

export function list(check: Check, { unique = false } = {}): Check {
  return (value, report) => {
    if (!Array.isArray(value)) return refuse(report, 'must be a list')
    if (value.length > report.maxItems) return refuse(report, `has more than ${report.maxItems} items`)
    const remaining: unknown[] = []
    for (let i = 0; i < value.length; i++) {
      const item = checkMember(check, value[i], i, report)
      if (item === undefined) continue
      if (unique && remaining.includes(item)) refuse(report, `holds ${JSON.stringify(item)} twice`)
      else remaining.push(item)
    }
    return remaining
  }
}

const ENTITIES = new Map(linesOf('entities') as [name: string, sign: string][])
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}[0-9]{0,2}));$/i
const LONGEST_ENTITY = 12
const MARKUP = /<\/?[a-z!?][^<>]*>/i
const LINE_BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const SUSPECT = /^\s|\s$|[&<\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** A name or label: one line without markup. Entities become their characters. */
export function oneLine(check: Check): Check {
  return (value, report) => {
    const remaining = check(value, report)
    // Nearly every name is plain.
    if (typeof remaining !== 'string' || !SUSPECT.test(remaining)) return remaining
    const plain = decodeEntities(remaining).trim()
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
  if (name !== undefined) return ENTITIES.get(name.toLowerCase())
  const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : undefined
}
