import { InputError } from '../report.ts'
import type { RecordType } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { headingNamed } from './header-names.ts'
import type { Recipe } from './mapping.ts'
import { lettersOf } from './words.ts'

/** The headings are looked for among so many lines. */
export const HEAD_LINES = 30

/** How many columns each of the first lines names. */
function headingScores(head: readonly TableLine[], type: RecordType, recipe?: Recipe): number[] {
  const own = new Set(Object.keys(recipe?.columns ?? {}).map(lettersOf))
  return head.slice(0, HEAD_LINES).map(({ cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== '')
    const isNamed = (cell: string) => own.has(lettersOf(cell)) || headingNamed(type, cell).exact !== undefined
    return filled.length > 1 || cells.length === 1 ? filled.filter(isNamed).length : 0
  })
}

/** The type whose fields the headings name most; undefined where they name none. */
export function likeliestType(lines: readonly TableLine[]): RecordType | undefined {
  const types = ['machine', 'listing', 'implement'] as const
  const scores = types.map((type) => Math.max(0, ...headingScores(lines, type)))
  const best = Math.max(...scores)
  return best > 0 ? types[scores.indexOf(best)] : undefined
}

/** Which of the first lines has the headings: the one that names most columns, or that the recipe has. */
export function findHeadings(head: readonly TableLine[], type: RecordType, recipe?: Recipe): number {
  const scores = headingScores(head, type, recipe)
  const best = Math.max(...scores)
  if (best > 0) return scores.indexOf(best)
  // Nothing is known of this sheet: the first line with most cells may be its headings.
  const counts = head.slice(0, HEAD_LINES).map(({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell)).length)
  if (Math.max(...counts) < 2) throw new InputError('has no line that names columns: is it a table?').at(1)
  return counts.indexOf(Math.max(...counts))
}
