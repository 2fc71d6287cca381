import { lazy } from '../../lib/cache.ts'
import { isDate } from '../../lib/calendar.ts'
import type { OpenValue, ParsedNumber } from './numbers.ts'
import { linesOf, withWesternDigits } from './words.ts'

export type DayOrder = 'dmy' | 'mdy'

const months = lazy(() => linesOf('months'))
const NOT_A_DATE = 'is not a date: write 21/08/2026, 21 Aug 2026 or 2026-08-21'
const FIRST = 'is a month or a year alone: its first day is taken'

function monthOf(word: string): number {
  const small = word.toLowerCase()
  return Math.max(...months().map((names) => names.findIndex((start) => small.startsWith(start)) + 1))
}

const isoDay = (year: string, month: number, day: string) =>
  `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`

export function orderIn(cell: string): DayOrder | undefined {
  const [, first, second] =
    /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(?:\d{2}|\d{4})(?:\D|$)/.exec(withWesternDigits(cell).trim()) ?? []
  if (first === undefined || Number(first) > 12 === Number(second) > 12) return undefined
  return Number(first) > 12 ? 'dmy' : 'mdy'
}

/** A date. A month or a year alone stands for its first day, with a note. */
export function readDate(
  input: string,
  order: DayOrder | undefined,
): { value: string; note?: string } | { refused: string } | OpenValue {
  const text = withWesternDigits(input).trim()
  const iso = text
    .replace(/[T ]\d\d:\d\d.*$/, '')
    .replace(/^(\d{4})[./](\d{1,2})[./](\d{1,2})$/, (_, year, month, day) => isoDay(year, Number(month), day))
  if (isDate(iso)) return { value: iso }
  if (/^(?:19|20)\d\d$/.test(text)) return { value: `${text}-01-01`, note: FIRST }
  const [, name, year] =
    /^(\p{L}[\p{L}\p{M}]+|\d{1,2})[\s.,/'’-]+((?:19|20)\d\d|(?<=\p{L}[\s.,/'’-]+)\d\d)$/u.exec(text) ?? []
  if (name !== undefined && year !== undefined) {
    const first = isoDay(year, /^\d/.test(name) ? Number(name) : monthOf(name), '1')
    return isDate(first) ? { value: first, note: FIRST } : { refused: NOT_A_DATE }
  }
  const turned = text.replace(/^(\p{L}[\p{L}\p{M}]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u, '$2 $1 $3')
  const [, first, second, last] =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s./-]+(\d{1,2}|\p{L}[\p{L}\p{M}]+)\.?[\s./,'’-]+(\d{2}|\d{4})(?:\s+\d{1,2}:\d\d.*)?$/iu.exec(
      turned,
    ) ?? []
  if (first === undefined || second === undefined || last === undefined) return { refused: NOT_A_DATE }
  if (!/^\d/.test(second)) {
    const day = isoDay(last, monthOf(second), first)
    return isDate(day) ? { value: day } : { refused: NOT_A_DATE }
  }
  const actual = orderIn(text) ?? (Number(first) === Number(second) ? 'dmy' : order)
  if (actual === undefined) return { open: 'date_order', word: text }
  const day = actual === 'dmy' ? isoDay(last, Number(second), first) : isoDay(last, Number(first), second)
  if (!isDate(day)) return { refused: 'is not a calendar date' }
  // A date that can only be written the other way round is a slip.
  return order !== undefined && actual !== order
    ? { refused: `is not a date with the ${order === 'dmy' ? 'day' : 'month'} first` }
    : { value: day }
}

const DATES = /\d{1,2}[\s./-]+(?:\d{1,2}|\p{L}+)[\s./,-]+\d{2,4}|\d{4}-\d\d-\d\d/gu

export function datesIn(texts: readonly string[], order: DayOrder = 'dmy'): string[] {
  const found = texts.flatMap((text) => withWesternDigits(text).match(DATES) ?? []).map((day) => readDate(day, order))
  return [...new Set(found.flatMap((day) => ('value' in day ? day.value : [])))]
}

/** `2019`, `'19`, `Mar 2019`, `03/2019`, the year of a date; of `2020-21` the first, in which the machine was made. */
export function readYear(cell: string, order: DayOrder | undefined): ParsedNumber {
  const text = withWesternDigits(cell).trim()
  const [, from, to] = /^((?:19|20)\d\d)\s*[-–/]\s*(?:(?:19|20)?(\d\d))$/.exec(text) ?? []
  if (from !== undefined && Number(to) === (Number(from) + 1) % 100)
    return { value: Number(from), note: 'is two years: the first is taken' }
  const read = readDate(text.replace(/^['’](?=\d\d$)/, '20'), order ?? 'dmy')
  return 'value' in read ? { value: Number(read.value.slice(0, 4)) } : { refused: 'is not a year: write 2019' }
}
