/** The share of the expected fields that a sheet has, 0 to 100, rounded down; an empty text or list is not had. */
export function completeness(expects: readonly string[], sheet: Readonly<Record<string, unknown>>): number {
  if (expects.length === 0) return 100
  const had = expects.filter((field) => isKnown(Object.hasOwn(sheet, field) ? sheet[field] : undefined))
  return Math.floor((had.length * 100) / expects.length)
}

function isKnown(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return !Array.isArray(value) || value.length > 0
}
