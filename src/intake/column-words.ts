import { nearestName } from '../text/nearest-name.ts'
import { phrasesOf } from '../text/word-lists.ts'
import { foldWords, keysOf, linesOf, meantValue, says } from './table-words.ts'

// What people write above the columns of a table: words/columns.tsv.

const byWord = new Map<string, string[]>()
const weak = new Set<string>()
/** The words that the names of each field are made of. */
const vocabularies = new Map<string, Set<string>>()
const wholeWords = new Map(
  linesOf('short').flatMap(([word, short]) => phrasesOf(short!).map((one) => [foldWords(one), word!] as const)),
)
/** `Mdl Sts` as it is written in full. */
const inFull = (name: string) =>
  foldWords(name)
    .split(' ')
    .map((word) => wholeWords.get(word) ?? word)
    .join(' ')
/** The fields that columns may mean. */
export const COLUMN_TARGETS = new Set<string>()
for (const [fields, words, strength] of linesOf('columns')) {
  for (const target of phrasesOf(fields!)) {
    COLUMN_TARGETS.add(target)
    const vocabulary = vocabularies.get(target) ?? new Set()
    vocabularies.set(target, vocabulary)
    for (const phrase of [target, ...phrasesOf(words!)]) {
      for (const word of inFull(phrase).split(' ')) vocabulary.add(word)
      for (const key of [...keysOf(phrase), inFull(phrase)]) {
        if (!byWord.get(key)?.includes(target)) byWord.set(key, [...(byWord.get(key) ?? []), target])
        if (strength === 'weak' && key !== foldWords(target)) weak.add(key)
      }
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
  const spellings = new Set(
    [name, told.filter((word) => !says('empty', word)).join(' ')].flatMap((one) => [...keysOf(one), inFull(one)]),
  )
  return [...new Set([...spellings].flatMap((spelling) => byWord.get(spelling) ?? []))]
}

/** The fields whose words a name is made of, in any order, the longest of their names among them. */
export function meantByWords(name: string): readonly string[] {
  const words = inFull(name)
    .split(' ')
    .filter((word) => word !== '' && !says('empty', word))
  const targets = [...vocabularies].flatMap(([target, known]) =>
    words.every((word) => known.has(word)) ? [target] : [],
  )
  for (let length = words.length; length > 0 && targets.length > 0; length--) {
    const phrases = words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '))
    const named = phrases.flatMap((phrase) => (weak.has(phrase) ? [] : (byWord.get(phrase) ?? [])))
    const meant = targets.filter((target) => named.includes(target))
    if (meant.length > 0) return meant
  }
  return []
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
