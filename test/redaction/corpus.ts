import { readFileSync } from 'node:fs'
import { guardText, REMOVED } from '../../src/redaction/redaction.ts'

/** A text of the corpus: `secret`, what must not be left of a contact; none for a clean text; `set`, who wrote it. */
export type Entry = { text: string; secret?: string[]; set?: number }

export function readEntries(file: string | URL): Entry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
}

export function readCorpus(name: string): Entry[] {
  return readEntries(new URL(`corpus/${name}.ndjson`, import.meta.url))
}

const guarded = new Map<string, string>()

/** A text of the corpus as the guard leaves it, guarded once for all tests of a process. */
export function guardedOnce(text: string): string {
  const existing = guarded.get(text) ?? guardText(text)
  guarded.set(text, existing)
  return existing
}

/** Decimal digits of any script as 0-9, all else left out; no part of the guard, so that it cannot share its errors. */
function digitsOf(text: string): string {
  let digits = ''
  for (const sign of text.normalize('NFKC')) {
    if (!/^\p{Nd}$/u.test(sign)) continue
    let zero = sign.codePointAt(0) ?? 0
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && (sign.codePointAt(0) ?? 0) - zero < 9) zero--
    digits += String((sign.codePointAt(0) ?? 0) - zero)
  }
  return digits
}

const SHORTEST_NUMBER = 8

/** The secrets of a text that can still be read once it is guarded. */
export function survivors({ secret = [] }: Entry, guarded: string): string[] {
  if (!guarded.includes(REMOVED)) return ['all']
  const rest = guarded.replaceAll(REMOVED, ' | ')
  const digits = rest.split('|').map(digitsOf)
  return secret.filter((piece) => {
    const number = digitsOf(piece)
    return rest.includes(piece) || (number.length >= SHORTEST_NUMBER && digits.some((run) => run.includes(number)))
  })
}

/** Whether the guard judged a text wrongly: something of a contact is left, or a clean text was touched. */
export function isMissed(entry: Entry, guarded: string): boolean {
  return isContact(entry) ? survivors(entry, guarded).length > 0 : guarded !== entry.text
}

export function isContact({ secret }: Entry): boolean {
  return secret !== undefined && secret.length > 0
}
