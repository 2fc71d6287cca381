import type { WordUse } from '../reading/known-words.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { LEADING_TIER, MAX_WORDS, TIER } from './costs.ts'
import { againMarks, hasRepeats } from './field-tokens.ts'
import { isJoined, tierOf, tokenOf } from './machine-text.ts'
import { isMain, MAKER } from './shared-text.ts'

/** Longer names are not looked for within a query. */
const MAX_NAME = 24
/** Nor after so many words. */
const MAX_TYPED = 32
/** So many rows are looked at for one query, and for one pair of words. */
const MAX_ROWS = 8_192
const MAX_PAIR_ROWS = 4_096
const NO_ROWS: ReadonlySet<number> = new Set()

/** Finds machines by their whole names, and neighbours within names. */
export function createWholeNames(store: CatalogueStore) {
  const { dictionary, machineText, sharedText, columns } = store

  /** The words of a row's name, in order. */
  function nameOf(row: number): number[] {
    const entries = machineText.tokens.entries()
    const start = machineText.tokens.start(row)
    const name: number[] = []
    for (let at = start; at < start + machineText.tokens.length(row); at++) {
      const entry = entries[at]!
      const tier = tierOf(entry)
      if (!isJoined(entry) && (tier === TIER.name || tier === LEADING_TIER)) name.push(tokenOf(entry))
    }
    return name
  }

  function someRow(token: number, passes: (row: number) => boolean): boolean {
    const { postings } = machineText
    const rows = postings.pool()
    const start = postings.start(token)
    for (let at = start; at < start + postings.length(token); at++) if (passes(rows[at]!)) return true
    return false
  }

  const makerTokens = (row: number) => sharedText.mainTokens(MAKER, columns.maker[row]!)

  /** Whether the words are the row's name; the maker's words at the beginning of either do not count. */
  function isNameOf(row: number, tokens: readonly number[], start: number, end: number): boolean {
    const maker = makerTokens(row)
    let beyond = 0
    for (let at = start; at < end; at++) if (!maker.has(tokens[at]!)) beyond++
    if (Math.min(beyond, MAX_WORDS) !== columns.length[row] || beyond === 0) return false
    const name = nameOf(row)
    let from = 0
    let to = start
    while (maker.has(name[from]!)) from++
    while (maker.has(tokens[to]!)) to++
    if (name.length - from !== end - to) return false
    while (from < name.length) if (name[from++] !== tokens[to++]) return false
    return true
  }

  /** The tokens with those of a run of words in which one repeats with its mark; undefined when there is no such token. */
  function withMarks(words: readonly string[], all: readonly number[], start: number, end: number) {
    const tokens = all.slice()
    for (let at = start + 1; at < end; at++) {
      if (all.indexOf(tokens[at]!, start) >= at) continue
      tokens[at] = dictionary.find(words[at]! + againMarks(words.slice(start), at - start))
      if (tokens[at]! < 0) return undefined
    }
    return tokens
  }

  const isMakers = (token: number) => sharedText.places(token).some(isMain)

  /** The token of a word that names of machines or makers have, or -1. */
  function nameToken(word: string): number {
    const token = dictionary.find(word)
    return token >= 0 && (machineText.postings.length(token) > 0 || isMakers(token)) ? token : -1
  }

  /** The rows whose whole name is these words, with or without the maker's before it. */
  function called(words: readonly string[]): ReadonlySet<number> {
    if (words.length > MAX_NAME) return NO_ROWS
    const { postings } = machineText
    const all: number[] = []
    let asked = -1
    for (const word of words) {
      const token = nameToken(word)
      if (token < 0) return NO_ROWS
      all.push(token)
      const size = postings.length(token)
      if (size > 0 && (asked < 0 || size < postings.length(asked)) && !isMakers(token)) asked = token
    }
    const tokens = hasRepeats(words) ? withMarks(words, all, 0, words.length) : all
    if (asked < 0) asked = all.at(-1) ?? -1
    if (tokens === undefined || asked < 0 || postings.length(asked) > MAX_PAIR_ROWS) return NO_ROWS
    const rows = new Set<number>()
    someRow(asked, (row) => {
      if (isNameOf(row, tokens, 0, tokens.length)) rows.add(row)
      return false
    })
    return rows
  }

  return {
    called,
    /** The same; where nothing is called so, those whose whole name is what stands beside a class. */
    calledBesideClass(words: readonly string[]): ReadonlySet<number> {
      const rows = called(words)
      if (rows.size > 0) return rows
      const start = words.findIndex((word) => !sharedText.isOfClass(word))
      const end = words.findLastIndex((word) => !sharedText.isOfClass(word)) + 1
      if (start < 0) return rows
      const behind = end < words.length ? called(words.slice(0, end)) : rows
      return behind.size > 0 || start === 0 ? behind : called(words.slice(start))
    },
    /** See KnownWords. */
    longest(typed: readonly string[], uses: readonly WordUse[]): readonly [number, number] | undefined {
      const words = typed.length > MAX_TYPED ? typed.slice(0, MAX_TYPED) : typed
      const all = words.map(nameToken)
      /** The most words in a row that have a token, with one that was read and one that no figure has. */
      let most = 0
      for (let at = 0, start = 0, hasRead = false, hasOwn = false; at < all.length; at++) {
        const isNamed = all[at]! >= 0
        if (!isNamed) start = at + 1
        hasRead = isNamed && (hasRead || uses[at] !== 'word')
        hasOwn = isNamed && (hasOwn || uses[at] !== 'figure')
        if (hasRead && hasOwn) most = Math.max(most, at + 1 - start)
      }
      if (most < 2) return undefined
      const sizes = all.map((token) => (token < 0 ? 0 : machineText.postings.length(token)))
      // A word of a maker may stand in other names only, unless it is the last one of a name.
      const isOfMaker = all.map((token) => token >= 0 && isMakers(token))
      const areUnique = !hasRepeats(words)
      let left = MAX_ROWS
      for (let length = Math.min(most, MAX_NAME); length > 1; length--) {
        for (let start = 0, end = length; end <= words.length; start++, end++) {
          let hasRead = false
          let hasOwn = false
          let rarest = -1
          let at = start
          for (; at < end && all[at]! >= 0; at++) {
            hasRead ||= uses[at] !== 'word'
            hasOwn ||= uses[at] !== 'figure'
            const isAsked = sizes[at]! > 0 && (at === end - 1 || !isOfMaker[at])
            if (isAsked && (rarest < 0 || sizes[at]! < sizes[rarest]!)) rarest = at
          }
          if (at < end) {
            // No name spans an unknown word.
            end += at - start
            start = at
            continue
          }
          if (!hasRead || !hasOwn || rarest < 0) continue
          const tokens = areUnique ? all : withMarks(words, all, start, end)
          if (tokens === undefined) continue
          left -= sizes[rarest]!
          if (left < 0) return undefined
          if (someRow(all[rarest]!, (row) => isNameOf(row, tokens, start, end))) return [start, end]
        }
      }
      return undefined
    },
    /** Whether some machine's name has one word right after the other. */
    areNeighbours(first: string, second: string): boolean {
      const [a, b] = [dictionary.find(first), dictionary.find(second)]
      if (a < 0 || b < 0) return false
      const { postings } = machineText
      const rarest = postings.length(a) < postings.length(b) ? a : b
      if (postings.length(rarest) > MAX_PAIR_ROWS) return false
      return someRow(rarest, (row) => {
        const name = nameOf(row)
        for (let at = 1; at < name.length; at++) if (name[at - 1] === a && name[at] === b) return true
        return false
      })
    },
  }
}
