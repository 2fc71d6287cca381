/** The costs of a query's words in the whole catalogue. */
export interface Costs {
  ofCell: Int32Array
  /** Rows whose own text may match better than their cell, ascending, and their costs. */
  own: Uint32Array
  ofOwn: Int32Array
}

/** Matching fewer rows again is as fast as a look-up. */
const LEAST_ROWS = 1_000
const MAX_ROWS = 1_500_000

/**
 * Keeps the costs of words that many machines match until the catalogue changes: the next page, or the same words with
 * a filter, need them again. The least recently used go first.
 */
export function createKeptCosts(mostRows = MAX_ROWS) {
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
