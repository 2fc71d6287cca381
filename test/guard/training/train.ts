import { writeFileSync } from 'node:fs'
import { readTrees } from '../../../src/guard/phones/trees.ts'
import { writeTrees } from './boost.ts'
import { learnDoubts, lessonsOf, writeDoubts } from './doubt.ts'
import { allExamples, readAll, trainOn } from './folds.ts'

// `npm run guard:train`: grows the trees anew from the whole corpus, and weighs what leaves doubt. The same corpus gives the same file.

const entries = readAll()
const examples = allExamples(entries)
const text = writeTrees(trainOn(examples))
writeFileSync(new URL('../../../src/guard/phones/weights.txt', import.meta.url), text)
// The rest learns from the trees as they are written, which are rounded.
const doubts = writeDoubts(learnDoubts(lessonsOf(entries, readTrees(text))))
writeFileSync(new URL('../../../src/guard/words/doubt.tsv', import.meta.url), doubts)
console.log(`${examples.length} examples, ${text.length} and ${doubts.length} bytes`)
