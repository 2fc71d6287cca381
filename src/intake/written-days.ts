import { DAY_MS, isDate } from '../calendar.ts'
import { linesOf, withWesternDigits } from './table-words.ts'

// Days and years as people write them.

/** What was read, or why it is refused. */
export type Written<T> = { value: T; told?: string | undefined } | { reason: string }

/** The fields that a cell gives, with what was understood; or why it is refused. */
export type CellReading =
  | { values: Record<string, unknown>; told?: string | undefined }
  | { reason: string; suggestion?: string | undefined }

/** What is known about a cell beside its words. */
export interface About {
  unit?: { measure: string; size: number } | undefined
  /** The class of the row. */
  machineClass?: string | undefined
}

const MONTHS = linesOf('months')

/** A day, written with the day first or with the name of the month. */
export function readDay(text: string): Written<string> {
  const given = withWesternDigits(text)
    .replace(/^(?:दि(?:नांक)?|dt|dated?)[.:\s]+/iu, '')
    .trim()
  const iso = given.replace(/[T ]\d\d:\d\d.*$/, '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  if (isDate(iso)) return { value: iso }
  // The number of a day, as a spreadsheet keeps it.
  if (/^[2-6]\d{4}(?:\.\d+)?$/.test(given)) {
    const day = new Date((Math.floor(Number(given)) - 25_569) * DAY_MS).toISOString().slice(0, 10)
    return { value: day, told: 'is read as the day that a spreadsheet keeps under a number' }
  }
  // `Aug 2023`, `Aug-23`, `08/2023`: its first day.
  const [, month0, year0] =
    /^([\p{L}\p{M}]{2,12}|\d{1,2})[\s.,/'’-]+((?:19|20)\d\d|(?<=\p{L}\p{M}*[\s.,/'’-]+)\d\d)$/u.exec(given) ?? []
  if (month0 !== undefined) {
    const first = readDay(`1 ${month0} ${year0}`)
    return 'value' in first ? { ...first, told: 'is read as the first day of a month' } : first
  }
  // `2022/08/05` and `July 1, 2018`.
  const turned = given
    .replace(/^(\d{4})[./](\d{1,2})[./](\d{1,2})$/, '$3-$2-$1')
    .replace(/^(\p{L}[\p{L}\p{M}]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u, '$2 $1 $3')
    .replace(/^(\d{1,2})(?:st|nd|rd|th)\b/i, '$1')
  const [, first, second, third] =
    /^(\d{1,2})[\s./-]+(\d{1,2}|[\p{L}\p{M}]{2,12})\.?[\s./,-]+(\d{2}|\d{4})$/u.exec(turned) ?? []
  if (first === undefined) return { reason: 'is no day: write 21/08/2026, 21 Aug 2026 or 2026-08-21' }
  // A month by the beginning of its name.
  const named = MONTHS.map((names) => names.findIndex((begin) => second!.toLowerCase().startsWith(begin)) + 1)
  const month = /^\d/.test(second!) ? Number(second) : Math.max(...named)
  const year = third!.length === 2 ? `20${third}` : third!
  const day = `${year}-${String(month).padStart(2, '0')}-${first.padStart(2, '0')}`
  if (isDate(day)) return { value: day }
  const swapped = `${year}-${first.padStart(2, '0')}-${String(month).padStart(2, '0')}`
  return {
    reason: isDate(swapped)
      ? `is no day with the day first; with the month first it is ${swapped}`
      : 'is no day of the calendar',
  }
}

/** `2019`, `Mar 2019`, `03/2019`. */
export function readYear(text: string): Written<number> {
  const given = withWesternDigits(text).trim()
  const [, year] = /^(?:(?:\d{1,2}|\p{L}{3,9})\.?[\s./-]+)?((?:19|20)\d\d)$/u.exec(given) ?? []
  if (year !== undefined) return { value: Number(year) }
  const day = readDay(given)
  return 'value' in day ? { value: Number(day.value.slice(0, 4)) } : { reason: 'is no year: write 2019' }
}
