import { isDate } from '../calendar.ts'

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)$/

/** A moment with an offset, in UTC, without a zero fraction; undefined for anything else. */
export function toUtc(text: string): string | undefined {
  const parts = DATE_TIME.exec(text)
  if (!parts) return undefined
  const [, day, hours, minutes, seconds = '00', fraction = '', offset] = parts as unknown as string[]
  if (!isDate(day!) || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const ahead = offsetMinutes(offset!)
  if (ahead === undefined) return undefined
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const moment = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`) - ahead * 60_000
  const iso = new Date(moment).toISOString()
  return /^\d{4}-/.test(iso) ? iso.replace('.000Z', 'Z') : undefined
}

function offsetMinutes(offset: string): number | undefined {
  if (offset === 'Z' || offset === 'z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', '') || 0)
  if (hours > 14 || minutes > 59) return undefined
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}
