import { readFileSync } from 'node:fs'

/** The columns of each line of a list in vocabulary/. */
export function* linesOf(list: string): Iterable<string[]> {
  const text = readFileSync(new URL(`./vocabulary/${list}.tsv`, import.meta.url), 'utf8')
  for (const line of text.split('\n')) if (line !== '' && !line.startsWith('#')) yield line.split('\t')
}

export const phrasesOf = (column: string) => column.split(',').map((phrase) => phrase.trim())
