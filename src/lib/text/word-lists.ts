import { readFileSync } from 'node:fs'

/** The columns of each line of a list of words; a line that begins with # tells what the list holds. */
export function readTsv(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.split('\t')]))
}

export const phrasesOf = (column: string) => column.split(',').map((phrase) => phrase.trim())

export const implementLines = () => readTsv(new URL('implements.tsv', import.meta.url))
