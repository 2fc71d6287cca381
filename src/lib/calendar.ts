/** Asia/Kolkata has had one offset, all year, for every date that matters here. */
const KOLKATA_OFFSET_MS = 5.5 * 3_600_000
export const DAY_MS = 86_400_000

export function isDate(text: string): boolean {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false
  const [year, month, day] = [readDigits(text, 0, 4), readDigits(text, 5, 7), readDigits(text, 8, 10)]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysInMonth(year, month))
}

/** An import checks millions of days: a regular expression would take most of its time. */
function readDigits(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

export function kolkataDate(now: number): string {
  return new Date(now + KOLKATA_OFFSET_MS).toISOString().slice(0, 10)
}

export function endOfKolkataDay(date: string): number {
  return Date.parse(`${date}T23:59:59.999Z`) - KOLKATA_OFFSET_MS
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

export function iso(timestamp: number): string
export function iso(timestamp: number | null): string | null
export function iso(timestamp: number | null): string | null {
  return timestamp === null ? null : new Date(timestamp).toISOString()
}

const UNITS: readonly [string, number][] = [
  ['days', DAY_MS],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

export function fromNow(timestamp: number, now: number): string {
  const distance = Math.abs(timestamp - now)
  if (distance < 1_000) return 'now'
  const text = lasting(distance)
  return timestamp > now ? `in ${text}` : `${text} ago`
}

/** A duration in its largest unit: `3 days`. */
export function lasting(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? ['s', 1_000]
  const count = Math.floor(ms / size)
  return `${count} ${unit === 'days' && count === 1 ? 'day' : unit}`
}

let india: Intl.DateTimeFormat | undefined

/** The date and time in India, for people. Most processes never say one. */
export function indiaTime(timestamp: number): string {
  india ??= new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return `${india.format(timestamp)} IST`
}
