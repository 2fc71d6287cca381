import type { TableLine } from '../table-source.ts'
import type { ColumnMapping } from './mapping.ts'
import { lettersOf } from './words.ts'

/** Columns that describe a machine for as long as it is for sale; a price or a meter reading changes. */
const LASTING = ['own_number', 'contact.phone', 'maker_name', 'variant_name', 'year', 'pin', 'district', 'contact.name']
const LABEL = /reg|chassis|engine|serial|no\b/i
const MAX_COLUMNS = 6
const MAX_CHOICES = 4

export function identityChoices(
  headers: readonly string[],
  columns: Readonly<Record<string, ColumnMapping>>,
  body: readonly TableLine[],
): string[][] {
  const rankOf = (header: string) => {
    const { field } = columns[header]!
    return field === 'description' && LABEL.test(header) ? 0.5 : LASTING.indexOf(field)
  }
  const lasting = headers.filter((header) => rankOf(header) >= 0).sort((a, b) => rankOf(a) - rankOf(b))
  const sets = [1, 2, 3].flatMap((size) => subsets(lasting, size))
  const unique = [...sets, lasting.slice(0, MAX_COLUMNS)].filter(
    (set) => set.length > 0 && isUnique(set, headers, body),
  )
  return unique.slice(0, MAX_CHOICES)
}

function subsets(items: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, i) => subsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]))
}

function isUnique(set: readonly string[], headers: readonly string[], body: readonly TableLine[]): boolean {
  const indexes = set.map((header) => headers.indexOf(header))
  const seen = new Set<string>()
  for (const { cells } of body) {
    // Section rows, sums and empty lines identify nothing.
    if (cells.filter((cell) => cell.trim() !== '').length * 2 <= headers.length) continue
    const key = indexes.map((i) => lettersOf(cells[i] ?? '')).join('\n')
    if (key.trim() === '' || seen.has(key)) return false
    seen.add(key)
  }
  return seen.size > 0
}
