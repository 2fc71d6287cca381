import { readFileSync } from 'node:fs'

/** The rows of a word list: a word, and what is said of it, with a tab between. */
export function readTsv(name: string): string[][] {
  return readFileSync(new URL(`${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}
