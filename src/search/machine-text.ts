import { LEADING_TIER, TIER } from './costs.ts'
import { emitFieldTokens } from './field-tokens.ts'
import { createPostings, type Postings } from './postings.ts'
import { createRowTokens, entryOf, isJoined, type RowTokens, tierOf, tokenOf } from './row-tokens.ts'
import type { TokenDictionary } from './token-dictionary.ts'
import type { SearchDocument } from './types.ts'

const MOST_ENTRIES = 0xffff

/** Text of each machine's own: name, family and aliases, by row and by token. */
export interface MachineText {
  tokens: RowTokens
  postings: Postings
  set(row: number, document: SearchDocument): void
  clear(row: number): void
  /** To be called after a batch, before the next search. */
  settle(rows: number): void
  /** Counts the distinct words of the name that are not among these, and marks the first as the leading one. */
  readLength(row: number, known: ReadonlySet<number>): number
}

export function createMachineText(dictionary: TokenDictionary): MachineText {
  const tokens = createRowTokens()
  const postings = createPostings()
  let changes = 0
  let stale = false

  /** Entries of a document, the best place of each token; each token is held once. */
  function read(document: SearchDocument): number[] {
    const places = new Map<number, number>()
    const seen = new Set<number>()
    let tier: number = TIER.name
    const add = (word: string, joined: boolean) => {
      const token = dictionary.hold(word)
      if (seen.has(token)) dictionary.release(token)
      else seen.add(token)
      const key = entryOf(token, 0, joined)
      if (!places.has(key)) places.set(key, entryOf(token, tier, joined))
    }
    emitFieldTokens(document.name, add)
    tier = TIER.alias
    if (document.family !== null) emitFieldTokens(document.family, add)
    for (const alias of document.aliases) emitFieldTokens(alias, add)
    return [...places.values()].slice(0, MOST_ENTRIES)
  }

  function tokensOf(row: number): Set<number> {
    const pool = tokens.entries()
    const start = tokens.start(row)
    const found = new Set<number>()
    for (let at = start; at < start + tokens.length(row); at++) found.add(tokenOf(pool[at]!))
    return found
  }

  function replace(row: number, entries: number[]): void {
    const before = tokensOf(row)
    tokens.set(row, entries)
    const after = new Set(entries.map(tokenOf))
    for (const token of before) {
      if (!stale && !after.has(token)) postings.remove(token, row)
      dictionary.release(token)
    }
    for (const token of after) {
      if (!stale && !before.has(token)) postings.add(token, row)
    }
    changes++
  }

  return {
    tokens,
    postings,
    set(row, document) {
      // Many changes at once are cheaper as one rebuild of the postings.
      if (changes > 2000) stale = true
      replace(row, read(document))
    },
    clear: (row) => replace(row, []),
    settle(rows) {
      changes = 0
      if (!stale) return
      stale = false
      rebuild(postings, tokens, rows, dictionary.bound)
    },
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
  const lastRow = new Int32Array(tokenBound).fill(-1)
  const visit = (each: (token: number, row: number) => void) => {
    lastRow.fill(-1)
    for (let row = 0; row < rows; row++) {
      const start = tokens.start(row)
      const end = start + tokens.length(row)
      for (let at = start; at < end; at++) {
        const token = pool[at]! >>> 3
        if (lastRow[token] === row) continue
        lastRow[token] = row
        each(token, row)
      }
    }
  }
  visit((token) => {
    lengths[token]!++
  })
  postings.reset(lengths)
  visit((token, row) => postings.add(token, row))
}
