import { hasBit } from '../../lib/collections/bitset.ts'
import { toBmpCodeUnits } from '../../lib/text/normalize.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { NO_MATCH } from '../index/costs.ts'
import type { ScoreFeatures } from '../index/score.ts'
import { createClauseMatcher, type TextMatch } from './side-match.ts'
import { createUnitReader } from './text-units.ts'

export function createTextMatcher(store: CatalogueStore) {
  const unitReader = createUnitReader(store)
  /** Each side has its own scratch space. */
  const matchers: ReturnType<typeof createClauseMatcher>[] = []
  const match = (words: readonly string[], clause: number, isOpen: boolean, mayGuess: boolean) => {
    matchers[clause] ??= createClauseMatcher(store, unitReader.read)
    return matchers[clause](words.map(toBmpCodeUnits), isOpen, mayGuess)
  }

  function matchAll(clauses: readonly (readonly string[])[], mayGuess: boolean): TextMatch | undefined {
    const result = clauses
      .map((words, clause) => match(words, clause, clause === clauses.length - 1, mayGuess))
      .filter((clause) => clause !== undefined)
    return result.length < 2 ? result[0] : unite(result)
  }

  /** Whether it matches some visible row. */
  function hasRow(text: TextMatch): boolean {
    const visible = store.visibleBits()
    let isFound = false
    text.visitShared(() => {
      isFound = true
      return true
    })
    if (!isFound)
      text.visitOwnMatches((row) => {
        isFound = hasBit(visible, row) && text.costOf(row) !== NO_MATCH
        return isFound
      })
    return isFound
  }

  return {
    /** Matches rows that have all words of one side; undefined when no row can. Words that nothing has together are guessed. */
    matchSides(clauses: readonly (readonly string[])[]): TextMatch | undefined {
      const exact = matchAll(clauses, false)
      if (exact !== undefined && hasRow(exact)) return exact
      exact?.finish()
      return matchAll(clauses, true)
    },
    /** The score of a row for its best clause, with the features that make it up; undefined if it does not match. */
    explain(clauses: readonly (readonly string[])[], row: number) {
      const text = this.matchSides(clauses)
      const score = text && Math.min(text.costOf(row), text.sharedCostOf(row))
      const best = text?.parts?.find((part) => Math.min(part.costOf(row), part.sharedCostOf(row)) === score) ?? text
      const features = best && score !== NO_MATCH ? featuresOf(best, row, score!) : undefined
      text?.finish()
      return features && { score: score!, features }
    },
    /** Whether some visible row has all these words. */
    finds(words: readonly string[]): boolean {
      const text = match(words, 0, true, true)
      if (text === undefined) return false
      const isFound = hasRow(text)
      text.finish()
      return isFound
    },
    /** Comes after each change of the catalogue. */
    forget: unitReader.forget,
  }
}

function featuresOf(text: TextMatch, row: number, score: number): ScoreFeatures {
  if (text.costOf(row) !== score) text.sharedCostOf(row)
  return { ...text.features }
}

const minOf = (costs: readonly ((row: number) => number)[]) => (row: number) => {
  let min = NO_MATCH
  for (const costOf of costs) min = Math.min(min, costOf(row))
  return min
}

/** A row costs what it costs on its cheapest side. */
function unite(clauses: readonly TextMatch[]): TextMatch {
  const tokens = clauses.flatMap(({ driver }) => driver?.tokens ?? [])
  const postings = clauses.reduce((sum, { driver }) => sum + (driver?.postings ?? 0), 0)
  return {
    asked: clauses.map(({ asked: requested }) => requested).join(),
    features: clauses[0]!.features,
    parts: clauses,
    driver: clauses.every(({ driver }) => driver !== undefined) ? { tokens, postings } : undefined,
    costOf: minOf(clauses.map(({ costOf }) => costOf)),
    sharedCostOf: minOf(clauses.map(({ sharedCostOf }) => sharedCostOf)),
    visitShared(visit) {
      for (const clause of clauses) clause.visitShared(visit)
    },
    visitOwnMatches(visit) {
      for (const clause of clauses) clause.visitOwnMatches(visit)
    },
    finish() {
      for (const clause of clauses) clause.finish()
    },
  }
}
