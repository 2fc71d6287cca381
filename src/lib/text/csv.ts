/** Spreadsheets take cells that begin with these signs for formulas. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/u

/** Quotes before it are the text's own: one more tells them apart. */
const isFormula = (text: string) => FORMULA.test(text.replace(/^'+/, ''))

/** A line of CSV, with a quote before what a spreadsheet would take for a formula; `plainText` takes it off again. */
export function csvLine(cells: readonly (string | number | boolean)[], end = '\r\n'): string {
  const written = cells.map((cell) => {
    if (typeof cell !== 'string') return String(cell)
    const text = isFormula(cell) ? `'${cell}` : cell
    return /[",\r\n;|\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}${end}`
}

export function plainText(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell
}
