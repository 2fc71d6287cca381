import { readFileSync } from 'node:fs'
import type { Proven } from './tests.ts'

/**
 * Faults that tests of the suite prove: number, what, bar, then each file with the begins of its tests' titles. They run
 * with the numbers of the suite, which are smaller than the list's.
 */
export const PROVEN: readonly Proven[] = readFileSync(new URL('proven.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [number, what = '', bar = '', ...files] = line.split('\t')
    const proofs = files.flatMap((one) => {
      const [, file = '', titles = ''] = /^(.*?): (.*)$/.exec(one)!
      return titles.split(' | ').map((title) => [file, title] as const)
    })
    return { number: Number(number), what, bar, proofs }
  })
