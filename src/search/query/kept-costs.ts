/** What words cost in the whole catalogue. */
export interface Costs {
  ofCell: Int32Array
  /** Rows that match by themselves or better than their cell, ascending, and what each costs. */
  own: Uint32Array
  ofOwn: Int32Array
}

/** Fewer are found again as fast as they are looked up. */
const LEAST_ROWS = 1_000
const MOST_ROWS = 1_500_000

/**
 * Keeps the costs of words that many machines match, while the catalogue stays as it is: the next page of a search, or
 * the same words with a filter, ask for them again. Those asked for longest ago go first.
 */
export function createKeptCosts(mostRows = MOST_ROWS) {
  const kept = new Map<string, Costs>()
  let rows = 0

  function drop(words: string): void {
    rows -= kept.get(words)?.own.length ?? 0
    kept.delete(words)
  }

  return {
    get(words: string): Costs | undefined {
      const costs = kept.get(words)
      if (costs === undefined) return undefined
      kept.delete(words)
      kept.set(words, costs)
      return costs
    },
    keep(words: string, costs: Costs): void {
      if (costs.own.length < LEAST_ROWS || costs.own.length > mostRows) return
      drop(words)
      kept.set(words, costs)
      rows += costs.own.length
      while (rows > mostRows) drop(kept.keys().next().value!)
    },
    forget(): void {
      kept.clear()
      rows = 0
    },
  }
}
