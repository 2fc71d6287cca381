/**
 * One line of CSV. Spreadsheets take cells that begin with these signs for formulas; a quote before them prevents that.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n;\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
