import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { FRONT, GUIDES } from '../../src/developer-docs/pages.ts'

/** A piece of code in a page. */
export interface Block {
  /** Its path in the repository. */
  page: string
  line: number
  language: string
  /** What the fence says after the language. */
  notes: Record<string, string>
  code: string
}

export const TEXTS = [FRONT, ...GUIDES.map(({ name }) => name)]

const pathOf = (guide: string) => `docs/guides/${guide}.md`
export const guideText = (name: string) => pageText(pathOf(name))
export const blocksOf = (guide: string) => blocksIn(pathOf(guide))

export function pageText(page: string): string {
  return readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
}

export function blocksIn(page: string): Block[] {
  const text = pageText(page)
  return [...text.matchAll(/^ *```(\S*) ?(.*)\n([\s\S]*?)^ *```$/gm)].map((match) => ({
    page,
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

export const placeOf = ({ page, line }: Block) => `${page}:${line}`

/** The file that a sample is written to when its fence names none. */
export const fileOf = ({ page, line, language, notes }: Block) =>
  notes.file ?? `${basename(page, '.md')}-${line}.${language === 'python' ? 'py' : 'mts'}`

/**
 * Whether an output is the one that a guide shows. `…` stands for anything; in JSON blanks between values do not
 * count, and a line break in a string is a blank.
 */
export function isShown(visible: string, output: string, language: string): boolean {
  const plain = (text: string) =>
    language === 'json'
      ? text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string = '') => string.replace(/\n\s*/g, ' '))
      : text
          .trim()
          .split('\n')
          .map((line) => line.trim().replace(/ +/g, ' '))
          .join('\n')
  const pattern = plain(visible)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('…', '[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(plain(output))
}
