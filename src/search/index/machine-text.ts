import { grow } from '../../memory/growable.ts'
import { LEADING_TIER, TIER } from './costs.ts'
import { createPostings, type Postings } from './postings.ts'
import { createRowTokens, entryOf, isJoined, type RowTokens, tierOf, tokenOf } from './row-tokens.ts'
import type { TokenDictionary } from './token-dictionary.ts'

const NO_TOKENS: ReadonlySet<number> = new Set()

/** The own text of machines, by row and by token. */
export interface MachineText {
  tokens: RowTokens
  postings: Postings
  /** Replaces the text of a row. The tokens of the entries are held already. */
  set(row: number, entries: readonly number[]): void
  /** Announces how many rows will be set, and how many rows there will be. */
  expect(changes: number, rows: number): void
  /** Comes after a batch, before the next search. */
  settle(rows: number): void
  /** Whether any row holds the token as a word, not only joined. */
  isWord(token: number): boolean
  /** Counts the distinct words of the name that are not known, and marks the first of them as leading. */
  readLength(row: number, known: ReadonlySet<number>): number
}

export function createMachineText(dictionary: TokenDictionary): MachineText {
  const tokens = createRowTokens()
  const postings = createPostings()
  let changes = 0
  let stale = false

  /** For each token, how many rows hold it as a word. */
  let words = new Uint32Array(64)

  function tokensOf(row: number): Set<number> {
    const pool = tokens.entries()
    const start = tokens.start(row)
    const found = new Set<number>()
    for (let at = start; at < start + tokens.length(row); at++) found.add(tokenOf(pool[at]!))
    return found
  }

  function countWords(row: number, by: 1 | -1): void {
    const pool = tokens.entries()
    const start = tokens.start(row)
    words = grow(words, dictionary.bound)
    for (let at = start; at < start + tokens.length(row); at++) {
      if (!isJoined(pool[at]!)) words[tokenOf(pool[at]!)]! += by
    }
  }

  function set(row: number, entries: readonly number[]): void {
    const isNew = tokens.length(row) === 0
    const before = isNew ? NO_TOKENS : tokensOf(row)
    if (!isNew) countWords(row, -1)
    tokens.set(row, entries)
    countWords(row, 1)
    if (stale) {
      for (const token of before) dictionary.release(token)
      return
    }
    const after = new Set(entries.map(tokenOf))
    for (const token of before) {
      if (!after.has(token)) postings.remove(token, row)
      dictionary.release(token)
    }
    for (const token of after) if (!before.has(token)) postings.add(token, row)
  }

  return {
    tokens,
    postings,
    set,
    expect(more, rows) {
      changes += more
      // For many changes one rebuild of the postings is cheaper.
      if (changes > rows / 8) stale = true
    },
    settle(rows) {
      changes = 0
      if (!stale) return
      stale = false
      rebuild(postings, tokens, rows, dictionary.bound)
    },
    isWord: (token) => token < words.length && words[token]! > 0,
    readLength(row, known) {
      const pool = tokens.entries()
      const start = tokens.start(row)
      let beyond = 0
      for (let at = start; at < start + tokens.length(row); at++) {
        const entry = pool[at]!
        const tier = tierOf(entry)
        if (isJoined(entry) || (tier !== TIER.name && tier !== LEADING_TIER)) continue
        const isBeyond = !known.has(tokenOf(entry))
        pool[at] = entryOf(tokenOf(entry), isBeyond && beyond === 0 ? LEADING_TIER : TIER.name, false)
        if (isBeyond) beyond++
      }
      return beyond
    },
  }
}

function rebuild(postings: Postings, tokens: RowTokens, rows: number, tokenBound: number): void {
  const pool = tokens.entries()
  const lengths = new Uint32Array(tokenBound)
  const lastRow = new Int32Array(tokenBound)
  const visitTokens = (visit: (token: number, row: number) => void) => {
    lastRow.fill(-1)
    for (let row = 0; row < rows; row++) {
      const start = tokens.start(row)
      const end = start + tokens.length(row)
      for (let at = start; at < end; at++) {
        const token = tokenOf(pool[at]!)
        if (lastRow[token] !== row) visit(token, row)
        lastRow[token] = row
      }
    }
  }
  visitTokens((token) => lengths[token]!++)
  postings.reset(lengths)
  visitTokens(postings.append)
}
