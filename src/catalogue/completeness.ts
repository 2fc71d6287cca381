/** The percentage of expected fields that a sheet has, rounded down. An empty text or list counts as missing. */
export function completeness(expects: readonly string[], sheet: Readonly<Record<string, unknown>>): number {
  if (expects.length === 0) return 100
  const present = expects.filter((field) => isKnown(Object.hasOwn(sheet, field) ? sheet[field] : undefined))
  return Math.floor((present.length * 100) / expects.length)
}

function isKnown(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return !Array.isArray(value) || value.length > 0
}
