import { DAY_MS, endOfKolkataDay, isDate, kolkataDate } from './calendar.ts'
import { nearestName } from './text/nearest-name.ts'

export class ParseError {
  readonly message: string
  /** The values there are, when they can be listed, and the one that was probably meant. */
  readonly hints: { allowed?: readonly string[]; suggestion?: string }

  constructor(message: string, hints: ParseError['hints'] = {}) {
    this.message = message
    this.hints = hints
  }

  toString(): string {
    return this.message + suggestionHint(this.hints.suggestion)
  }
}

export function suggestionHint(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`
}

export type Parser<T> = (input: unknown) => T | ParseError

/** The value that was read; throws what `refuse` makes of a fault. */
export function unwrap<T>(read: T | ParseError, refuse: (fault: ParseError) => Error): T {
  if (read instanceof ParseError) throw refuse(read)
  return read
}

/** One of a closed list. With `fold`, texts that fold alike are the same value. */
export function oneOf<const V extends string>(
  allowed: readonly V[],
  fold: (text: string) => string = (text) => text,
): Parser<V> {
  const byFold = new Map(allowed.map((value) => [fold(value), value]))
  const message = `must be one of ${allowed.join(', ')}`
  return (input) => {
    if (typeof input !== 'string') return new ParseError(message, { allowed })
    const value = byFold.get(fold(input))
    if (value !== undefined) return value
    const suggestion = nearestName(input, allowed)
    return new ParseError(message, { allowed, ...(suggestion !== undefined && { suggestion }) })
  }
}

/** After "there is no such name": the known one that was probably meant, else all there are. */
export function listChoices(typed: string, names: readonly string[], quote = ''): string {
  const nearest = nearestName(typed, names)
  if (nearest !== undefined) return suggestionHint(quote + nearest + quote)
  return names.length > 0 ? `; there are ${names.join(', ')}` : '; there are none'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface NumberBounds {
  min?: number | undefined
  max?: number | undefined
  clamp?: boolean
}

const PAST_SAFE = new ParseError(`must be at most ${Number.MAX_SAFE_INTEGER}`)

function rangeErrors(what: string, min: number, max: number, more = ''): [fault: ParseError, tooLarge: ParseError] {
  if (max === Number.MAX_SAFE_INTEGER) return [new ParseError(`must be ${what} of at least ${min}${more}`), PAST_SAFE]
  const fault = new ParseError(`must be ${what} from ${min} to ${max}${more}`)
  return [fault, fault]
}

export function wholeNumber({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  clamp = false,
}: NumberBounds = {}): Parser<number> {
  const [fault, tooLarge] = rangeErrors('an integer', min, max)
  return (input) => {
    const number = toNumber(input, /^[0-9]+$/)
    if (!(number >= min) || (number <= Number.MAX_SAFE_INTEGER && !Number.isInteger(number))) return fault
    return number <= max ? number : clamp ? max : tooLarge
  }
}

export function decimalNumber({ min = 0, max = Number.MAX_SAFE_INTEGER }: NumberBounds = {}): Parser<number> {
  const [fault, tooLarge] = rangeErrors('a number', min, max, ', in digits: 47.5')
  return (input) => {
    const number = toNumber(input, /^[0-9]+(?:\.[0-9]+)?$/)
    if (!(number >= min)) return fault
    return number <= max ? number : tooLarge
  }
}

function toNumber(input: unknown, digits: RegExp): number {
  if (typeof input === 'number') return input
  return typeof input === 'string' && digits.test(input) ? Number(input) : Number.NaN
}

export function text(maxLength = Number.POSITIVE_INFINITY): Parser<string> {
  return (input) => {
    if (typeof input !== 'string') return new ParseError('must be a string')
    // A text within the limit in code units needs no counting.
    const isTooLong = input.length > maxLength && [...input].length > maxLength
    return isTooLong ? new ParseError(`must have at most ${maxLength} characters`) : input
  }
}

const NO_DATE = new ParseError('must be a date of the calendar, YYYY-MM-DD')

export function date(input: unknown): string | ParseError {
  return typeof input === 'string' && isDate(input) ? input : NO_DATE
}

/** Several of a closed list, joined by commas; empty ones between commas are passed over. */
function someOf(allowed: readonly string[]): Parser<string> {
  const read = oneOf(allowed)
  return (input) => {
    if (typeof input !== 'string') return new ParseError('must be a string')
    const values = input.split(',').flatMap((part) => (part.trim() === '' ? [] : [read(part.trim())]))
    return values.find((value) => value instanceof ParseError) ?? values.join()
  }
}

export interface ScalarSchema {
  type: string | readonly string[]
  enum?: readonly (string | null)[]
  items?: { enum?: readonly string[] }
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  'x-clamp'?: number
}

export function parserOf(schema: ScalarSchema): Parser<string | number> {
  const types = [schema.type].flat()
  const clamp = schema['x-clamp']
  if (types.includes('integer')) {
    return wholeNumber({ min: schema.minimum, max: clamp ?? schema.maximum, clamp: clamp !== undefined })
  }
  if (types.includes('number')) return decimalNumber({ min: schema.minimum })
  if (schema.format === 'date') return date
  if (schema.items?.enum) return someOf(schema.items.enum)
  const allowed = schema.enum?.filter((value): value is string => Boolean(value))
  return allowed ? oneOf(allowed) : text(schema.maxLength)
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS }
const DURATION = /^(\d{1,9})([smhd])$/
const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?[0-5]\d)?)?)?$/
const LONGEST = 36_525 * DAY_MS
const MAX_OFFSET_MINUTES = 15 * 60

export function duration(input: string): number | ParseError {
  const [, count, unit] = DURATION.exec(input) ?? []
  const ms = Number(count) * UNITS[unit ?? 's']!
  return ms <= LONGEST ? ms : new ParseError('takes a duration: 30s, 15m, 24h, 90d')
}

/**
 * Parses a date-time, a date (00:00 UTC) or a duration from now in the given direction. A date-time without an offset is
 * in UTC.
 */
export function parseTimestamp(input: string, now: number, direction: 'ahead' | 'back'): number | ParseError {
  const distance = duration(input)
  const timestamp =
    distance instanceof ParseError ? parseIso(input) : direction === 'ahead' ? now + distance : now - distance
  return timestamp ?? new ParseError('takes a date-time, a date or a duration such as 90d')
}

export function parseFutureTimestamp(input: string, now: number): number | ParseError {
  const timestamp = parseTimestamp(input, now, 'ahead')
  return timestamp instanceof ParseError || timestamp > now ? timestamp : new ParseError('must be in the future')
}

const NOT_A_PAST_TIMESTAMP = new ParseError('must be a date, or a date and time with an offset')
const LOST_PLUS = new ParseError(`${NOT_A_PAST_TIMESTAMP.message}; in a query, + means a space: write %2B`)

/** Parses a past date-time with an offset, or a date, which means its end in India; today means now. */
export function parsePastTimestamp(input: string, now: number): number | ParseError {
  if (isDate(input) && input === kolkataDate(now)) return now
  const timestamp = isDate(input) ? endOfKolkataDay(input) : parseIso(input, true)
  if (timestamp === undefined) return /T.* \d\d:?(?:\d\d)?$/i.test(input) ? LOST_PLUS : NOT_A_PAST_TIMESTAMP
  return timestamp > now ? new ParseError('must not be in the future') : timestamp
}

/** A date-time with an offset, or a date, which begins at 00:00 in India; in UTC, without a zero fraction. */
export function parseExactTimestamp(input: unknown): string | ParseError {
  const text = typeof input === 'string' && isDate(input) ? `${input}T00:00:00+05:30` : input
  const timestamp = typeof text === 'string' ? parseIso(text, true) : undefined
  return timestamp === undefined
    ? new ParseError('must be a date, or a date and time with an offset, such as 2026-03-01T09:30:00+05:30')
    : new Date(timestamp).toISOString().replace('.000Z', 'Z')
}

/** Returns milliseconds; undefined if the text is not a timestamp in the years 1 to 9999. */
function parseIso(text: string, isExact = false): number | undefined {
  const [, day, hours = '00', minutes = '00', seconds = '00', fraction = '', offset] = TIMESTAMP.exec(text) ?? []
  // Date.parse reads 30 February as 2 March.
  if (day === undefined || !isDate(day) || (isExact && offset === undefined)) return undefined
  const ahead = offsetMinutes(offset ?? 'Z')
  if (Math.abs(ahead) >= MAX_OFFSET_MINUTES) return undefined
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const timestamp = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`) - ahead * 60_000
  return /^\d{4}-/.test(new Date(timestamp).toISOString()) ? timestamp : undefined
}

function offsetMinutes(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', ''))
  return offset[0] === '-' ? -minutes : minutes
}
