import { writeFileSync } from 'node:fs'
import { readTrees } from '../../src/redaction/phones/trees.ts'
import { writeTrees } from './boost.ts'
import { learnReviewReasons, lessonsOf, writeReviewReasons } from './doubt.ts'
import { allExamples, readAll, trainOn } from './folds.ts'

// `npm run guard:train` retrains the trees and the doubt weights on the whole corpus. The same corpus gives the same files.

const entries = readAll()
const examples = allExamples(entries)
const text = writeTrees(trainOn(examples))
writeFileSync(new URL('../../src/redaction/phones/weights.txt', import.meta.url), text)
// The rest learns from the trees as they are written, which are rounded.
const reviewReasons = writeReviewReasons(learnReviewReasons(lessonsOf(entries, readTrees(text))))
writeFileSync(new URL('../../src/redaction/lexicon/doubt.tsv', import.meta.url), reviewReasons)
console.log(`${examples.length} examples, ${text.length} and ${reviewReasons.length} bytes`)
