import type { WordUse } from '../parser/term-lookup.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { LEADING_TIER, MAX_WORDS, TIER } from './costs.ts'
import { againMarks } from './field-tokens.ts'
import { isJoined, tierOf, tokenOf } from './machine-text.ts'
import { isMain, MANUFACTURER } from './shared-text.ts'

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
    for (let i = start; i < start + machineText.tokens.length(row); i++) {
      const entry = entries[i]!
      const tier = tierOf(entry)
      if (!isJoined(entry) && (tier === TIER.name || tier === LEADING_TIER)) name.push(tokenOf(entry))
    }
    return name
  }

  function someRow(token: number, passes: (row: number) => boolean): boolean {
    const { postings } = machineText
    const rows = postings.pool()
    const start = postings.start(token)
    for (let i = start; i < start + postings.length(token); i++) if (passes(rows[i]!)) return true
    return false
  }

  const manufacturerTokens = (row: number) => sharedText.mainTokens(MANUFACTURER, columns.maker[row]!)

  /** Whether the words are the row's name; the maker's words at the beginning of either do not count. */
  function isNameOf(row: number, tokens: readonly number[]): boolean {
    const manufacturer = manufacturerTokens(row)
    const beyond = tokens.filter((token) => !manufacturer.has(token)).length
    if (Math.min(beyond, MAX_WORDS) !== columns.length[row] || beyond === 0) return false
    const name = nameOf(row)
    const [from, to] = [name, tokens].map((all) => all.findIndex((token) => !manufacturer.has(token))) as [
      number,
      number,
    ]
    if (name.length - from !== tokens.length - to) return false
    return tokens.every((token, i) => i < to || name[i - to + from] === token)
  }

  const isManufacturers = (token: number) => sharedText.places(token).some(isMain)

  /** The token of a word that names of machines or makers have, or -1. */
  function nameToken(word: string): number {
    const token = dictionary.find(word)
    return token >= 0 && (machineText.postings.length(token) > 0 || isManufacturers(token)) ? token : -1
  }

  /** The tokens of words that may be a name, and the one of them that the fewest rows have; undefined for none. */
  function readName(words: readonly string[]): { tokens: number[]; asked: number } | undefined {
    const { postings } = machineText
    const tokens: number[] = []
    let requested = -1
    for (let i = 0; i < words.length; i++) {
      const token = nameToken(words[i]!)
      if (token < 0 || i === MAX_NAME) return undefined
      const size = postings.length(token)
      if (size > 0 && (requested < 0 || size < postings.length(requested)) && !isManufacturers(token)) requested = token
      // A word that repeats has a mark.
      tokens.push(tokens.includes(token) ? dictionary.find(words[i]! + againMarks(words, i)) : token)
    }
    // A word of a maker may stand in other names only, unless it is the last one of a name.
    if (requested < 0) requested = tokens.at(-1) ?? -1
    const isFound = requested >= 0 && !tokens.includes(-1) && postings.length(requested) <= MAX_PAIR_ROWS
    return isFound ? { tokens, asked: requested } : undefined
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
        for (let i = 1; i < name.length; i++) if (name[i - 1] === a && name[i] === b) return true
        return false
      })
    },
  }
}
