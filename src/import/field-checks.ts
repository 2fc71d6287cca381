import { isDate, kolkataDate } from '../lib/calendar.ts'
import { isObject, oneOf, ParseError, parseExactTimestamp } from '../lib/parsing.ts'
import { nearestName } from '../lib/text/nearest-name.ts'
import { visible } from '../lib/text/visible.ts'
import { readTsv } from '../lib/text/word-lists.ts'
import type { JsonValue } from '../redaction/redaction.ts'
import { KEY_PATTERN, MAX_SLUG_LENGTH, SLUG_PATTERN } from '../schema/api/values.ts'
import { acceptedRange, type Field, type RecordPart } from '../schema/records/field.ts'
import { FIGURES, MACHINE } from '../schema/records/machine.ts'
import { countRemoved, guard } from './guard.ts'
import { error, type Issue, shownValue } from './issue.ts'
import { STATE_NAMES, toStateCode } from './states.ts'
import { suggestField } from './suggest-field.ts'

export type JsonObject = Record<string, unknown>

/** Returns the value to store, or undefined if there is none or after adding an issue. */
export type Check = (value: unknown, row: RowCheck) => unknown

export interface FieldCheck {
  name: string
  check: Check
  required: boolean
}

export interface Source {
  pointer: string
  value: unknown
}

/** Fields that name the source of a value. Any object may have them; they are stored apart from it. */
export const SOURCE_FIELDS: readonly string[] = ['source_url', 'source']

export class RowCheck {
  readonly issues: Issue[] = []
  readonly sources: Source[] = []
  removed: Record<string, number> | undefined
  readonly today: string
  readonly dropsContacts: boolean
  readonly maxItems: number
  readonly place: (string | number)[] = []

  constructor(today: string, dropsContacts = false, maxItems = Number.POSITIVE_INFINITY) {
    this.today = today
    this.dropsContacts = dropsContacts
    this.maxItems = maxItems
  }

  get lastYear(): number {
    return Number(this.today.slice(0, 4)) + 1
  }

  refuse(reason: string, value: unknown, suggestion?: string): undefined {
    this.issues.push(error(pathText(this.place), reason, shownValue(value), suggestion))
    return undefined
  }

  refuseMember(name: string, reason: string, found?: string, suggestion?: string): void {
    this.issues.push(error(pathText([...this.place, name]), reason, found, suggestion))
  }

  checkMember(check: Check, value: unknown, name: string | number): unknown {
    this.place.push(name)
    const checked = check(value, this)
    this.place.pop()
    return checked
  }

  countRemoved(count: number): void {
    if (count === 0) return
    const name = String(this.place[0])
    this.removed = { ...this.removed, [name]: (this.removed?.[name] ?? 0) + count }
  }
}

function pathText(place: readonly (string | number)[]): string {
  return place.map((name, i) => (typeof name === 'number' ? `[${name}]` : i === 0 ? name : `.${name}`)).join('')
}

const escapePointer = (name: string | number) => String(name).replaceAll('~', '~0').replaceAll('/', '~1')
export const unescapePointer = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~')
const pointerText = (place: readonly (string | number)[]) => place.map((name) => `/${escapePointer(name)}`).join('')

export const checksOf = (fields: Readonly<Record<string, Field>>): FieldCheck[] =>
  Object.entries(fields).map(([name, field]) => ({ name, required: field.required === true, check: checkOf(field) }))

const CHECKS: { [T in Field['type']]: (field: Field) => Check } = {
  id: numberCheck,
  year: numberCheck,
  integer: numberCheck,
  number: numberCheck,
  slug: patternCheck,
  key: patternCheck,
  keyword: patternCheck,
  'slug-or-key': patternCheck,
  pin: patternCheck,
  colour: patternCheck,
  text: textCheck,
  name: nameCheck,
  url: urlCheck,
  choice: ({ values }) => choiceCheck(values!),
  field: ({ figures }) => choiceCheck(figures ? FIGURES : PUBLIC),
  state: stateCheck,
  date: dateCheck,
  moment: () => (value, row) => {
    const read = parseExactTimestamp(value)
    if (read instanceof ParseError) return row.refuse(read.message, value)
    return notTooLate(read, kolkataDate(Date.parse(read)), row)
  },
  flag: () => (value, row) => (typeof value === 'boolean' ? value : row.refuse('must be true or false', value)),
  object:
    ({ private: isPrivate }) =>
    (value, row) => {
      if (!isObject(value)) return row.refuse('must be an object', value)
      return isPrivate ? plainJson(value, row) : guardedJson(value, row)
    },
  list: listCheck,
  part({ of }) {
    const one = partCheck(of as RecordPart)
    const several = itemsCheck(one)
    return (value, row) => (Array.isArray(value) ? several : one)(value, row)
  },
  maker({ of }) {
    const pair = objectCheck(checksOf((of as RecordPart).fields), 'a manufacturer reference')
    const slug = patternCheck({ type: 'slug', required: true })
    return (value, row) => (isObject(value) ? pair : slug)(value, row)
  },
}

