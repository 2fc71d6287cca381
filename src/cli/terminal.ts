import { isTime, labelOf, membersOf, plainText, type RecordView } from '../admin/view.ts'
import { fromNow, indiaTime } from '../lib/calendar.ts'
import { printable } from '../lib/text/visible.ts'

interface Surface {
  stdout: { isTTY?: boolean }
  now: number
}

/** Writes a member; times on a terminal as `3 min ago`, in full after the date and time in India, elsewhere in ISO 8601. */
function textOf([name, value]: readonly [string, unknown], { stdout, now }: Surface, isFull = false): string {
  if (!isTime(name)) return printable(plainText(value, name))
  if (value === null) return 'never'
  const time = Date.parse(String(value))
  if (!stdout.isTTY) return String(value)
  return isFull ? `${indiaTime(time)} (${fromNow(time, now)})` : fromNow(time, now)
}

export function tableOf<T>(view: RecordView<T>, items: readonly T[], surface: Surface): string {
  if (items.length === 0) return `No ${view.name}.\n`
  const rows = [
    view.columns.map((name) => labelOf(name).toUpperCase()),
    ...items.map((item) => membersOf(view, item, surface.now, view.columns).map((member) => textOf(member, surface))),
  ]
  const widths = view.columns.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

export function detailsOf(members: readonly (readonly [string, unknown])[], surface: Surface): string {
  return members
    .filter(([, value]) => value === null || plainText(value) !== '')
    .map(([name, value]) => {
      const label = labelOf(name).padEnd(18)
      const isList = Array.isArray(value) && typeof value[0] === 'object'
      const lines = isList ? value.map((item) => plainText(item)) : typeof value === 'string' ? value.split('\n') : []
      if (isList || lines.length > 1)
        return `${[label.trimEnd(), ...lines.map((line) => `  ${printable(line)}`.trimEnd())].join('\n')}\n`
      return `${`${label} ${textOf([name, value], surface, true)}`.trimEnd()}\n`
    })
    .join('')
}
