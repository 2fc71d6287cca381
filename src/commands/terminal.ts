import { fromNow, indiaTime } from '../calendar.ts'
import type { Cell, Column } from '../operator/desk.ts'

/** How a command writes a moment: exactly for scripts, relatively for people. */
export type FormatMoment = (at: number | null) => string

/** On a terminal `3 min ago` or `in 2 h`, elsewhere the moment itself; `never` for none. */
export function formatMoment(stream: { isTTY?: boolean }, now: number): FormatMoment {
  return (at) => {
    if (at === null) return 'never'
    return stream.isTTY ? fromNow(at, now) : new Date(at).toISOString()
  }
}

/** The same, with the date and time in India beside it. */
function formatFullMoment(stream: { isTTY?: boolean }, now: number): FormatMoment {
  const format = formatMoment(stream, now)
  return (at) => (at === null || !stream.isTTY ? format(at) : `${indiaTime(at)} (${format(at)})`)
}

/** Where and when something is shown. */
interface Shown {
  stdout: { isTTY?: boolean }
  now: number
}

/** The things of a noun, a line for each; `empty` when there is none. */
export function tableOf<T>(columns: readonly Column<T>[], rows: readonly T[], empty: string, { stdout, now }: Shown) {
  if (rows.length === 0) return `${empty}\n`
  const shown = columns.filter(({ on }) => on !== 'page')
  const format = formatMoment(stdout, now)
  return table(
    shown.map(({ name }) => name.toUpperCase()),
    rows.map((row) => shown.map(({ of }) => cellText(of(row, now), format))),
  )
}

/** One thing of a noun, a line for each of its facts. */
export function sheetOf<T>(columns: readonly Column<T>[], one: T, { stdout, now }: Shown): string {
  const format = formatFullMoment(stdout, now)
  return sheet(
    columns.flatMap(({ name, of, on }) => {
      const cell = on === 'page' ? undefined : of(one, now)
      return cell === undefined ? [] : [[name.toLowerCase(), cellText(cell, format)] as const]
    }),
  )
}

function cellText(cell: Cell | undefined, format: FormatMoment): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'object') return printable(String(cell))
  const own = cell.at === undefined ? printable(cell.text ?? '') : format(cell.at)
  return `${own} ${cellText(cell.next, format)}`.trim()
}

/** Rows under a head, with columns as wide as their longest cells. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const lines = [head, ...rows].map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join('  '))
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}

/** One thing, a line for each of its fields. */
export function sheet(lines: readonly (readonly [string, string])[]): string {
  return lines.map(([name, value]) => `${`${name.padEnd(14)} ${value}`.trimEnd()}\n`).join('')
}

/** A stranger's text must not control the operator's terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
}
