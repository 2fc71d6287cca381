import { readFileSync } from 'node:fs'

/**
 * The description of each field and parameter for the reference: a sentence, and an example that is true of the sample
 * catalogue. A plain name is for every resource with that field; `Resource.name` is for one. Units are in the names. A
 * nullable figure is null when unknown, and is never computed from another.
 */
export const NOTES: Readonly<Record<string, readonly [text: string, example: unknown]>> = Object.fromEntries(
  readFileSync(new URL('notes.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name, text, example] = line.split('\t')
      return [name, [text, example && JSON.parse(example)]]
    }),
)
