const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_MS = 86_400_000
/** Asia/Kolkata has one offset all year, and had it for every date that matters here. */
const KOLKATA_OFFSET_MS = 5.5 * 3_600_000

/** Whether a text is a day of the calendar in the form YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** The day it is in India at a moment. */
export function kolkataDate(now: number): string {
  return new Date(now + KOLKATA_OFFSET_MS).toISOString().slice(0, 10)
}

/** Milliseconds from a moment to the next midnight in India. */
export function untilKolkataMidnight(now: number): number {
  return DAY_MS - ((now + KOLKATA_OFFSET_MS) % DAY_MS)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
