import { isDigits } from '../../lib/text/normalize.ts'
import { WHEEL_DRIVES } from '../../schema/api/values.ts'
import type { Term } from './classify.ts'
import { isOfManufacturer, separates } from './resolve.ts'
import type { TermLookup } from './term-lookup.ts'

export type Clauses = readonly (readonly string[])[]

const MAX_CLAUSES = 4
export const MAX_NAME_WORDS = 3

export function splitClauses(terms: readonly Term[], isCompared: boolean, lookup: TermLookup): Clauses {
  const clauses: string[][] = []
  let words: string[] = []
  for (const term of terms) {
    if (separates(term, isCompared) && words.length > 0 && clauses.length + 1 < MAX_CLAUSES) {
      clauses.push(words)
      words = []
    } else if (term.isKept) words.push(term.word)
  }
  if (words.length > 0) clauses.push(words)
  const isLiteral = terms.every(({ kind }) => kind === 'exact' || kind === 'either')
  return clauses.length < 2 || isLiteral ? clauses : shareClass(shareModel(clauses, lookup), lookup)
}

/** What stands alone is of the model or the manufacturer before it: "744 fe or xt", "eicher 380 or 485". */
function shareModel(clauses: Clauses, lookup: TermLookup): Clauses {
  const shared: (readonly string[])[] = []
  for (const words of clauses) {
    const before = shared.findLast((clause) => clause.some(isDigits)) ?? []
    const isVariant = !words.some(isDigits) && !words.some(lookup.isClassWord)
    const model = isVariant ? before.findLastIndex(isDigits) : before.findIndex(isDigits) - 1
    const isBare = (isVariant || isDigits(words[0]!)) && !words.some((_, i) => isOfManufacturer(words, i, lookup))
    const all = [...before.slice(0, model + 1), ...words]
    shared.push(isBare && model >= 0 && lookup.matchesAll(all) ? all : words)
  }
  return shared
}

/** A class, and a drive before it or at the end where no model is named, hold for the alternatives that name none. */
function shareClass(clauses: Clauses, lookup: TermLookup): Clauses {
  const isDrive = (word: string) => (WHEEL_DRIVES as readonly string[]).includes(word)
  const isModel = (words: readonly string[]) => words.some(isDigits)
  const isCommon = (word: string, i: number, words: readonly string[]) =>
    (lookup.isClassWord(word) && !isOfManufacturer(words, i, lookup)) ||
    (isDrive(word) && i > 0 && (i === words.length - 1 ? !clauses.some(isModel) : lookup.isClassWord(words[i + 1]!)))
  const commons = clauses.map((words) => words.filter(isCommon))
  const [shared, ...others] = commons.filter((words) => words.length > 0)
  if (shared === undefined || others.length > 0 || shared.length === clauses[commons.indexOf(shared)]!.length)
    return clauses
  const isClass = (word: string) => lookup.valueNamed('machine_class', [word]) !== undefined
  return clauses.map((words, i) => {
    if (commons[i] === shared) return words
    const all = [...words, ...shared.filter((word) => !isDrive(word) || !words.some(isDrive))]
    // A model has its class already; words that are not full class names would be dropped again.
    return (shared.every(isClass) && !isModel(words)) || lookup.matchesAll(all) ? all : words
  })
}

/** Takes the words for one value out of each clause; undefined unless every clause has the same value. */
export function takeValue(
  clauses: Clauses,
  findValue: (words: readonly string[]) => string | undefined,
): { value: string; clauses: Clauses } | undefined {
  const matches = clauses.map((words) => {
    for (let length = Math.min(MAX_NAME_WORDS, words.length); length > 0; length--) {
      for (let start = 0; start + length <= words.length; start++) {
        const value = findValue(words.slice(start, start + length))
        if (value !== undefined) return { value, words: words.toSpliced(start, length) }
      }
    }
    return undefined
  })
  const value = matches[0]?.value
  if (value === undefined || matches.some((match) => match?.value !== value)) return undefined
  const rest = matches.map((match) => match!.words)
  return { value, clauses: rest.some((words) => words.length === 0) ? [] : rest }
}
