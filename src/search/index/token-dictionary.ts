import { createCache } from '../../lib/cache.ts'
import { ensureCapacity } from '../../lib/collections/growable.ts'
import { spelledLetters } from '../../lib/text/letter-names.ts'
import { editDistance } from '../../lib/text/nearest-name.ts'
import { isDigits } from '../../lib/text/normalize.ts'
import { createPhoneticIndex } from '../../lib/text/phonetic-key.ts'
import { FIRST_LETTER_COUNTS, NO_MATCH, PREFIX, SPELLED, TYPO } from './costs.ts'
import { AGAIN } from './field-tokens.ts'

export interface TokenMatches {
  tokens: number[]
  costs: number[]
}

/** So many matches are remembered; a word counts as 64 more, since most have none. */
const MAX_REMEMBERED = 1 << 18
const FIRST_LETTER = ':'.charCodeAt(0)
const FEW = 64

export function createTokenDictionary() {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  const reusable: number[] = []
  let holders = new Uint32Array(64)
  let sorted = new Uint32Array(0)
  let count = 0
  let added: number[] = []
  let orphans: number[] = []
  /** The letters of each token as bits, and its length, to rule out most words at a glance. */
  let letters = new Uint32Array(64)
  let lengths = new Uint8Array(64)
  /** Made when first asked for after a change. */
  let byLength: ReturnType<typeof sortByLength> | undefined
  const remembered = createCache<string, TokenMatches>(MAX_REMEMBERED, ({ tokens }) => tokens.length + 64)
  const sounds = createPhoneticIndex()

  function hold(text: string): number {
    let token = numbers.get(text)
    if (token === undefined) {
      token = reusable.pop() ?? texts.length
      texts[token] = text
      numbers.set(text, token)
      holders = ensureCapacity(holders, token + 1)
      letters = ensureCapacity(letters, token + 1)
      lengths = ensureCapacity(lengths, token + 1)
      letters[token] = lettersOf(text)
      lengths[token] = Math.min(text.length, LONGEST)
      holders[token] = 0
      added.push(token)
      sounds.add(token, text)
    }
    holders[token]!++
    return token
  }

  function release(token: number): void {
    if (--holders[token]! === 0) orphans.push(token)
  }

  function commit(): void {
    const removed = new Set(orphans.filter((token) => holders[token] === 0))
    const isNew = new Set(added)
    const arrivals = added.filter((token) => !removed.has(token))
    const leaving = [...removed].filter((token) => !isNew.has(token))
    orphans = []
    added = []
    if (removed.size === 0 && arrivals.length === 0) return
    remembered.clear()
    byLength = undefined
    if (arrivals.length + leaving.length <= FEW) {
      sorted = ensureCapacity(sorted, count + arrivals.length)
      for (const token of leaving) {
        const i = lowerBound(texts[token]!)
        sorted.copyWithin(i, i + 1, count--)
      }
      for (const token of arrivals) {
        const i = lowerBound(texts[token]!)
        sorted.copyWithin(i + 1, i, count++)
        sorted[i] = token
      }
    } else mergeAll(arrivals, removed)
    for (const token of removed) {
      sounds.remove(token, texts[token]!)
      numbers.delete(texts[token]!)
      texts[token] = ''
      lengths[token] = 0
      reusable.push(token)
    }
  }

  function mergeAll(added: number[], removed: ReadonlySet<number>): void {
    const arrivals = added.sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1))
    const merged = new Uint32Array(count + arrivals.length)
    let next = 0
    let arrival = 0
    for (let position = 0; position < count; position++) {
      const token = sorted[position]!
      if (removed.size > 0 && removed.has(token)) continue
      while (arrival < arrivals.length && texts[arrivals[arrival]!]! < texts[token]!)
        merged[next++] = arrivals[arrival++]!
      merged[next++] = token
    }
    while (arrival < arrivals.length) merged[next++] = arrivals[arrival++]!
    sorted = merged
    count = next
  }

  function lowerBound(text: string): number {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (texts[sorted[middle]!]! < text) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Adds every word within so many typos, and with `asPrefix` every word that begins so. */
  function matchNear(word: string, typos: number, asPrefix: boolean, add: (token: number, cost: number) => void): void {
    byLength ??= sortByLength(lengths.subarray(0, texts.length), letters)
    const { tokens, starts, letters: bits } = byLength
    const required = lettersOf(word)
    const first = word.length <= FIRST_LETTER_COUNTS ? word.charCodeAt(0) : 0
    const longest = Math.min(word.length + typos, LONGEST)
    const end = starts[asPrefix ? LONGEST + 1 : longest + 1]!
    for (let i = starts[Math.min(word.length - typos, LONGEST)]!; i < end; i++) {
      // Each typo brings in at most one letter.
      let missing = required & ~bits[i]!
      for (let typo = 0; typo < typos; typo++) missing &= missing - 1
      if (missing !== 0) continue
      const text = texts[tokens[i]!]!
      const start = text.charCodeAt(0)
      if (start < FIRST_LETTER || (first !== 0 && start !== first) || isAgain(text)) continue
      const whole = editDistance(word, text, typos)
      const begun = asPrefix && whole > 0 ? editDistance(word, text, typos, true) : typos + 1
      if (whole <= begun && whole <= typos) add(tokens[i]!, whole * TYPO)
      else if (begun <= typos) add(tokens[i]!, begun * TYPO + PREFIX)
    }
  }

  function matchInto(word: string, typos: number, asPrefix: boolean, extra: number, matches: TokenMatches): void {
    const add = (token: number, cost: number) => {
      matches.tokens.push(token)
      matches.costs.push(cost + extra)
    }
    if (typos > 0 && !isDigits(word)) {
      matchNear(word, typos, asPrefix, add)
      return
    }
    const exact = numbers.get(word)
    if (exact !== undefined) add(exact, 0)
    if (!asPrefix) return
    for (let position = lowerBound(word); position < count; position++) {
      const token = sorted[position]!
      if (!texts[token]!.startsWith(word)) break
      if (token !== exact && !isAgain(texts[token]!)) add(token, PREFIX)
    }
  }

  const match = (word: string, typos: number, asPrefix: boolean) =>
    remembered.getOrCompute(`${asPrefix ? '*' : '='}${typos}${word}`, () => findMatches(word, typos, asPrefix))

  function findMatches(word: string, typos: number, asPrefix: boolean): TokenMatches {
    const matches: TokenMatches = { tokens: [], costs: [] }
    matchInto(word, typos, asPrefix, 0, matches)
    const readings = spelledLetters(word)
    for (const reading of readings) matchInto(reading, 0, asPrefix, SPELLED, matches)
    const alike = sounds.alike(word)
    for (const token of alike) {
      matches.tokens.push(token)
      matches.costs.push(TYPO)
    }
    return readings.length + alike.length > 0 ? cheapest(matches) : matches
  }

  return {
    /** Finds or makes the token of a word and holds it. */
    hold,
    holdAgain(token: number): void {
      holders[token]!++
    },
    /** `settle` forgets a token that nobody holds. */
    release,
    /** Comes after a batch, before the next look-up. */
    settle: commit,
    /** The token of this very word, or -1. */
    find: (text: string): number => numbers.get(text) ?? -1,
    /** Whether some word begins so. */
    begins(text: string): boolean {
      const i = lowerBound(text)
      return i < count && texts[sorted[i]!]!.startsWith(text)
    },
    match,
    /** One more than the highest token. */
    get bound() {
      return texts.length
    },
  }
}

