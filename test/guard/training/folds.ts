import { doubtOf } from '../../../src/guard/doubt.ts'
import { removeContacts } from '../../../src/guard/find.ts'
import { FEATURES } from '../../../src/guard/phones/features.ts'
import type { Forest } from '../../../src/guard/phones/trees.ts'
import { type Entry, isMissed, readCorpus } from '../corpus.ts'
import { APART, randomFrom, SETTINGS, type Settings, train } from './boost.ts'
import { learnDoubts, lessonsOf } from './doubt.ts'
import { type Example, examplesOf, variantsOf } from './examples.ts'

export function readAll(): Entry[] {
  return [...readCorpus('contacts'), ...readCorpus('clean')]
}

/** All that the trees learn from. */
export function allExamples(entries: Entry[]): Example[] {
  return [...entries.flatMap((entry) => examplesOf(entry)), ...variantsOf(entries, randomFrom(SETTINGS.seed))]
}

const SKIPPED = FEATURES.indexOf('apart.skipped')
export const isApart = ({ row }: Example): boolean => (row[SKIPPED] ?? 0) >= 0

export function trainOn(examples: Example[], trees?: number): Forest {
  const grow = (own: Example[], settings: Settings): Forest['row'] =>
    train(
      own.map(({ row }) => row),
      Uint8Array.from(own, ({ truth }) => (truth ? 1 : 0)),
      Float64Array.from(own, ({ weight }) => weight),
      trees === undefined ? settings : { ...settings, trees },
    )
  const [row, apart] = [examples.filter((example) => !isApart(example)), examples.filter(isApart)]
  return { row: grow(row, SETTINGS), apart: grow(apart, APART) }
}

/** A text as trees judge it that have seen none of its author's: whether wrongly, and whether it would wait for a person. */
export type Judged = { entry: Entry; isWrong: boolean; isDoubted: boolean }

export function crossValidate(entries: Entry[], folds: number, examples: Example[] = allExamples(entries)): Judged[] {
  const judged: Judged[] = []
  for (let fold = 0; fold < folds; fold++) {
    const trees = trainOn(examples.filter(({ set }) => set % folds !== fold))
    const others = entries.filter(({ set = 0 }) => set % folds !== fold)
    const doubts = learnDoubts(lessonsOf(others, trees))
    for (const entry of entries) {
      if ((entry.set ?? 0) % folds !== fold) continue
      const guarded = removeContacts(entry.text, trees)
      const isDoubted = doubtOf(guarded, trees, doubts) !== undefined
      judged.push({ entry, isWrong: isMissed(entry, guarded), isDoubted })
    }
  }
  return judged
}
