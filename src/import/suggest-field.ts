import { nearestName } from '../lib/text/nearest-name.ts'
import { phrasesOf } from '../lib/text/word-lists.ts'
import { lettersOf, linesOf } from './mapping/words.ts'

/** The field that an unknown name most likely means: a usual name, the same unit, or the nearest spelling. */
export function suggestField(name: string, existing: Iterable<string>): string | undefined {
  const fields = new Set(existing)
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[\s.()-]+/g, '_')
    .replace(/^_|_$/g, '')
  if (fields.has(folded)) return folded
  // One price of a machine stands among its prices.
  const common = fieldsCalled(folded).map((target) => (/^price(?:\.|$)/.test(target) ? 'prices' : target))
  return common.find((field) => fields.has(field)) ?? sameUnit(folded, fields) ?? nearestName(folded, fields)
}

function fieldsCalled(name: string): string[] {
  const key = lettersOf(name)
  const isCalled = (names: string) => phrasesOf(names).some((item) => lettersOf(item) === key)
  return linesOf('headers').flatMap(([fields, names]) => (isCalled(names!) ? phrasesOf(fields!) : []))
}

/** `power_hp` has the unit of `engine_hp`; a unit that many fields share suggests none. */
function sameUnit(name: string, fields: ReadonlySet<string>): string | undefined {
  const unit = /_[a-z0-9]+$/.exec(name)?.[0]
  if (unit === undefined) return undefined
  const sharing = [...fields].filter((field) => field.endsWith(unit))
  return nearestName(name, sharing) ?? (sharing.length <= 2 ? sharing[0] : undefined)
}
