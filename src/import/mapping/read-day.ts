import { isDate } from '../../lib/calendar.ts'
import type { OpenValue } from './read-figure.ts'
import { linesOf, withWesternDigits } from './words.ts'

export type DayOrder = 'dmy' | 'mdy'

const MONTHS = linesOf('months')
const NO_DAY = 'is not a date: write 21/08/2026, 21 Aug 2026 or 2026-08-21'

/** The month of which a word is the beginning. */
function monthOf(word: string): number {
  const small = word.toLowerCase()
  return Math.max(...MONTHS.map((names) => names.findIndex((begin) => small.startsWith(begin)) + 1))
}

const dayOf = (year: string, month: number, day: string) =>
  `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`

/** The order that a day of figures alone can only have; undefined for any. */
export function orderIn(cell: string): DayOrder | undefined {
  const [, first, second] =
    /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(?:\d{2}|\d{4})(?:\D|$)/.exec(withWesternDigits(cell).trim()) ?? []
  if (first === undefined || Number(first) > 12 === Number(second) > 12) return undefined
  return Number(first) > 12 ? 'dmy' : 'mdy'
}

type Day = { value: string; note?: string }
const FIRST = 'is a month or a year alone: its first day is taken'

/** A day. A month or a year alone stands for its first day, which is told. */
export function readDay(input: string, order: DayOrder | undefined): Day | { refused: string } | OpenValue {
  const text = withWesternDigits(input).trim()
  const iso = text
    .replace(/[T ]\d\d:\d\d.*$/, '')
    .replace(/^(\d{4})[./](\d{1,2})[./](\d{1,2})$/, (_, y, m, d) => dayOf(y, Number(m), d))
  if (isDate(iso)) return { value: iso }
  const year = /^(?:19|20)\d\d$/.exec(text)?.[0]
  if (year !== undefined) return { value: `${year}-01-01`, note: FIRST }
  const month = /^(\p{L}[\p{L}\p{M}]+|\d{1,2})[\s.,/'’-]+((?:19|20)\d\d|(?<=\p{L}[\s.,/'’-]+)\d\d)$/u.exec(text)
  if (month) {
    const [, name, of] = month as unknown as [string, string, string]
    const number = /^\d/.test(name) ? Number(name) : monthOf(name)
    const first = dayOf(of, number, '1')
    return isDate(first) ? { value: first, note: FIRST } : { refused: NO_DAY }
  }
  // `July 1, 2018`.
  const turned = text.replace(/^(\p{L}[\p{L}\p{M}]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u, '$2 $1 $3')
  const [, item, two, last] =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s./-]+(\d{1,2}|\p{L}[\p{L}\p{M}]+)\.?[\s./,'’-]+(\d{2}|\d{4})(?:\s+\d{1,2}:\d\d.*)?$/iu.exec(
      turned,
    ) ?? []
  if (item === undefined || two === undefined || last === undefined) return { refused: NO_DAY }
  if (!/^\d/.test(two)) {
    const day = dayOf(last, monthOf(two), item)
    return isDate(day) ? { value: day } : { refused: NO_DAY }
  }
  const actual = orderIn(text) ?? (Number(item) === Number(two) ? 'dmy' : order)
  if (actual === undefined) return { open: 'date_order', word: text }
  const day = actual === 'dmy' ? dayOf(last, Number(two), item) : dayOf(last, Number(item), two)
  if (!isDate(day)) return { refused: 'is not a calendar date' }
  // A day that can only be written the other way round is a slip, or of another hand.
  return order !== undefined && actual !== order
    ? { refused: `is not a date with the ${order === 'dmy' ? 'day' : 'month'} first` }
    : { value: day }
}

const DAYS = /\d{1,2}[\s./-]+(?:\d{1,2}|\p{L}+)[\s./,-]+\d{2,4}|\d{4}-\d\d-\d\d/gu

/** The days that texts name. */
export function daysIn(texts: readonly string[], order: DayOrder = 'dmy'): string[] {
  const result = texts.flatMap((text) => withWesternDigits(text).match(DAYS) ?? []).map((day) => readDay(day, order))
  return [...new Set(result.flatMap((day) => ('value' in day ? day.value : [])))]
}

/** `2019`, `'19`, `Mar 2019`, `03/2019`, or the year of a day. */
export function readYear(
  cell: string,
  order: DayOrder | undefined,
): { value: number } | { refused: string } | OpenValue {
  const read = readDay(cell.replace(/^['’](?=\d\d$)/, '20'), order ?? 'dmy')
  return 'value' in read ? { value: Number(read.value.slice(0, 4)) } : { refused: 'is not a year: write 2019' }
}
