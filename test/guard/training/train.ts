import { writeFileSync } from 'node:fs'
import { readTrees } from '../../../src/guard/phones/trees.ts'
import { writeTrees } from './boost.ts'
import { learnDoubts, lessonsOf, writeDoubts } from './doubt.ts'
import { allExamples, readAll, trainOn } from './folds.ts'

// `npm run guard:train`: grows the trees anew from the whole corpus, and weighs what leaves doubt. The same corpus gives the same file.

const entries = readAll()
const examples = allExamples(entries)
const trees = trainOn(examples)
const [text, apart] = [writeTrees(trees.row), writeTrees(trees.apart)]
writeFileSync(new URL('../../../src/guard/phones/weights.txt', import.meta.url), text)
writeFileSync(new URL('../../../src/guard/phones/apart.txt', import.meta.url), apart)
// The rest learns from the trees as they are written, which are rounded.
const forest = { row: readTrees(text), apart: readTrees(apart) }
const doubts = writeDoubts(learnDoubts(lessonsOf(entries, forest)))
writeFileSync(new URL('../../../src/guard/words/doubt.tsv', import.meta.url), doubts)
console.log(`${examples.length} examples, ${text.length}, ${apart.length} and ${doubts.length} bytes`)
