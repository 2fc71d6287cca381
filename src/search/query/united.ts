import { NO_MATCH } from '../index/costs.ts'
import type { Driver } from './text-units.ts'

export interface TextMatch {
  /** The typed words. */
  words: string
  /** Tokens whose postings hold every matching row; undefined when shared text alone can match. */
  driver: Driver | undefined
  /** The cost of a row, or NO_MATCH. */
  costOf(row: number): number
  /** The cost of a row by shared text alone. */
  sharedCostOf(row: number): number
  /** Visits each visible row that shared text alone matches, some of them twice, until one returns true. */
  visitShared(visit: (row: number) => boolean): void
  /** Visits each row whose own text may match better than shared text does, some of them twice. */
  visitOwnMatches(visit: (row: number) => void): void
  /** Frees the scratch space. No call may follow. */
  finish(): void
}

/** A row costs what it costs on its cheapest side. */
export function unite(sides: readonly TextMatch[]): TextMatch {
  const tokens = sides.flatMap(({ driver }) => driver?.tokens ?? [])
  const postings = sides.reduce((sum, { driver }) => sum + (driver?.postings ?? 0), 0)
  return {
    words: sides.map(({ words }) => words).join(' or '),
    driver: sides.every(({ driver }) => driver !== undefined) ? { tokens, postings } : undefined,
    costOf(row) {
      let least = NO_MATCH
      for (const side of sides) least = Math.min(least, side.costOf(row))
      return least
    },
    sharedCostOf(row) {
      let least = NO_MATCH
      for (const side of sides) least = Math.min(least, side.sharedCostOf(row))
      return least
    },
    visitShared(visit) {
      for (const side of sides) side.visitShared(visit)
    },
    visitOwnMatches(visit) {
      for (const side of sides) side.visitOwnMatches(visit)
    },
    finish() {
      for (const side of sides) side.finish()
    },
  }
}
