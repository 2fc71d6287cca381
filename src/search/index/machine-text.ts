import { ensureCapacity } from '../../lib/collections/growable.ts'
import { LEADING_TIER, TIER } from './costs.ts'
import type { TokenDictionary } from './token-dictionary.ts'

export const entryOf = (token: number, tier: number, joined: boolean) => token * 8 + tier * 2 + (joined ? 1 : 0)
export const tokenOf = (entry: number) => entry >>> 3
export const tierOf = (entry: number) => (entry >>> 1) & 3
export const isJoined = (entry: number) => (entry & 1) === 1

/** The entries of each row, packed into one array. */
function createRowTokens() {
  let pool = new Uint32Array(1024)
  let used = 0
  let wasted = 0
  let starts = new Uint32Array(64)
  let lengths = new Uint16Array(64)

  /** Removes the gaps that changed rows left. */
  function compact(rows: number): void {
    const fresh = new Uint32Array(used - wasted + (used >> 3) + 64)
    let next = 0
    for (let row = 0; row < rows; row++) {
      const start = starts[row]!
      fresh.set(pool.subarray(start, start + lengths[row]!), next)
      starts[row] = next
      next += lengths[row]!
    }
    pool = fresh
    used = next
    wasted = 0
  }

  function set(row: number, entries: readonly number[]): void {
    starts = ensureCapacity(starts, row + 1)
    lengths = ensureCapacity(lengths, row + 1)
    const before = lengths[row]!
    if (entries.length <= before) {
      wasted += before - entries.length
    } else {
      wasted += before
      starts[row] = used
      used += entries.length
      pool = ensureCapacity(pool, used)
    }
    lengths[row] = entries.length
    // For a few entries a loop is faster than a call into the runtime.
    for (let i = 0, to = starts[row]!; i < entries.length; i++) pool[to++] = entries[i]!
    if (wasted > 4096 + (used >> 2)) compact(starts.length)
  }

  return {
    set,
    start: (row: number): number => starts[row]!,
    length: (row: number): number => (row < lengths.length ? lengths[row]! : 0),
    entries: (): Uint32Array => pool,
    starts: (): Uint32Array => starts,
    lengths: (): Uint16Array => lengths,
  }
}

type RowTokens = ReturnType<typeof createRowTokens>

/** The rows of each token, unordered, in blocks of one array. A block's size is a power of two; free blocks are reused. */
function createPostings() {
  let pool = new Uint32Array(1024)
  let used = 0
  let starts = new Uint32Array(64)
  let lengths = new Uint32Array(64)
  /** A block has room for 2^(size-1) rows; 0 means no block. */
  let sizes = new Uint8Array(64)
  let free: number[][] = Array.from({ length: 33 }, () => [])

  function reach(token: number): void {
    starts = ensureCapacity(starts, token + 1)
    lengths = ensureCapacity(lengths, token + 1)
    sizes = ensureCapacity(sizes, token + 1)
  }

  function take(size: number): number {
    const reused = free[size]!.pop()
    if (reused !== undefined) return reused
    const start = used
    used += 2 ** (size - 1)
    pool = ensureCapacity(pool, used)
    return start
  }

  function move(token: number, size: number): void {
    const start = take(size)
    const before = sizes[token]!
    if (before > 0) {
      pool.copyWithin(start, starts[token]!, starts[token]! + lengths[token]!)
      free[before]!.push(starts[token]!)
    }
    starts[token] = start
    sizes[token] = size
  }

  function add(token: number, row: number): void {
    reach(token)
    const size = sizes[token]!
    const length = lengths[token]!
    if (size === 0 || length === 2 ** (size - 1)) move(token, size + 1)
    pool[starts[token]! + length] = row
    lengths[token] = length + 1
  }

  function remove(token: number, row: number): void {
    const start = starts[token]!
    const last = start + lengths[token]! - 1
    const i = pool.indexOf(row, start)
    if (i < 0 || i > last) return
    pool[i] = pool[last]!
    lengths[token]!--
    if (lengths[token] === 0) {
      free[sizes[token]!]!.push(start)
      sizes[token] = 0
    } else if (lengths[token]! * 8 <= 2 ** sizes[token]!) move(token, sizes[token]! - 1)
  }

  function reset(required: Uint32Array): void {
    starts = new Uint32Array(required.length)
    lengths = new Uint32Array(required.length)
    sizes = new Uint8Array(required.length)
    free = Array.from({ length: 33 }, () => [])
    used = 0
    for (let token = 0; token < required.length; token++) {
      if (required[token] === 0) continue
      const size = 33 - Math.clz32(required[token]! - 1)
      sizes[token] = size
      starts[token] = used
      used += 2 ** (size - 1)
    }
    pool = new Uint32Array(used + 64)
  }

  return {
    add,
    remove,
    length: (token: number): number => (token < lengths.length ? lengths[token]! : 0),
    /** The rows of a token are so many from its start on. */
    pool: (): Uint32Array => pool,
    start: (token: number): number => (token < starts.length ? starts[token]! : 0),
    /** Empties all and reserves this many rows for each token; `append` then fills them. */
    reset,
    append(token: number, row: number): void {
      pool[starts[token]! + lengths[token]!++] = row
    },
  }
}

