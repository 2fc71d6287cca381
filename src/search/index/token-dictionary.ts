import { grow } from '../../memory/growable.ts'
import { isDigits } from '../../text/fold.ts'
import { spelledLetters } from '../../text/letter-names.ts'
import { createSoundList } from '../../text/sounds.ts'
import { FIRST_LETTER_COUNTS, NO_MATCH, PREFIX, SPELLED, TYPO } from './costs.ts'
import { AGAIN } from './field-tokens.ts'
import { type SortedWords, visitNearWords } from './near-words.ts'

export interface TokenMatches {
  tokens: number[]
  costs: number[]
}

export interface TokenDictionary {
  /** Finds or makes the token of a word and holds it. */
  hold(text: string): number
  /** Holds a known token once more. */
  holdAgain(token: number): void
  /** `settle` forgets a token that nobody holds. */
  release(token: number): void
  /** Comes after a batch, before the next look-up. */
  settle(): void
  /** The token of this very word, or -1. */
  find(text: string): number
  match(word: string, typos: number, asPrefix: boolean): TokenMatches
  /** One more than the highest token. */
  readonly bound: number
}

const REMEMBERED_WORDS = 2048
const REMEMBERED_MATCHES = 256
const FIRST_LETTER = ':'
const FEW = 64

export function createTokenDictionary(): TokenDictionary {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  const reusable: number[] = []
  let holders = new Uint32Array(64)
  let sorted = new Uint32Array(0)
  let count = 0
  let shared = new Uint8Array(0)
  let added: number[] = []
  let orphans: number[] = []
  let firstLetter = 0
  const remembered = new Map<string, TokenMatches>()
  const sounds = createSoundList()

  function hold(text: string): number {
    let token = numbers.get(text)
    if (token === undefined) {
      token = reusable.pop() ?? texts.length
      texts[token] = text
      numbers.set(text, token)
      holders = grow(holders, token + 1)
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

  function settle(): void {
    const gone = new Set(orphans.filter((token) => holders[token] === 0))
    const isNew = new Set(added)
    const arrivals = added.filter((token) => !gone.has(token))
    const leaving = [...gone].filter((token) => !isNew.has(token))
    orphans = []
    added = []
    if (gone.size === 0 && arrivals.length === 0) return
    remembered.clear()
    if (arrivals.length + leaving.length <= FEW) {
      for (const token of leaving) takeOut(lowerBound(texts[token]!))
      for (const token of arrivals) putIn(lowerBound(texts[token]!), token)
    } else mergeAll(arrivals, gone)
    for (const token of gone) {
      sounds.remove(token, texts[token]!)
      numbers.delete(texts[token]!)
      texts[token] = ''
      reusable.push(token)
    }
    firstLetter = lowerBound(FIRST_LETTER)
  }

  function takeOut(position: number): void {
    sorted.copyWithin(position, position + 1, count)
    shared.copyWithin(position, position + 1, count)
    count--
    compareWithBefore(position)
  }

  function putIn(position: number, token: number): void {
    sorted = grow(sorted, count + 1)
    shared = grow(shared, count + 1)
    sorted.copyWithin(position + 1, position, count)
    shared.copyWithin(position + 1, position, count)
    sorted[position] = token
    count++
    compareWithBefore(position)
    compareWithBefore(position + 1)
  }

  function mergeAll(added: number[], gone: ReadonlySet<number>): void {
    const arrivals = added.sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1))
    const merged = new Uint32Array(count + arrivals.length)
    let next = 0
    let arrival = 0
    for (let position = 0; position < count; position++) {
      const token = sorted[position]!
      if (gone.size > 0 && gone.has(token)) continue
      while (arrival < arrivals.length && texts[arrivals[arrival]!]! < texts[token]!)
        merged[next++] = arrivals[arrival++]!
      merged[next++] = token
    }
    while (arrival < arrivals.length) merged[next++] = arrivals[arrival++]!
    sorted = merged
    count = next
    shared = new Uint8Array(count)
    for (let position = 1; position < count; position++) compareWithBefore(position)
  }

  function compareWithBefore(position: number): void {
    if (position >= count) return
    shared[position] = position === 0 ? 0 : sharedLength(texts[sorted[position - 1]!]!, texts[sorted[position]!]!)
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

  const words: SortedWords = {
    get shared() {
      return shared
    },
    wordAt: (position) => texts[sorted[position]!]!,
  }

  function matchInto(word: string, typos: number, asPrefix: boolean, extra: number, matches: TokenMatches): void {
    const add = (token: number, cost: number) => {
      matches.tokens.push(token)
      matches.costs.push(cost + extra)
    }
    if (typos > 0 && !isDigits(word)) {
      const isShort = word.length <= FIRST_LETTER_COUNTS
      const from = isShort ? lowerBound(word[0]!) : firstLetter
      const to = isShort ? lowerBound(String.fromCharCode(word.charCodeAt(0) + 1)) : count
      visitNearWords(words, from, to, word, typos, asPrefix, (position, cost) => {
        if (!isAgain(texts[sorted[position]!]!)) add(sorted[position]!, cost)
      })
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

  function match(word: string, typos: number, asPrefix: boolean): TokenMatches {
    const key = `${asPrefix ? '*' : '='}${typos}${word}`
    const known = remembered.get(key)
    if (known !== undefined) return known
    const matches: TokenMatches = { tokens: [], costs: [] }
    matchInto(word, typos, asPrefix, 0, matches)
    const readings = spelledLetters(word)
    for (const reading of readings) matchInto(reading, 0, asPrefix, SPELLED, matches)
    const alike = sounds.alike(word)
    for (const token of alike) {
      matches.tokens.push(token)
      matches.costs.push(TYPO)
    }
    const unique = readings.length + alike.length > 0 ? cheapest(matches) : matches
    if (unique.tokens.length <= REMEMBERED_MATCHES) {
      if (remembered.size >= REMEMBERED_WORDS) remembered.clear()
      remembered.set(key, unique)
    }
    return unique
  }

  return {
    hold,
    holdAgain(token) {
      holders[token]!++
    },
    release,
    settle,
    find: (text) => numbers.get(text) ?? -1,
    match,
    get bound() {
      return texts.length
    },
  }
}

/** A repeated word with its mark is no longer word. */
const isAgain = (text: string) => text.charCodeAt(text.length - 1) === AGAIN.charCodeAt(0)

function sharedLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length, 255)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

function cheapest(matches: TokenMatches): TokenMatches {
  const best = new Map<number, number>()
  matches.tokens.forEach((token, at) => {
    best.set(token, Math.min(best.get(token) ?? NO_MATCH, matches.costs[at]!))
  })
  return { tokens: [...best.keys()], costs: [...best.values()] }
}
