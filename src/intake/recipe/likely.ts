import type { RecordType } from '../row-shapes.ts'
import type { KnownNames } from './names.ts'
import { readCell } from './read-cell.ts'
import { type CellKind, targetOf, targetsOf } from './targets.ts'

const LOOKED = 40
/** Kinds of cells that say by themselves what they are. */
const TELLING: readonly CellKind[] = ['choice', 'class', 'maker', 'gears', 'tyre', 'tyres', 'state']

/**
 * What a column may be, the likeliest first, only ever offered: of what its heading suggests what the readers understand
 * half of its cells as; if it suggests nothing, the fields whose cells say by themselves what they are.
 */
export function likelyFields(
  type: RecordType,
  suggested: readonly string[],
  cells: readonly string[],
  names: KnownNames,
): string[] {
  const some = [...new Set(cells)].slice(0, LOOKED)
  const understood = (field: string) => {
    const column = { heading: '', field, target: targetOf(type, field)!, words: new Map<string, string>() }
    const read = some.filter((cell) => {
      const found = readCell(column, cell, type, { names, days: 'day-month', makesNew: false })
      return found !== undefined && 'values' in found
    })
    return read.length / Math.max(1, some.length)
  }
  if (suggested.length > 0) {
    const isUnderstood = new Map(suggested.map((field) => [field, understood(field) >= 0.5]))
    return suggested.toSorted((a, b) => Number(isUnderstood.get(b)) - Number(isUnderstood.get(a)))
  }
  if (some.every((cell) => /^[\d.,]*$/.test(cell))) return []
  return targetsOf(type)
    .filter((field) => TELLING.includes(targetOf(type, field)!.kind))
    .map((field) => ({ field, score: understood(field) }))
    .filter(({ score }) => score > 0.5)
    .toSorted((a, b) => b.score - a.score)
    .map(({ field }) => field)
}
