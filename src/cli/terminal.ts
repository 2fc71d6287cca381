import { type ActionField, cellText } from '../admin/actions.ts'
import { fromNow, indiaTime } from '../lib/calendar.ts'
import { printable } from '../lib/text/visible.ts'

interface Surface {
  stdout: { isTTY?: boolean }
  now: number
}

/** Writes times: on a terminal `3 min ago`, in full after the date and time in India; elsewhere in ISO 8601. */
function timeFormat({ stdout, now }: Surface, isFull = false) {
  return (timestamp: number | null) => {
    if (timestamp === null) return 'never'
    if (!stdout.isTTY) return new Date(timestamp).toISOString()
    return isFull ? `${indiaTime(timestamp)} (${fromNow(timestamp, now)})` : fromNow(timestamp, now)
  }
}

/** A table with headers; `empty` if there are no items. */
export function tableOf<T>(
  fields: readonly ActionField<T>[],
  items: readonly T[],
  empty: string,
  surface: Surface,
): string {
  if (items.length === 0) return `${empty}\n`
  const columns = fields.filter((field) => field.surface !== 'page')
  const format = timeFormat(surface)
  const rows = items.map((item) => columns.map(({ value }) => printable(cellText(value(item, surface.now), format))))
  return alignRows([columns.map(({ name }) => name.toUpperCase()), ...rows])
}

/** Rows of cells in columns as wide as their longest cells. */
function alignRows(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i]!)).join('  '))
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}

/** One item, a line for each of its fields. */
export function detailsOf<T>(fields: readonly ActionField<T>[], item: T, surface: Surface): string {
  const format = timeFormat(surface, true)
  const lines = fields.map((field) => {
    const cell = field.surface === 'page' ? undefined : field.value(item, surface.now)
    if (cell === undefined) return ''
    return `${`${field.name.toLowerCase().padEnd(14)} ${printable(cellText(cell, format))}`.trimEnd()}\n`
  })
  return lines.join('')
}
