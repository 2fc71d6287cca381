import { removeContacts } from '../../src/redaction/find.ts'
import type { Trees } from '../../src/redaction/phones/trees.ts'
import { reviewReasonOf } from '../../src/redaction/review-score.ts'
import { type Entry, isMissed, readCorpus } from '../../test/redaction/corpus.ts'
import { randomFrom, SETTINGS, train } from './boost.ts'
import { learnReviewReasons, lessonsOf } from './doubt.ts'
import { type Example, examplesOf, variantsOf } from './examples.ts'

export function readAll(): Entry[] {
  return [...readCorpus('contacts'), ...readCorpus('clean')]
}

/** Riddles, and honest texts like them: they teach what leaves doubt, and leave the trees as they are. */
const ONLY_REVIEW_REASON = new Set([151, 152])

/** All that the trees learn from. */
export function allExamples(entries: Entry[]): Example[] {
  const read = entries.filter(({ set = 0 }) => !ONLY_REVIEW_REASON.has(set))
  return [...read.flatMap((entry) => examplesOf(entry)), ...variantsOf(read, randomFrom(SETTINGS.seed))]
}

export function trainOn(examples: Example[], trees = SETTINGS.trees): Trees {
  return train(
    examples.map(({ row }) => row),
    Uint8Array.from(examples, ({ truth }) => (truth ? 1 : 0)),
    Float64Array.from(examples, ({ weight }) => weight),
    { ...SETTINGS, trees },
  )
}

/** A text as trees judge it that have seen none of its author's: whether wrongly, and whether it would wait for a person. */
export type Judged = { entry: Entry; isWrong: boolean; isDoubted: boolean }

export function crossValidate(entries: Entry[], folds: number, examples: Example[] = allExamples(entries)): Judged[] {
  const judged: Judged[] = []
  for (let fold = 0; fold < folds; fold++) {
    const trees = trainOn(examples.filter(({ set }) => set % folds !== fold))
    const others = entries.filter(({ set = 0 }) => set % folds !== fold)
    const reviewReasons = learnReviewReasons(lessonsOf(others, trees))
    for (const entry of entries) {
      if ((entry.set ?? 0) % folds !== fold) continue
      const guarded = removeContacts(entry.text, trees)
      const isDoubted = reviewReasonOf(guarded, trees, reviewReasons) !== undefined
      judged.push({ entry, isWrong: isMissed(entry, guarded), isDoubted })
    }
  }
  return judged
}
