import { DAY_MS, endOfKolkataDay, isDate, kolkataDate } from './calendar.ts'
import { nearestName } from './text/nearest-name.ts'

/** What is wrong with a given value. The message reads on after the name of the value. */
export class Fault {
  readonly message: string
  /** The values there are, when they can be listed, and the one that was probably meant. */
  readonly hints: { allowed?: readonly string[]; suggestion?: string }

  constructor(message: string, hints: Fault['hints'] = {}) {
    this.message = message
    this.hints = hints
  }

  /** `must be one of 2wd, 4wd; did you mean 2wd?` */
  toString(): string {
    return this.message + meant(this.hints.suggestion)
  }
}

/** After what is wrong: what was probably meant. */
export function meant(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`
}

/** Reads what a program or a person gave: the value, or the fault in it. */
export type Reader<T> = (given: unknown) => T | Fault

/** The value that was read; throws what `refuse` makes of a fault. */
export function orThrow<T>(read: T | Fault, refuse: (fault: Fault) => Error): T {
  if (read instanceof Fault) throw refuse(read)
  return read
}

/** One of a closed list. With `fold`, texts that fold alike are the same value. */
export function oneOf<const V extends string>(
  allowed: readonly V[],
  fold: (text: string) => string = (text) => text,
): Reader<V> {
  const byFold = new Map(allowed.map((value) => [fold(value), value]))
  const message = `must be one of ${allowed.join(', ')}`
  return (given) => {
    if (typeof given !== 'string') return new Fault(message, { allowed })
    const value = byFold.get(fold(given))
    if (value !== undefined) return value
    const suggestion = nearestName(given, allowed)
    return new Fault(message, { allowed, ...(suggestion !== undefined && { suggestion }) })
  }
}

/** After "there is no such name": the known one that was probably meant, else all there are. */
export function whatThereIs(typed: string, known: readonly string[], quote = ''): string {
  const nearest = nearestName(typed, known)
  if (nearest !== undefined) return meant(quote + nearest + quote)
  return known.length > 0 ? `; there are ${known.join(', ')}` : '; there are none'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface Bounds {
  least?: number | undefined
  most?: number | undefined
  /** Lowers a larger number to `most`. */
  clamp?: boolean
}

const PAST_SAFE = new Fault(`must be at most ${Number.MAX_SAFE_INTEGER}`)

/** The faults of a number outside its bounds: of any, and of one that is only too large. */
function boundFaults(what: string, least: number, most: number, more = ''): [fault: Fault, tooLarge: Fault] {
  if (most === Number.MAX_SAFE_INTEGER) return [new Fault(`must be ${what} of at least ${least}${more}`), PAST_SAFE]
  const fault = new Fault(`must be ${what} from ${least} to ${most}${more}`)
  return [fault, fault]
}

/** A whole number, as such or in digits. */
export function wholeNumber({ least = 0, most = Number.MAX_SAFE_INTEGER, clamp = false }: Bounds = {}): Reader<number> {
  const [fault, tooLarge] = boundFaults('a whole number', least, most)
  return (given) => {
    const number = toNumber(given, /^[0-9]+$/)
    if (!(number >= least) || (number <= Number.MAX_SAFE_INTEGER && !Number.isInteger(number))) return fault
    return number <= most ? number : clamp ? most : tooLarge
  }
}

/** A number, as such or in digits with an optional fraction. */
export function decimalNumber({ least = 0, most = Number.MAX_SAFE_INTEGER }: Bounds = {}): Reader<number> {
  const [fault, tooLarge] = boundFaults('a number', least, most, ', in digits: 47.5')
  return (given) => {
    const number = toNumber(given, /^[0-9]+(?:\.[0-9]+)?$/)
    if (!(number >= least)) return fault
    return number <= most ? number : tooLarge
  }
}

function toNumber(given: unknown, digits: RegExp): number {
  if (typeof given === 'number') return given
  return typeof given === 'string' && digits.test(given) ? Number(given) : Number.NaN
}

/** A text with a bound in code points. */
export function text(maxLength = Number.POSITIVE_INFINITY): Reader<string> {
  return (given) => {
    if (typeof given !== 'string') return new Fault('must be a string')
    // A text within the limit in code units needs no counting.
    const isTooLong = given.length > maxLength && [...given].length > maxLength
    return isTooLong ? new Fault(`must have at most ${maxLength} characters`) : given
  }
}

const NO_DATE = new Fault('must be a date of the calendar, YYYY-MM-DD')

export function date(given: unknown): string | Fault {
  return typeof given === 'string' && isDate(given) ? given : NO_DATE
}

/** Several of a closed list, joined by commas; empty ones between commas are passed over. */
function someOf(allowed: readonly string[]): Reader<string> {
  const read = oneOf(allowed)
  return (given) => {
    if (typeof given !== 'string') return new Fault('must be a string')
    const values = given.split(',').flatMap((part) => (part.trim() === '' ? [] : [read(part.trim())]))
    return values.find((value) => value instanceof Fault) ?? values.join()
  }
}

/** The parts of a scalar's JSON schema that reading uses. */
export interface ScalarSchema {
  type: string | readonly string[]
  enum?: readonly (string | null)[]
  items?: { enum?: readonly string[] }
  format?: string
  minimum?: number
  maximum?: number
  /** In code points. */
  maxLength?: number
  /** A larger number is lowered to this. */
  'x-clamp'?: number
}

/** The reader of one value of a request. */
export function readerOf(schema: ScalarSchema): Reader<string | number> {
  const types = [schema.type].flat()
  const clamp = schema['x-clamp']
  if (types.includes('integer')) {
    return wholeNumber({ least: schema.minimum, most: clamp ?? schema.maximum, clamp: clamp !== undefined })
  }
  if (types.includes('number')) return decimalNumber({ least: schema.minimum })
  if (schema.format === 'date') return date
  if (schema.items?.enum) return someOf(schema.items.enum)
  const allowed = schema.enum?.filter((value): value is string => Boolean(value))
  return allowed ? oneOf(allowed) : text(schema.maxLength)
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS }
const DURATION = /^(\d{1,9})([smhd])$/
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?[0-5]\d)?)?)?$/
/** A hundred years. */
const LONGEST = 36_525 * DAY_MS
const MAX_OFFSET_MINUTES = 15 * 60

/** `30s`, `15m`, `24h` or `90d` in milliseconds. */
export function duration(given: string): number | Fault {
  const [, count, unit] = DURATION.exec(given) ?? []
  const ms = Number(count) * UNITS[unit ?? 's']!
  return ms <= LONGEST ? ms : new Fault('takes a duration: 30s, 15m, 24h, 90d')
}

/**
 * A moment: a date-time, a date, which begins at 00:00 UTC, or a duration from now, ahead or back. Without an offset a
 * date-time is UTC.
 */
export function moment(given: string, now: number, direction: 'ahead' | 'back'): number | Fault {
  const distance = duration(given)
  const at = distance instanceof Fault ? parseMoment(given) : direction === 'ahead' ? now + distance : now - distance
  return at ?? new Fault('takes a date-time, a date or a duration such as 90d')
}

/** A moment that lies ahead. */
export function futureMoment(given: string, now: number): number | Fault {
  const at = moment(given, now, 'ahead')
  return at instanceof Fault || at > now ? at : new Fault('must be in the future')
}

const NO_PAST_MOMENT = new Fault('must be a date, or a date and time with an offset')
const LOST_PLUS = new Fault(`${NO_PAST_MOMENT.message}; in a query, + means a space: write %2B`)

/** A moment that lies back: a date-time with an offset, or a date, which is its end in India; today's is now. */
export function pastMoment(given: string, now: number): number | Fault {
  if (isDate(given) && given === kolkataDate(now)) return now
  const at = isDate(given) ? endOfKolkataDay(given) : parseMoment(given, true)
  if (at === undefined) return /T.* \d\d:?(?:\d\d)?$/i.test(given) ? LOST_PLUS : NO_PAST_MOMENT
  return at > now ? new Fault('must not be in the future') : at
}

/** A date-time with an offset, or a date, which begins at 00:00 in India; in UTC, without a zero fraction. */
export function exactMoment(given: unknown): string | Fault {
  const text = typeof given === 'string' && isDate(given) ? `${given}T00:00:00+05:30` : given
  const at = typeof text === 'string' ? parseMoment(text, true) : undefined
  return at === undefined
    ? new Fault('must be a date, or a date and time with an offset, such as 2026-03-01T09:30:00+05:30')
    : new Date(at).toISOString().replace('.000Z', 'Z')
}

/** In milliseconds; undefined for what is no moment of the years 1 to 9999. */
function parseMoment(text: string, isExact = false): number | undefined {
  const [, day, hours = '00', minutes = '00', seconds = '00', fraction = '', offset] = MOMENT.exec(text) ?? []
  // Date.parse reads 30 February as 2 March.
  if (day === undefined || !isDate(day) || (isExact && offset === undefined)) return undefined
  const ahead = offsetMinutes(offset ?? 'Z')
  if (Math.abs(ahead) >= MAX_OFFSET_MINUTES) return undefined
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`) - ahead * 60_000
  return /^\d{4}-/.test(new Date(at).toISOString()) ? at : undefined
}

function offsetMinutes(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', ''))
  return offset[0] === '-' ? -minutes : minutes
}
