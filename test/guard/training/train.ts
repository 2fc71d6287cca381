import { writeFileSync } from 'node:fs'
import { writeTrees } from './boost.ts'
import { allExamples, readAll, trainOn } from './folds.ts'

// `npm run guard:train`: grows the trees anew from the whole corpus. The same corpus gives the same file.

const examples = allExamples(readAll())
const text = writeTrees(trainOn(examples))
writeFileSync(new URL('../../../src/guard/phones/weights.txt', import.meta.url), text)
console.log(`${examples.length} examples, ${text.length} bytes`)
