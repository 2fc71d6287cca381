import { RowInputError } from '../issue.ts'
import type { RecordType } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { findHeaders, type Headers } from './grid.ts'
import type { CatalogNames } from './names.ts'
import { fieldNamed } from './synonyms.ts'
import { targetOf } from './targets.ts'
import { lettersOf } from './words.ts'

export class TypeUncertain extends RowInputError {
  readonly choices: readonly RecordType[]

  constructor(choices: readonly RecordType[]) {
    super(`may hold records of several types: say --type ${choices.join(' or ')}`)
    this.choices = choices
  }
}

const TYPES = ['machine', 'implement', 'listing'] as const
const SHARED: readonly string[] = ['maker_name', 'variant_name', 'price', 'price_inr']
const OF_USED = ['hours', 'km', 'owners', 'contact.phone']

/**
 * The type of a used machine with its year and its use, or the one of which at least two headers name fields that the
 * other types lack; otherwise a person has to say it.
 */
export function certainType(lines: readonly TableLine[], names: CatalogNames, title: string): RecordType {
  const headers = TYPES.map((type) => headersOf(lines, type))
  const first = Math.min(...headers.map((found) => found?.first ?? 0))
  const titles = [title, ...lines.slice(0, first).flatMap(({ cells }) => cells)].join(' ')
  const words = titles.split(/[^\p{L}\p{M}\p{N}]+/u).map((word) => lettersOf(word).replace(/s$/, ''))
  const scores = TYPES.map((type, i) => ({ type, ...scoreOf(type, lines, headers[i], names, words) }))
  const { fields } = scores.find(({ type }) => type === 'listing')!
  if (fields.has('year') && OF_USED.some((field) => fields.has(field))) return 'listing'
  const [best, second] = scores.sort((a, b) => b.score - a.score)
  if (best!.score >= 2 && best!.score >= 2 * second!.score) return best!.type
  throw new TypeUncertain(scores.map(({ type }) => type))
}

function scoreOf(
  type: (typeof TYPES)[number],
  lines: readonly TableLine[],
  headers: Headers | undefined,
  { classes, kinds }: CatalogNames,
  titleWords: readonly string[],
): { score: number; fields: ReadonlySet<string> } {
  if (!headers) return { score: 0, fields: new Set() }
  const { last, names } = headers
  const columns = names.map((name) => fieldNamed(type, name).exact?.field ?? '')
  const isOwn = (field: string) =>
    field !== '' && !SHARED.includes(field) && TYPES.every((other) => other === type || !targetOf(other, field))
  const own = new Set(columns.filter(isOwn)).size
  const classNames = type === 'machine' ? classes : type === 'implement' ? kinds : new Map<string, unknown>()
  const index = columns.indexOf(type === 'machine' ? 'machine_class' : 'kind')
  const isOfClasses = index !== -1 && classNames.has(lettersOf(lines[last + 1]?.cells[index] ?? ''))
  const isTitled = titleWords.some((word) => word.length > 2 && classNames.has(word))
  return { score: own + (isOfClasses ? 2 : 0) + (isTitled ? 1 : 0), fields: new Set(columns) }
}

function headersOf(lines: readonly TableLine[], type: RecordType) {
  try {
    return findHeaders(lines, type)
  } catch (error) {
    if (error instanceof RowInputError) return undefined
    throw error
  }
}