export type TokenDictionary = ReturnType<typeof createTokenDictionary>

/** A repeated word with its mark is no longer word. */
const isAgain = (text: string) => text.charCodeAt(text.length - 1) === AGAIN.charCodeAt(0)

/** Longer words count as so long. */
const LONGEST = 63

/** All tokens, the shorter ones first, with their letters; and where those of each length start. */
function sortByLength(lengths: Uint8Array, letters: Uint32Array) {
  const sorted = { tokens: new Uint32Array(lengths.length), letters: new Uint32Array(lengths.length) }
  const starts = new Uint32Array(LONGEST + 2)
  for (const length of lengths) starts[length + 1]!++
  for (let length = 0; length <= LONGEST; length++) starts[length + 1]! += starts[length]!
  const next = starts.slice()
  for (let token = 0; token < lengths.length; token++) {
    const i = next[lengths[token]!]!++
    sorted.tokens[i] = token
    sorted.letters[i] = letters[token]!
  }
  return { ...sorted, starts }
}

/** One bit for each letter; letters far apart in their script may share one. */
function lettersOf(text: string): number {
  let bits = 0
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31)
  return bits
}

function cheapest(matches: TokenMatches): TokenMatches {
  const best = new Map<number, number>()
  matches.tokens.forEach((token, i) => {
    best.set(token, Math.min(best.get(token) ?? NO_MATCH, matches.costs[i]!))
  })
  return { tokens: [...best.keys()], costs: [...best.values()] }
}
