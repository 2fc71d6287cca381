import { readFileSync } from 'node:fs'

export type Row = Record<string, unknown> & { type: string; slug: string; name: string }

export function readSample(file: string): Row[] {
  const text = readFileSync(new URL(`../../sample/${file}`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
