import { FIGURES, MACHINE } from '../records/machine.ts'
import { wordsFor } from '../records/words.ts'
import { lazily } from '../running/kept.ts'
import { nearestName } from '../text/nearest-name.ts'
import { phrasesOf } from '../text/word-lists.ts'
import { foldWords, keysOf, linesOf, meantValue, says } from './table-words.ts'

// What people write above the columns of a table: words/columns.tsv.

const wholeWords = lazily(
  () => new Map(linesOf('short').flatMap(([word, short]) => phrasesOf(short!).map((one) => [foldWords(one), word!]))),
)

/** `Mdl Sts` as it is written in full, of folded words. */
const inFull = (folded: string) =>
  folded
    .split(' ')
    .map((word) => wholeWords().get(word) ?? word)
    .join(' ')

/** A figure that no line names is called by its labels. */
function ofLabels(): string[][] {
  const named = new Set(linesOf('columns').flatMap(([fields]) => phrasesOf(fields!)))
  const unnamed = FIGURES.filter((name) => !named.has(name) && !('stored' in MACHINE[name]))
  return unnamed.map((name) => [
    name,
    wordsFor('spec', name)
      .map((label) => label.replaceAll(',', ''))
      .join(),
  ])
}

/** Read with the first table: most programs see none. */
const columns = lazily(() => {
  const byWord = new Map<string, string[]>()
  const weak = new Set<string>()
  /** The words that the names of each field are made of. */
  const vocabularies = new Map<string, Set<string>>()
  for (const [fields, words, strength] of [...linesOf('columns'), ...ofLabels()]) {
    const phrases = phrasesOf(words!).map(foldWords)
    for (const target of phrasesOf(fields!)) {
      const own = foldWords(target)
      const vocabulary = vocabularies.get(target) ?? new Set()
      vocabularies.set(target, vocabulary)
      for (const phrase of [own, ...phrases]) {
        const full = inFull(phrase)
        for (const word of full.split(' ')) vocabulary.add(word)
        for (const key of [phrase, phrase.replaceAll(' ', ''), full]) {
          const known = byWord.get(key)
          if (!known) byWord.set(key, [target])
          else if (!known.includes(target)) known.push(target)
          if (strength === 'weak' && key !== own) weak.add(key)
        }
      }
    }
  }
  return { byWord, weak, vocabularies }
})

/** The fields that columns may mean. */
export const columnTargets = () => columns().vocabularies.keys()

/** All names of columns, folded. */
export const columnWords = () => columns().byWord

/** Whether a column of this name means its field only where no other does. */
export const isWeak = (name: string) => keysOf(name).some((key) => columns().weak.has(key))

/** The kind of price that the name of its column says. */
export function priceKindOf(column: string): string | undefined {
  const kind = meantValue('price.kind', column)
  // An approximate price may be of any kind, but not one that is called an estimate.
  return kind === 'estimate' && !/\bestimated?\b/.test(foldWords(column)) ? undefined : kind
}

/** The fields that a column of this name may mean, in the order of the table. */
export function meantBy(name: string): readonly string[] {
  const told = foldWords(name).split(' ')
  const spellings = new Set(
    [name, told.filter((word) => !says('empty', word)).join(' ')].flatMap((one) => [
      ...keysOf(one),
      inFull(foldWords(one)),
    ]),
  )
  return [...new Set([...spellings].flatMap((spelling) => columns().byWord.get(spelling) ?? []))]
}

/** The fields whose words a name is made of, in any order, the longest of their names among them. */
export function meantByWords(name: string): readonly string[] {
  const { byWord, weak, vocabularies } = columns()
  const words = inFull(foldWords(name))
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
