import { grow } from '../../memory/growable.ts'

/** The entries of each row, packed into one array. */
export interface RowTokens {
  set(row: number, entries: readonly number[]): void
  start(row: number): number
  length(row: number): number
  entries(): Uint32Array
  starts(): Uint32Array
  lengths(): Uint16Array
}

export const entryOf = (token: number, tier: number, joined: boolean) => token * 8 + tier * 2 + (joined ? 1 : 0)
export const tokenOf = (entry: number) => entry >>> 3
export const tierOf = (entry: number) => (entry >>> 1) & 3
export const isJoined = (entry: number) => (entry & 1) === 1

export function createRowTokens(): RowTokens {
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
    starts = grow(starts, row + 1)
    lengths = grow(lengths, row + 1)
    const before = lengths[row]!
    if (entries.length <= before) {
      wasted += before - entries.length
    } else {
      wasted += before
      starts[row] = used
      used += entries.length
      pool = grow(pool, used)
    }
    lengths[row] = entries.length
    // For a few entries a loop is faster than a call into the runtime.
    for (let at = 0, to = starts[row]!; at < entries.length; at++) pool[to++] = entries[at]!
    if (wasted > 4096 + (used >> 2)) compact(starts.length)
  }

  return {
    set,
    start: (row) => starts[row]!,
    length: (row) => (row < lengths.length ? lengths[row]! : 0),
    entries: () => pool,
    starts: () => starts,
    lengths: () => lengths,
  }
}
