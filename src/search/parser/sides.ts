import { isDigits } from '../../lib/text/normalize.ts'
import { WHEEL_DRIVES } from '../../schema/api/values.ts'
import { isClassWord } from '../words/word-lists.ts'
import { doesPart, isOfMaker } from './choose.ts'
import type { KnownWords } from './known-words.ts'
import type { Candidate } from './parse.ts'

const MAX_SIDES = 4
/** So many words name a class or a maker. */
const MAX_NAMED = 3

/** The words of each side. */
export function toSides(all: readonly Candidate[], isCompared: boolean, known: KnownWords): string[][] {
  const sides: string[][] = []
  let words: string[] = []
  for (const one of all) {
    if (doesPart(one, isCompared) && words.length > 0 && sides.length + 1 < MAX_SIDES) {
      sides.push(words)
      words = []
    } else if (one.isKept) words.push(one.word)
  }
  if (words.length > 0) sides.push(words)
  return sides.length < 2 ? sides : completeSides(fillSides(sides, known), known)
}

/** What stands alone is of the model or the maker before it, if there is such a one: "744 fe or xt", "eicher 380 or 485". */
function fillSides(sides: readonly string[][], known: KnownWords): string[][] {
  const filled: string[][] = []
  for (const words of sides) {
    const before = filled.findLast((side) => side.some(isDigits)) ?? []
    const isVariant = !words.some(isDigits) && !words.some(isClassWord)
    const model = isVariant ? before.findLastIndex(isDigits) : before.findIndex(isDigits) - 1
    const isBare = (isVariant || isDigits(words[0]!)) && !words.some((_, at) => isOfMaker(words, at, known))
    const all = [...before.slice(0, model + 1), ...words]
    filled.push(isBare && model >= 0 && known.finds(all) ? all : words)
  }
  return filled
}

/** A class, and a drive before it or at the end where no model is named, hold for the sides that name none. */
function completeSides(named: readonly string[][], known: KnownWords): string[][] {
  const isDrive = (word: string) => (WHEEL_DRIVES as readonly string[]).includes(word)
  const isModel = (words: readonly string[]) => words.some(isDigits)
  const isCommon = (word: string, at: number, words: string[]) =>
    (isClassWord(word) && !isOfMaker(words, at, known)) ||
    (isDrive(word) && at > 0 && (at === words.length - 1 ? !named.some(isModel) : isClassWord(words[at + 1]!)))
  const commons = named.map((words) => words.filter(isCommon))
  const [shared, ...others] = commons.filter((words) => words.length > 0)
  if (shared === undefined || others.length > 0 || shared.length === named[commons.indexOf(shared)]!.length)
    return [...named]
  const isClass = (word: string) => known.valueNamed('machine_class', [word]) !== undefined
  return named.map((words, at) => {
    if (commons[at] === shared) return words
    const all = [...words, ...shared.filter((word) => !isDrive(word) || !words.some(isDrive))]
    // A model is of its own class; words that are no whole names of classes would be left out again.
    return (shared.every(isClass) && !isModel(words)) || known.finds(all) ? all : words
  })
}

/** Takes the words for one value out of each side; undefined unless every side has the same. */
export function takeNamed(
  sides: readonly string[][],
  named: (words: readonly string[]) => string | undefined,
): { value: string; sides: string[][] } | undefined {
  const found = sides.map((words) => {
    for (let length = Math.min(MAX_NAMED, words.length); length > 0; length--) {
      for (let start = 0; start + length <= words.length; start++) {
        const value = named(words.slice(start, start + length))
        if (value !== undefined) return { value, words: words.toSpliced(start, length) }
      }
    }
    return undefined
  })
  const value = found[0]?.value
  if (value === undefined || found.some((side) => side?.value !== value)) return undefined
  const left = found.map((side) => side!.words)
  return { value, sides: left.some((words) => words.length === 0) ? [] : left }
}
