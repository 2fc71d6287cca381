import { isDate } from '../calendar.ts'

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const DURATION = /^(\d{1,9})([smhd])$/
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?)?$/
/** A hundred years. */
const LONGEST = 36_525 * 86_400_000

/** `30s`, `15m`, `24h` or `90d` in milliseconds. */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text)
  if (!match) return undefined
  const duration = Number(match[1]) * UNITS[match[2]!]!
  return duration <= LONGEST ? duration : undefined
}

/** A moment from a date-time, a date (its first moment) or a duration from now. Without an offset it is UTC. */
export function parseExpiry(text: string, now: number): number | undefined {
  const duration = parseDuration(text)
  return duration === undefined ? parseMoment(text) : now + duration
}

function parseMoment(text: string): number | undefined {
  const match = MOMENT.exec(text)
  if (!match) return undefined
  const [, day, minutes = '00:00', seconds = ':00', offset = 'Z'] = match
  // Date.parse reads 30 February as 2 March.
  if (!isDate(day!)) return undefined
  const moment = Date.parse(`${day}T${minutes}${seconds}${offset.toUpperCase()}`)
  return Number.isNaN(moment) ? undefined : moment
}

/** A moment from a date-time, a date, or a duration back from now. */
export function parseSince(text: string, now: number): number | undefined {
  const back = parseDuration(text)
  return back === undefined ? parseMoment(text) : now - back
}