type Postings = ReturnType<typeof createPostings>

const NO_TOKENS: ReadonlySet<number> = new Set()

/** The own text of machines, by row and by token. */
export function createMachineText(dictionary: TokenDictionary) {
  const tokens = createRowTokens()
  const postings = createPostings()
  let changes = 0
  let stale = false

  /** For each token, how many rows hold it as a word. */
  let words = new Uint32Array(64)

  function tokensOf(row: number): Set<number> {
    const pool = tokens.entries()
    const start = tokens.start(row)
    const result = new Set<number>()
    for (let i = start; i < start + tokens.length(row); i++) result.add(tokenOf(pool[i]!))
    return result
  }

  function countWords(row: number, by: 1 | -1): void {
    const pool = tokens.entries()
    const start = tokens.start(row)
    words = ensureCapacity(words, dictionary.bound)
    for (let i = start; i < start + tokens.length(row); i++) {
      if (!isJoined(pool[i]!)) words[tokenOf(pool[i]!)]! += by
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
    /** Replaces the text of a row. The tokens of the entries are held already. */
    set,
    /** Announces how many rows will be set, and how many rows there will be. */
    expect(more: number, rows: number): void {
      changes += more
      // For many changes one rebuild of the postings is cheaper.
      if (changes > rows / 8) stale = true
    },
    /** Comes after a batch, before the next search. */
    settle(rows: number): void {
      changes = 0
      if (!stale) return
      stale = false
      rebuild(postings, tokens, rows, dictionary.bound)
    },
    /** Whether any row holds the token as a word, not only joined. */
    isWord: (token: number): boolean => token < words.length && words[token]! > 0,
    /** Counts the distinct words of the name that are not known, and marks the first of them as leading. */
    readLength(row: number, existing: ReadonlySet<number>): number {
      const pool = tokens.entries()
      const start = tokens.start(row)
      let beyond = 0
      for (let i = start; i < start + tokens.length(row); i++) {
        const entry = pool[i]!
        const tier = tierOf(entry)
        if (isJoined(entry) || (tier !== TIER.name && tier !== LEADING_TIER)) continue
        const isBeyond = !existing.has(tokenOf(entry))
        pool[i] = entryOf(tokenOf(entry), isBeyond && beyond === 0 ? LEADING_TIER : TIER.name, false)
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
      for (let i = start; i < end; i++) {
        const token = tokenOf(pool[i]!)
        if (lastRow[token] !== row) visit(token, row)
        lastRow[token] = row
      }
    }
  }
  visitTokens((token) => lengths[token]!++)
  postings.reset(lengths)
  visitTokens(postings.append)
}
