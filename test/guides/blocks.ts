import { readFileSync } from 'node:fs'
import { FRONT, GUIDES } from '../../src/guides/pages.ts'

/** A piece of code in a guide. */
export interface Block {
  guide: string
  line: number
  language: string
  /** What the fence says after the language. */
  notes: Record<string, string>
  code: string
}

export const TEXTS = [FRONT, ...GUIDES.map(({ name }) => name)]

export function guideText(name: string): string {
  return readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8')
}

export function blocksOf(guide: string): Block[] {
  const text = guideText(guide)
  return [...text.matchAll(/^```(\S+) ?(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    guide,
    line: text.slice(0, match.index).split('\n').length,
    language: match[1]!,
    notes: Object.fromEntries(
      match[2]!
        .split(' ')
        .filter(Boolean)
        .map((note) => {
          const [name, value = ''] = note.split('=')
          return [name!, value]
        }),
    ),
    code: match[3]!,
  }))
}

export const placeOf = ({ guide, line }: Block) => `docs/guides/${guide}.md:${line}`

/**
 * Whether an output is the one that a guide shows. `…` stands for anything; in JSON blanks between values do not count.
 */
export function isShown(shown: string, output: string, language: string): boolean {
  const plain = (text: string) =>
    language === 'json'
      ? text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
      : text
          .trim()
          .split('\n')
          .map((line) => line.trim().replace(/ +/g, ' '))
          .join('\n')
  const pattern = plain(shown)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('…', '[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(plain(output))
}
