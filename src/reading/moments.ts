import { endOfKolkataDay, isDate, kolkataDate } from '../calendar.ts'
import { Fault } from './scalars.ts'

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const DURATION = /^(\d{1,9})([smhd])$/
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?[0-5]\d)?)?)?$/
/** A hundred years. */
const LONGEST = 36_525 * 86_400_000
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

/** A moment that lies back: a date-time with an offset, or a date, which is its end in India; today's is now. */
export function pastMoment(given: string, now: number): number | Fault {
  if (isDate(given) && given === kolkataDate(now)) return now
  const at = isDate(given) ? endOfKolkataDay(given) : parseMoment(given, true)
  if (at === undefined) return new Fault('must be a date, or a date and time with an offset')
  return at > now ? new Fault('must not be in the future') : at
}

/** A date-time with an offset, in UTC, without a zero fraction. */
export function exactMoment(given: unknown): string | Fault {
  const at = typeof given === 'string' ? parseMoment(given, true) : undefined
  return at === undefined
    ? new Fault('must be a date and time with an offset, such as 2026-03-01T09:30:00+05:30')
    : new Date(at).toISOString().replace('.000Z', 'Z')
}

/** In milliseconds; undefined for what is no moment of the years 1 to 9999. */
export function parseMoment(text: string, isExact = false): number | undefined {
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
