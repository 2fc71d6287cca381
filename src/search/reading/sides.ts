import { WHEEL_DRIVES } from '../../contract/values.ts'
import { isDigits } from '../../text/fold.ts'
import { doesPart, isOfMaker } from './choose.ts'
import type { KnownWords } from './known-words.ts'
import type { Candidate } from './parse.ts'
import { isClassWord } from './word-lists.ts'

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
  return sides.length < 2 ? sides : completeSides(sides, known)
}

/** What names a class holds for the sides that name none. */
function completeSides(named: readonly string[][], known: KnownWords): string[][] {
  // What stands alone is of the model or the maker before it, if there is such a one: "744 fe or xt", "eicher 380 or 485".
  const makerOf = (words: readonly string[]) =>
    words.slice(0, known.isMaker(`${words[0]} ${words[1]}`) ? 2 : Number(known.isMaker(words[0] ?? '')))
  const filled: string[][] = []
  for (const words of named) {
    const before = filled.findLast((side) => side.some(isDigits)) ?? []
    const isVariant = !words.some(isDigits) && !words.some(isClassWord)
    const shared = isVariant ? before.slice(0, before.findLastIndex(isDigits) + 1) : makerOf(before)
    const isBare =
      shared.length > 0 && (isVariant || isDigits(words[0]!)) && !words.some((_, at) => isOfMaker(words, at, known))
    filled.push(isBare && known.finds([...shared, ...words]) ? [...shared, ...words] : words)
  }
  // A drive is common with the class that it stands before, and at the end where no model is named:
  // "kubota or john deere 4wd tractor".
  const isDrive = (word: string) => (WHEEL_DRIVES as readonly string[]).includes(word)
  const isModel = (words: readonly string[]) => words.some(isDigits)
  const isCommon = (word: string, at: number, words: string[]) =>
    (isClassWord(word) && !isOfMaker(words, at, known)) ||
    (isDrive(word) && at > 0 && (at === words.length - 1 ? !filled.some(isModel) : isClassWord(words[at + 1]!)))
  const commons = filled.map((words) => words.filter(isCommon))
  const common = commons.filter((words) => words.length > 0)
  const isClass = (word: string) => known.valueNamed('machine_class', [word]) !== undefined
  const whole = filled.map((words, at) => {
    if (commons[at]!.length > 0 || common.length !== 1) return words
    const [shared] = common
    if (shared!.length === filled[commons.indexOf(shared!)]!.length) return words
    const all = [...words, ...shared!.filter((word) => !isDrive(word) || !words.some(isDrive))]
    // A model is of its own class; words that are no whole names of classes would be left out again.
    return (shared!.every(isClass) && !isModel(words)) || known.finds(all) ? all : words
  })
  return whole.filter((words, at) => whole.findIndex((other) => other.join() === words.join()) === at)
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
