import { nearestName } from '../text/nearest-name.ts'
import { phrasesOf } from '../text/word-lists.ts'
import { foldWords, keysOf, linesOf, meantValue, says } from './table-words.ts'

// What people write above the columns of a table: words/columns.tsv.

const byWord = new Map<string, string[]>()
const weak = new Set<string>()
/** The fields that columns may mean. */
export const COLUMN_TARGETS = new Set<string>()
for (const [fields, words, strength] of linesOf('columns')) {
  for (const target of phrasesOf(fields!)) {
    COLUMN_TARGETS.add(target)
    for (const key of [target, ...phrasesOf(words!)].flatMap(keysOf)) {
      if (!byWord.get(key)?.includes(target)) byWord.set(key, [...(byWord.get(key) ?? []), target])
      if (strength === 'weak' && key !== foldWords(target)) weak.add(key)
    }
  }
}

/** Whether a column of this name means its field only where no other does. */
export const isWeak = (name: string) => keysOf(name).some((key) => weak.has(key))

/** The kind of price that the name of its column says. */
export function priceKindOf(column: string): string | undefined {
  const kind = meantValue('price.kind', column)
  // An approximate price may be of any kind.
  return kind === 'estimate' ? undefined : kind
}

/** The fields that a column of this name may mean, in the order of the table. */
export function meantBy(name: string): readonly string[] {
  const told = foldWords(name).split(' ')
  const spellings = new Set([name, told.filter((word) => !says('empty', word)).join(' ')].flatMap(keysOf))
  return [...spellings].flatMap((spelling) => byWord.get(spelling) ?? [])
}

/** The field that an unknown name most likely means: a usual name, the same unit, or the nearest spelling. */
export function suggestField(name: string, known: Iterable<string>): string | undefined {
  const fields = new Set(known)
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[\s.()-]+/g, '_')
    .replace(/^_|_$/g, '')
  if (fields.has(folded)) return folded
  // One price of a machine stands among its prices.
  const common = meantBy(folded).map((target) => (target.startsWith('price.') ? 'prices' : target))
  return common.find((field) => fields.has(field)) ?? sameUnit(folded, fields) ?? nearestName(folded, fields)
}

/** `power_hp` has the unit of `engine_hp`; a unit that many fields share suggests none. */
function sameUnit(name: string, fields: ReadonlySet<string>): string | undefined {
  const unit = /_[a-z0-9]+$/.exec(name)?.[0]
  if (unit === undefined) return undefined
  const sharing = [...fields].filter((field) => field.endsWith(unit))
  return nearestName(name, sharing) ?? (sharing.length <= 2 ? sharing[0] : undefined)
}

/** All names of columns, folded. */
export const COLUMN_WORDS: ReadonlySet<string> = new Set(byWord.keys())