export const checkOf = (field: Field): Check => CHECKS[field.type](field)

const PAST_LIMIT = `is past ${Number.MAX_SAFE_INTEGER} (2^53 - 1), the largest whole number that is kept exactly`

function numberCheck(field: Field): Check {
  const isWhole = field.type !== 'number'
  const [min, max] = field.within ?? acceptedRange(field) ?? [0, Number.MAX_SAFE_INTEGER]
  const range = `must be from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
  return (value, row) => {
    const what = isWhole ? 'must be a whole number' : 'must be a number'
    if (typeof value !== 'number') return row.refuse(what, value, numberIn(value))
    if (isWhole && Number.isFinite(value) && !Number.isInteger(value)) return row.refuse(what, value)
    // A number that JSON rounded is still above the limit.
    if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return row.refuse(PAST_LIMIT, value)
    if (value < 0) return row.refuse('must not be negative', value)
    if (field.type === 'id' && value === 0) return row.refuse('must be 1 or more', value)
    if (field.type === 'year' && (value < 1900 || value > row.lastYear))
      return row.refuse(`must be from 1900 to ${row.lastYear}, the next year`, value)
    return value < min || value > max ? row.refuse(range, value) : value
  }
}

function numberIn(value: unknown): string | undefined {
  const figure =
    typeof value === 'string' ? /^\s*(\d[\d,]*(?:\.\d+)?)\s*\p{L}{0,6}\.?\s*$/u.exec(value)?.[1] : undefined
  return figure === undefined ? undefined : String(Number(figure.replaceAll(',', '')))
}

const A_KEY = 'must be a key: a-z and 0-9 with single "_" between'
const PATTERNS: Partial<Record<Field['type'], [pattern: RegExp, reason: string]>> = {
  slug: [new RegExp(SLUG_PATTERN), 'must be a slug: a-z and 0-9 with single "-" between'],
  key: [new RegExp(KEY_PATTERN), A_KEY],
  keyword: [new RegExp(KEY_PATTERN), A_KEY],
  'slug-or-key': [/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'must be a-z and 0-9 with single "-" or "_" between'],
  pin: [/^[1-9][0-9]{5}$/, 'must be six digits in quotes, the first not 0'],
  colour: [/^#[0-9a-f]{6}$/, 'must be a colour such as #367c2b'],
}

function patternCheck({ type, required }: Pick<Field, 'type' | 'required'>): Check {
  const [pattern, reason] = PATTERNS[type]!
  const mayBeEmpty = !required && (type === 'slug' || type === 'keyword')
  return (value, row) => {
    if (typeof value !== 'string') return row.refuse(reason, value)
    if (mayBeEmpty && value === '') return undefined
    const text =
      type === 'keyword' && !pattern.test(value)
        ? value
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_')
        : type === 'colour'
          ? value.toLowerCase()
          : value
    if (!pattern.test(text)) return row.refuse(reason, value)
    return text.length > MAX_SLUG_LENGTH ? row.refuse(`is longer than ${MAX_SLUG_LENGTH} characters`, value) : text
  }
}

const MAX_TEXT_LENGTH = 20_000

function textCheck({ required, empty }: Pick<Field, 'required' | 'empty'>): Check {
  return (value, row) => {
    if (typeof value !== 'string') return row.refuse('must be a text', value)
    // The limit counts code points; a text within it in code units needs no counting.
    if (value.length > MAX_TEXT_LENGTH && [...value].length > MAX_TEXT_LENGTH)
      return row.refuse(`is longer than ${MAX_TEXT_LENGTH} characters`, value)
    if (value.includes('\0')) return row.refuse('holds the character U+0000', value)
    if (!value.isWellFormed()) return row.refuse('holds half of a surrogate pair', value)
    const text = visible(value)
    if (empty) return text
    if (required && text.trim() === '') return row.refuse('must not be empty', value)
    return text === '' ? undefined : text
  }
}

const anyText = textCheck({ empty: true })

const MARKUP = /<\/?[a-z!?][^<>]*>/i
const LINE_BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const SUSPECT = /^\s|\s$|[&<\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** A name or label: one line without markup. Entities become their characters. */
function nameCheck(field: Field): Check {
  const check = textCheck(field)
  return (value, row) => {
    const text = check(value, row)
    // Nearly every name is plain.
    if (typeof text !== 'string' || !SUSPECT.test(text)) return text
    const plain = decodeEntities(text).trim()
    if (LINE_BREAK.test(plain)) return row.refuse('must be one line', value)
    if (MARKUP.test(plain)) return row.refuse('must not hold markup', value)
    return check(plain, row)
  }
}

const ENTITIES = new Map(readTsv(new URL('words/entities.tsv', import.meta.url)) as [name: string, sign: string][])
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}[0-9]{0,2}));$/i
const LONGEST_ENTITY = 12

/** Decodes until nothing is left to decode, so that a name survives export and import unchanged. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  // A decoded entity may end another one: only the last characters are looked at again.
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

/** A web address, or a path on the operator's own site; never a scheme that could run as a script. */
function urlCheck({ required, guarded }: Field): Check {
  const check = textCheck({ ...(required && { required }) })
  return (value, row) => {
    // A link that is itself a contact must not be shown: it counts as absent.
    if (guarded && isContactUrl(value)) {
      row.countRemoved(1)
      return undefined
    }
    const text = check(value, row)
    if (typeof text !== 'string' || text.startsWith('https://')) return text
    // Browsers skip blanks and control characters before the scheme.
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text.replace(/[\u0000-\u0020\u007f]/g, ''))?.[1]
    const isScript = scheme !== undefined && !/^https?$/i.test(scheme)
    return isScript ? row.refuse('must be an http or https address', value) : text
  }
}

const isContactUrl = (value: unknown) => typeof value === 'string' && value !== '' && guard().guardUrl(value) === ''

const PUBLIC = Object.keys(MACHINE).filter((name) => !(MACHINE as Record<string, Field>)[name]!.private)

function choiceCheck(values: readonly string[]): Check {
  const existing = new Set<unknown>(values)
  const parse = oneOf(values, (text) => text.toLowerCase().replace(/[\s_-]+/g, ''))
  return (value, row) => {
    // Nearly every value is written as in the list.
    if (existing.has(value)) return value
    const read = parse(value)
    return read instanceof ParseError ? row.refuse(read.message, value, read.hints.suggestion) : read
  }
}

function stateCheck({ values }: Field): Check {
  const existing = new Set<unknown>(values)
  const names = STATE_NAMES.map((state) => state.toLowerCase())
  return (value, row) => {
    if (existing.has(value)) return value
    const text = typeof value === 'string' ? value : ''
    const code = toStateCode(text)
    if (existing.has(code)) return code
    const near = text.trim().length < 4 ? undefined : nearestName(text, names)
    return row.refuse(`must be one of ${values!.join(', ')}`, value, near && toStateCode(near))
  }
}

function dateCheck({ until }: Field): Check {
  return (value, row) => {
    if (typeof value !== 'string' || !isDate(value))
      return row.refuse('must be a date of the calendar, YYYY-MM-DD', value)
    if (until === 'ever') return value
    if (until === 'today') return value > row.today ? row.refuse('must not be in the future', value) : value
    return notTooLate(value, value, row)
  }
}

function notTooLate(value: string, day: string, row: RowCheck): unknown {
  const last = `${row.lastYear}-12-31`
  return day > last ? row.refuse(`must not be past ${last}, the end of next year`, value) : value
}

function listCheck({ of, unique, guarded }: Field): Check {
  const check = itemsCheck('fields' in of! ? partCheck(of) : checkOf(of!), unique)
  if (!guarded) return check
  return (value, row) => {
    if (!Array.isArray(value)) return check(value, row)
    const remaining = value.filter((item) => !isObject(item) || !isContactUrl(item.url))
    row.countRemoved(value.length - remaining.length)
    return check(remaining, row)
  }
}

function itemsCheck(check: Check, isUnique = false): Check {
  return (value, row) => {
    if (!Array.isArray(value)) return row.refuse('must be a list', value)
    if (value.length > row.maxItems) return row.refuse(`has more than ${row.maxItems} items`, value)
    const remaining: unknown[] = []
    for (let i = 0; i < value.length; i++) {
      const item = row.checkMember(check, value[i], i)
      if (item === undefined) continue
      if (isUnique && remaining.includes(item)) row.refuse(`holds ${JSON.stringify(item)} twice`, value)
      else remaining.push(item)
    }
    return remaining
  }
}

function partCheck({ name, fields, ranges = [] }: RecordPart): Check {
  const check = objectCheck(checksOf(fields), `a ${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}`)
  if (ranges.length === 0) return check
  return (value, row) => {
    const checked = check(value, row) as Record<string, number> | undefined
    for (const [low, high] of ranges)
      if (checked && checked[low]! > checked[high]!) row.refuseMember(high, `must not be less than ${low}`)
    return checked
  }
}

function objectCheck(fields: readonly FieldCheck[], what: string): Check {
  const names = new Set(fields.map(({ name }) => name))
  return (value, row) => {
    if (!isObject(value)) return row.refuse('must be an object', value)
    const remaining: JsonObject = {}
    let known = 0
    for (const { name, check, required } of fields) {
      const input = value[name]
      if (input !== undefined) known++
      if (input === undefined || input === null) {
        if (required) row.refuseMember(name, 'is missing')
        continue
      }
      const checked = row.checkMember(check, input, name)
      if (checked !== undefined) remaining[name] = checked
    }
    const members = Object.keys(value)
    if (members.length > known)
      for (const name of members) if (!names.has(name)) checkOther(name, value[name], names, what, row)
    return remaining
  }
}

export function checkOther(name: string, value: unknown, names: Iterable<string>, what: string, row: RowCheck): void {
  if (SOURCE_FIELDS.includes(name)) {
    const source = value === null ? undefined : row.checkMember(plainJson, value, name)
    if (source !== undefined) row.sources.push({ pointer: pointerText([...row.place, name]), value: source })
  } else if (row.dropsContacts && guard().isContactKey(name)) {
    row.place.push(name)
    row.countRemoved(1)
    row.place.pop()
  } else row.refuseMember(name, `is not a field of ${what}`, shownValue(value), suggestField(name, names))
}

const MAX_DEPTH = 32

const plainJson: Check = (value, row) => toPlain(value, row, undefined, 0)

function guardedJson(value: JsonObject, row: RowCheck): unknown {
  const count = row.issues.length
  const plain = toPlain(value, row, pointerText(row.place), 0)
  if (row.issues.length > count) return undefined
  const guarded = guard().guardFreeForm(plain as JsonValue)
  row.countRemoved(countRemoved(plain, guarded))
  return guarded
}

/** Without a `pointer`, sources stay where they are. */
function toPlain(value: unknown, row: RowCheck, pointer: string | undefined, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return anyText(value, row)
  if (typeof value === 'number')
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : row.refuse(PAST_LIMIT, value)
  if (depth >= MAX_DEPTH) return row.refuse(`is nested deeper than ${MAX_DEPTH} levels`, value)
  if (Array.isArray(value)) {
    if (value.length > row.maxItems) return row.refuse(`has more than ${row.maxItems} items`, value)
    return value.map((item, i) => toPlain(item, row, pointer && `${pointer}/${i}`, depth + 1))
  }
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (anyText(name, row) === undefined) continue
    if (pointer !== undefined && SOURCE_FIELDS.includes(name)) {
      const source = toPlain(member, row, undefined, depth + 1)
      if (source !== null) row.sources.push({ pointer: `${pointer}/${name}`, value: source })
      continue
    }
    const inside = pointer === undefined ? undefined : `${pointer}/${escapePointer(name)}`
    members.push([name, toPlain(member, row, inside, depth + 1)])
  }
  return Object.fromEntries(members)
}

export type CellKind = 'number' | 'flag' | 'json' | 'date' | 'moment' | 'text'

export function cellKind({ type }: Field): CellKind {
  if (type === 'date' || type === 'moment' || type === 'flag') return type
  if (type === 'integer' || type === 'number' || type === 'id' || type === 'year') return 'number'
  return type === 'list' || type === 'object' || type === 'part' || type === 'maker' ? 'json' : 'text'
}
