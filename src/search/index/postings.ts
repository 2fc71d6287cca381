import { grow } from '../../memory/growable.ts'

/** The rows of each token, unordered, in blocks of one array. A block's size is a power of two; free blocks are reused. */
export interface Postings {
  add(token: number, row: number): void
  remove(token: number, row: number): void
  length(token: number): number
  /** Where the rows of the token begin in `rows()`. */
  start(token: number): number
  rows(): Uint32Array
  /** Empties all and reserves this many rows for each token; `append` then fills them. */
  reset(lengths: Uint32Array): void
  append(token: number, row: number): void
}

export function createPostings(): Postings {
  let pool = new Uint32Array(1024)
  let used = 0
  let starts = new Uint32Array(64)
  let lengths = new Uint32Array(64)
  /** A block has room for 2^(size-1) rows; 0 means no block. */
  let sizes = new Uint8Array(64)
  let free: number[][] = Array.from({ length: 33 }, () => [])

  function reach(token: number): void {
    starts = grow(starts, token + 1)
    lengths = grow(lengths, token + 1)
    sizes = grow(sizes, token + 1)
  }

  function take(size: number): number {
    const reused = free[size]!.pop()
    if (reused !== undefined) return reused
    const start = used
    used += 2 ** (size - 1)
    pool = grow(pool, used)
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
    const at = pool.indexOf(row, start)
    if (at < 0 || at > last) return
    pool[at] = pool[last]!
    lengths[token]!--
    if (lengths[token] === 0) {
      free[sizes[token]!]!.push(start)
      sizes[token] = 0
    } else if (lengths[token]! * 8 <= 2 ** sizes[token]!) move(token, sizes[token]! - 1)
  }

  function reset(wanted: Uint32Array): void {
    starts = new Uint32Array(wanted.length)
    lengths = new Uint32Array(wanted.length)
    sizes = new Uint8Array(wanted.length)
    free = Array.from({ length: 33 }, () => [])
    used = 0
    for (let token = 0; token < wanted.length; token++) {
      if (wanted[token] === 0) continue
      const size = 33 - Math.clz32(wanted[token]! - 1)
      sizes[token] = size
      starts[token] = used
      used += 2 ** (size - 1)
    }
    pool = new Uint32Array(used + 64)
  }

  return {
    add,
    remove,
    length: (token) => (token < lengths.length ? lengths[token]! : 0),
    start: (token) => starts[token]!,
    rows: () => pool,
    reset,
    append(token, row) {
      pool[starts[token]! + lengths[token]!++] = row
    },
  }
}
