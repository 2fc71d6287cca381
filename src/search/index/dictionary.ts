import { createCache } from '../../lib/cache.ts'
import { spelledLetters } from '../../lib/text/letter-names.ts'
import { editDistance } from '../../lib/text/nearest-name.ts'
import { isDigits } from '../../lib/text/normalize.ts'
import { createPhoneticIndex } from '../../lib/text/phonetic-key.ts'
import { FIRST_LETTER_COUNTS, PREFIX, SPELLED, TYPO } from './score.ts'
import { AGAIN } from './text-tokens.ts'

export type TokenMatches = ReadonlyMap<number, number>

const MAX_CACHED_TOKENS = 1 << 18
/** Words from here on begin with a letter, not a digit. */
const FIRST_LETTER = ':'
/** For more new words sorting all is cheaper than inserting each. */
const MAX_INSERTED = 64
const MAX_LENGTH = 63

export function createDictionary() {
  const tokens = new Map<string, number>()
  const texts: string[] = []
  const free: number[] = []
  let sorted: string[] = []
  let added: string[] = []
  const byLength: number[][] = Array.from({ length: MAX_LENGTH + 1 }, () => [])
  const letters: number[] = []
  const cache = createCache<string, TokenMatches>(MAX_CACHED_TOKENS, ({ size }) => size + 64)
  const sounds = createPhoneticIndex()
  const bucketOf = (text: string) => byLength[Math.min(text.length, MAX_LENGTH)]!

  function tokenOf(text: string): number {
    const existing = tokens.get(text)
    if (existing !== undefined) return existing
    const token = free.pop() ?? texts.length
    texts[token] = text
    tokens.set(text, token)
    letters[token] = lettersOf(text)
    bucketOf(text).push(token)
    sounds.add(token, text)
    added.push(text)
    return token
  }

  function remove(token: number): void {
    const text = texts[token]!
    sort()
    sorted.splice(lowerBound(text), 1)
    const bucket = bucketOf(text)
    bucket.splice(bucket.indexOf(token), 1)
    sounds.remove(token, text)
    tokens.delete(text)
    texts[token] = ''
    free.push(token)
  }

  function sort(): void {
    if (added.length > MAX_INSERTED) sorted = [...sorted, ...added].sort()
    else for (const text of added) sorted.splice(lowerBound(text), 0, text)
    added = []
  }

  function lowerBound(text: string): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[middle]! < text) low = middle + 1
      else high = middle
    }
    return low
  }

  type Add = (token: number, cost: number) => void

  function addSimilar(word: string, typos: number, asPrefix: boolean, add: Add): void {
    const required = lettersOf(word)
    const first = word.length <= FIRST_LETTER_COUNTS ? word[0] : undefined
    const longest = asPrefix ? MAX_LENGTH : Math.min(word.length + typos, MAX_LENGTH)
    for (let length = Math.min(word.length - typos, MAX_LENGTH); length <= longest; length++) {
      for (const token of byLength[length]!) {
        // Each typo brings in at most one letter.
        let missing = required & ~letters[token]!
        for (let typo = 0; typo < typos; typo++) missing &= missing - 1
        if (missing !== 0) continue
        const text = texts[token]!
        if (text < FIRST_LETTER || (first !== undefined && text[0] !== first) || text.endsWith(AGAIN)) continue
        const whole = editDistance(word, text, typos)
        const begun = asPrefix && whole > 0 ? editDistance(word, text, typos, true) : typos + 1
        if (whole <= begun && whole <= typos) add(token, whole * TYPO)
        else if (begun <= typos) add(token, begun * TYPO + PREFIX)
      }
    }
  }

  function addWord(word: string, typos: number, asPrefix: boolean, add: Add): void {
    if (typos > 0 && !isDigits(word)) {
      addSimilar(word, typos, asPrefix, add)
      return
    }
    const exact = tokens.get(word)
    if (exact !== undefined) add(exact, 0)
    if (!asPrefix) return
    sort()
    for (let i = lowerBound(word); sorted[i]?.startsWith(word); i++)
      if (sorted[i] !== word && !sorted[i]!.endsWith(AGAIN)) add(tokens.get(sorted[i]!)!, PREFIX)
  }

  function match(word: string, typos: number, asPrefix: boolean): TokenMatches {
    const matches = new Map<number, number>()
    const addAt =
      (extra: number): Add =>
      (token, cost) =>
        matches.set(token, Math.min(matches.get(token) ?? Infinity, cost + extra))
    addWord(word, typos, asPrefix, addAt(0))
    for (const reading of spelledLetters(word)) addWord(reading, 0, asPrefix, addAt(SPELLED))
    for (const token of sounds.alike(word)) addAt(TYPO)(token, 0)
    return matches
  }

  return {
    tokenOf,
    remove,
    find: (text: string): number | undefined => tokens.get(text),
    hasPrefix(text: string): boolean {
      sort()
      return sorted[lowerBound(text)]?.startsWith(text) === true
    },
    /** The tokens that a word matches, exactly or with typos, as a whole or as a prefix, by letter names or by sound. */
    match: (word: string, typos: number, asPrefix: boolean): TokenMatches =>
      cache.getOrCompute(`${asPrefix ? '*' : '='}${typos}${word}`, () => match(word, typos, asPrefix)),
    commit: cache.clear,
  }
}

function lettersOf(text: string): number {
  let bits = 0
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31)
  return bits
}
