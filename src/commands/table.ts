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
