import { type Column, cellText } from '../admin/actions.ts'
import { fromNow, indiaTime } from '../lib/calendar.ts'
import { printable } from '../lib/text/visible.ts'

/** How a command writes a moment: exactly for scripts, relatively for people. */
type FormatMoment = (at: number | null) => string

/** On a terminal `3 min ago` or `in 2 h`, in full after its date and time in India; elsewhere the moment itself. */
export function formatMoment(stream: { isTTY?: boolean }, now: number, isFull = false): FormatMoment {
  return (at) => {
    if (at === null) return 'never'
    if (!stream.isTTY) return new Date(at).toISOString()
    return isFull ? `${indiaTime(at)} (${fromNow(at, now)})` : fromNow(at, now)
  }
}

/** Where and when something is shown. */
interface Shown {
  stdout: { isTTY?: boolean }
  now: number
}

/** The things of a noun under a head, in columns as wide as their longest cells; `empty` when there is none. */
export function tableOf<T>(columns: readonly Column<T>[], rows: readonly T[], empty: string, { stdout, now }: Shown) {
  if (rows.length === 0) return `${empty}\n`
  const shown = columns.filter(({ on }) => on !== 'page')
  const format = formatMoment(stdout, now)
  const head = shown.map(({ name }) => name.toUpperCase())
  const lines = [head, ...rows.map((row) => shown.map(({ of }) => printable(cellText(of(row, now), format))))]
  const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  const padded = lines.map((line) => line.map((cell, at) => cell.padEnd(widths[at]!)).join('  '))
  return padded.map((line) => `${line.trimEnd()}\n`).join('')
}

/** One thing of a noun, a line for each of its facts. */
export function sheetOf<T>(columns: readonly Column<T>[], one: T, { stdout, now }: Shown): string {
  const format = formatMoment(stdout, now, true)
  const lines = columns.map(({ name, of, on }) => {
    const cell = on === 'page' ? undefined : of(one, now)
    return cell === undefined
      ? ''
      : `${`${name.toLowerCase().padEnd(14)} ${printable(cellText(cell, format))}`.trimEnd()}\n`
  })
  return lines.join('')
}
