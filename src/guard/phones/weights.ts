import { readFileSync } from 'node:fs'
import { readTrees, type Trees } from './trees.ts'

/** The trees that were trained on the corpus: `npm run guard:train`. */
export const WEIGHTS: Trees = readTrees(readFileSync(new URL('weights.txt', import.meta.url), 'utf8'))
