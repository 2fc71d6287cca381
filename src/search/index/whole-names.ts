import type { WordUse } from '../parser/term-lookup.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { LEADING_TIER, MAX_WORDS, TIER } from './costs.ts'
import { againMarks } from './field-tokens.ts'
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
  function isNameOf(row: number, tokens: readonly number[]): boolean {
    const maker = makerTokens(row)
    const beyond = tokens.filter((token) => !maker.has(token)).length
    if (Math.min(beyond, MAX_WORDS) !== columns.length[row] || beyond === 0) return false
    const name = nameOf(row)
    const [from, to] = [name, tokens].map((all) => all.findIndex((token) => !maker.has(token))) as [number, number]
    if (name.length - from !== tokens.length - to) return false
    return tokens.every((token, at) => at < to || name[at - to + from] === token)
  }

  const isMakers = (token: number) => sharedText.places(token).some(isMain)

  /** The token of a word that names of machines or makers have, or -1. */
  function nameToken(word: string): number {
    const token = dictionary.find(word)
    return token >= 0 && (machineText.postings.length(token) > 0 || isMakers(token)) ? token : -1
  }

  /** The tokens of words that may be a name, and the one of them that the fewest rows have; undefined for none. */
  function readName(words: readonly string[]): { tokens: number[]; asked: number } | undefined {
    const { postings } = machineText
    const tokens: number[] = []
    let asked = -1
    for (let at = 0; at < words.length; at++) {
      const token = nameToken(words[at]!)
      if (token < 0 || at === MAX_NAME) return undefined
      const size = postings.length(token)
      if (size > 0 && (asked < 0 || size < postings.length(asked)) && !isMakers(token)) asked = token
      // A word that repeats has a mark.
      tokens.push(tokens.includes(token) ? dictionary.find(words[at]! + againMarks(words, at)) : token)
    }
    // A word of a maker may stand in other names only, unless it is the last one of a name.
    if (asked < 0) asked = tokens.at(-1) ?? -1
    const isFound = asked >= 0 && !tokens.includes(-1) && postings.length(asked) <= MAX_PAIR_ROWS
    return isFound ? { tokens, asked } : undefined
  }

  /** The rows whose whole name is these words, with or without the maker's before it. */
  function called(words: readonly string[]): ReadonlySet<number> {
    const name = readName(words)
    if (name === undefined) return NO_ROWS
    const rows = new Set<number>()
    someRow(name.asked, (row) => {
      if (isNameOf(row, name.tokens)) rows.add(row)
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
      const words = typed.slice(0, MAX_TYPED)
      const areNamed = words.map((word) => nameToken(word) >= 0)
      let left = MAX_ROWS
      for (let length = Math.min(words.length, MAX_NAME); length > 1; length--) {
        for (let start = 0; start + length <= words.length; start++) {
          const end = start + length
          const unknown = areNamed.lastIndexOf(false, end - 1)
          // No name spans an unknown word.
          if (unknown >= start) {
            start = unknown
            continue
          }
          const its = uses.slice(start, end)
          if (its.every((use) => use === 'word') || its.every((use) => use === 'figure')) continue
          const name = readName(words.slice(start, end))
          if (name === undefined) continue
          left -= machineText.postings.length(name.asked)
          if (left < 0) return undefined
          if (someRow(name.asked, (row) => isNameOf(row, name.tokens))) return [start, end]
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
