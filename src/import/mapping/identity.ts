import type { TableLine } from '../table-source.ts'
import type { ColumnMapping } from './mapping.ts'
import { lettersOf } from './words.ts'

/** Columns that describe a machine for as long as it is for sale; a price or a meter reading changes. */
const LASTING = ['own_number', 'contact.phone', 'maker_name', 'variant_name', 'year', 'pin', 'district', 'contact.name']

/** The first columns whose cells are filled, unique and not a running number. */
export function suggestIdentity(
  headers: readonly string[],
  columns: Readonly<Record<string, ColumnMapping>>,
  body: readonly TableLine[],
): string[] | undefined {
  const index = headers.findIndex((header) => columns[header]!.field === 'own_number')
  return index !== -1 && isUnique([index], headers, body) ? [headers[index]!] : undefined
}

/** Sets of columns that are unique in this sheet, for a person to choose from. */
export function identityChoices(
  headers: readonly string[],
  columns: Readonly<Record<string, ColumnMapping>>,
  body: readonly TableLine[],
): string[] {
  const lasting = headers.flatMap((header, i) => {
    const rank = LASTING.indexOf(columns[header]!.field)
    const isLabel = columns[header]!.field === 'description' && /reg|chassis|engine|serial|no\b/i.test(header)
    return rank === -1 && !isLabel ? [] : [{ i, rank: isLabel ? 0.5 : rank }]
  })
  const ordered = lasting.sort((a, b) => a.rank - b.rank).map(({ i }) => i)
  const sets = [
    ...ordered.map((i) => [i]),
    ...ordered.flatMap((i, index) => ordered.slice(index + 1).map((other) => [i, other])),
    ...ordered.flatMap((i, index) =>
      ordered.slice(index + 1).flatMap((other, k) => ordered.slice(index + k + 2).map((third) => [i, other, third])),
    ),
    ordered.slice(0, 6),
  ]
  const unique = sets.filter((set) => set.length > 0 && isUnique(set, headers, body))
  return unique.slice(0, 4).map((set) => set.map((i) => headers[i]).join(' + '))
}

function isUnique(indexes: readonly number[], headers: readonly string[], body: readonly TableLine[]): boolean {
  const seen = new Set<string>()
  for (const { cells } of body) {
    // Section rows, sums and empty lines identify nothing.
    if (cells.filter((cell) => cell.trim() !== '').length * 2 <= headers.length) continue
    const key = indexes.map((i) => lettersOf(cells[i] ?? '')).join('\n')
    if (key.replaceAll('\n', '') === '' || seen.has(key)) return false
    seen.add(key)
  }
  return seen.size > 0
}
