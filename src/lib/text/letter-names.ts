import { readTsv } from './word-lists.ts'

const SPELLINGS = readTsv(new URL('letter-names.tsv', import.meta.url)).flatMap(([letter, names]) =>
  names!.split(' ').map((name) => [name.normalize('NFC'), letter!] as const),
)

const BY_START = Map.groupBy(SPELLINGS, ([name]) => name.charCodeAt(0))
const NO_NAMES: typeof SPELLINGS = []

const INDIC = /^[\u0900-\u097f\u0b80-\u0bff]/
const VIRAMA = '\u094d'
const MAX_READINGS = 8

/** The Latin readings of a folded word made of letter names; none for any other word. */
export function spelledLetters(word: string): string[] {
  if (!INDIC.test(word)) return []
  const readings: string[] = []
  const read = (index: number, letters: string) => {
    if (readings.length >= MAX_READINGS) return
    if (index === word.length) {
      if (!readings.includes(letters)) readings.push(letters)
      return
    }
    for (const [name, letter] of BY_START.get(word.charCodeAt(index)) ?? NO_NAMES) {
      // Telugu joins the names: ఎక్స్‌టి.
      const end = index + name.length
      if (word.startsWith(name, index)) read(word[end] === VIRAMA ? end + 1 : end, letters + letter)
    }
  }
  read(0, '')
  return readings
}

/** Whether a letter name is next to another one: `जे सी बी` is JCB, so its बी is not the word B. */
export function isAmongLetterNames(words: readonly string[], index: number): boolean {
  const isName = (word: string | undefined) => word !== undefined && spelledLetters(word)[0]?.length === 1
  return isName(words[index]) && (isName(words[index - 1]) || isName(words[index + 1]))
}
