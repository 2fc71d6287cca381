import { RowInputError } from '../issue.ts'
import type { RecordType } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { findHeaders } from './grid.ts'
import type { CatalogNames } from './names.ts'
import { fieldNamed } from './synonyms.ts'
import { targetOf } from './targets.ts'
import { lettersOf } from './words.ts'

/** The type of the records is not certain. */
export class TypeUncertain extends RowInputError {
  readonly choices: readonly RecordType[]

  constructor(choices: readonly RecordType[]) {
    super(`may hold records of several types: say --type ${choices.join(' or ')}`)
    this.choices = choices
  }
}

const TYPES = ['machine', 'implement', 'listing'] as const

/** The type of which at least two headers name fields that the others lack; otherwise a person has to say it. */
export function certainType(lines: readonly TableLine[], names: CatalogNames, title: string): RecordType {
  const scores = TYPES.map((type) => ({ type, score: scoreOf(type, lines, names, title) }))
  const [best, second] = scores.sort((a, b) => b.score - a.score)
  if (best!.score >= 2 && best!.score >= 2 * second!.score) return best!.type
  throw new TypeUncertain(scores.map(({ type }) => type))
}

function scoreOf(
  type: (typeof TYPES)[number],
  lines: readonly TableLine[],
  { classes, kinds }: CatalogNames,
  title: string,
): number {
  const headers = headersOf(lines, type)
  if (!headers) return 0
  const isOwn = (field: string) => TYPES.every((other) => other === type || !targetOf(other, field))
  const fields = new Set(headers.names.flatMap((name) => fieldNamed(type, name).exact?.field ?? []))
  const text = [title, ...lines.slice(0, headers.first).flatMap(({ cells }) => cells)].join(' ')
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).map((word) => lettersOf(word).replace(/s$/, ''))
  const titled = type === 'machine' ? classes : type === 'implement' ? kinds : new Map()
  return [...fields].filter(isOwn).length + (words.some((word) => word.length > 2 && titled.has(word)) ? 1 : 0)
}

function headersOf(lines: readonly TableLine[], type: RecordType) {
  try {
    return findHeaders(lines, type)
  } catch (error) {
    if (error instanceof RowInputError) return undefined
    throw error
  }
}
