import { readFileSync } from 'node:fs'

/**
 * Descriptions and examples by field name, or by `Resource.name` for one resource. The examples are true of the
 * sample.
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
