import type { RecordType } from '../row-shapes.ts'
import { ABOVE, ASKED, LEFT_OUT, type Recipe } from './mapping.ts'
import type { KnownNames } from './names.ts'
import { readCell } from './read-cell.ts'
import { type CellKind, targetOf, targetsOf } from './targets.ts'

const LOOKED = 40
/** Kinds of cells that say by themselves what they are. */
const TELLING: readonly CellKind[] = ['choice', 'class', 'maker', 'gears', 'tyre', 'tyres', 'state']

/**
 * What a column may be, the likeliest first, only ever offered: of what its heading suggests what the readers understand
 * half of its cells as; if it suggests nothing that they can be, the fields whose cells say by themselves what they are.
 */
export function likelyFields(
  type: RecordType,
  suggested: readonly string[],
  cells: readonly string[],
  names: KnownNames,
): string[] {
  const understood = (field: string) => understoodShare(type, field, cells, names)
  const isUnderstood = new Map(suggested.map((field) => [field, understood(field) >= 0.5]))
  const sorted = suggested.toSorted((a, b) => Number(isUnderstood.get(b)) - Number(isUnderstood.get(a)))
  const isClosed = suggested.every((field) => isTelling(type, field) && understood(field) === 0)
  if (!isClosed || cells.every((cell) => /^[\d.,]*$/.test(cell))) return sorted
  const others = targetsOf(type)
    .filter((field) => isTelling(type, field) && !suggested.includes(field))
    .map((field) => ({ field, score: understood(field) }))
    .filter(({ score }) => score > 0.5)
    .toSorted((a, b) => b.score - a.score)
  return [...others.map(({ field }) => field), ...sorted]
}

/** Whether cells of this field say by themselves what they are. */
export const isTelling = (type: RecordType, field: string) => TELLING.includes(targetOf(type, field)!.kind)

/** Which part of the first cells is understood as this field. */
export function understoodShare(type: RecordType, field: string, cells: readonly string[], names: KnownNames): number {
  const some = [...new Set(cells)].slice(0, LOOKED)
  const column = { heading: '', field, target: targetOf(type, field)!, words: new Map<string, string>() }
  const read = some.filter((cell) => {
    const found = readCell(column, cell, type, { names, days: 'day-month', makesNew: false })
    return found !== undefined && 'values' in found
  })
  return read.length / Math.max(1, some.length)
}

/** What lines of one cell say, where some do. */
export function likelyAlone(type: RecordType, texts: readonly string[], names: KnownNames): string | undefined {
  const fields = ['machine_class', 'manufacturer', 'maker_name'].filter((field) => targetOf(type, field))
  const shares = fields.map((field) => understoodShare(type, field, texts, names))
  const best = Math.max(...shares, 0)
  return best > 0 ? fields[shares.indexOf(best)] : undefined
}

/** What was said for all new records or all prices, and is not understood as their field. */
export function* misread(recipe: Recipe, names: KnownNames): Iterable<['new' | 'prices', string, string]> {
  for (const place of ['new', 'prices'] as const)
    for (const [name, answer] of Object.entries(recipe[place] ?? {})) {
      const [type, field] = place === 'new' ? [recipe.type, name] : (['machine', `price.${name}`] as const)
      const isSaid = answer !== ASKED && answer !== LEFT_OUT && answer !== ABOVE
      if (isSaid && understoodShare(type, field, [answer], names) === 0) yield [place, name, answer]
    }
}

/** More unknown words than these, and a column is something else. */
const MAX_WORDS = 25

/** A column of many unknown words is asked about; where a person said what it is, the others are left out and told. */
export function limitWords(column: { field: string; words?: Record<string, string> }, isSaid: boolean): void {
  const words = Object.entries(column.words ?? {})
  const asked = words.filter(([, meant]) => meant === ASKED)
  if (asked.length <= MAX_WORDS && words.length <= 2 * MAX_WORDS) return
  const room = isSaid ? Math.max(0, MAX_WORDS - (words.length - asked.length)) : 0
  const dropped = new Set(asked.slice(room).map(([word]) => word))
  column.words = Object.fromEntries(words.filter(([word]) => !dropped.has(word)))
  if (!isSaid) column.field = ASKED
}
