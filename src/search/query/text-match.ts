import { hasBit } from '../../lib/collections/bitset.ts'
import { toBmpCodeUnits } from '../../lib/text/normalize.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { NO_MATCH } from '../index/costs.ts'
import type { ScoreFeatures } from '../index/score.ts'
import { createSideMatcher, type TextMatch } from './side-match.ts'
import { createUnitReader } from './text-units.ts'

export function createTextMatcher(store: CatalogueStore) {
  const unitReader = createUnitReader(store)
  /** Each side has its own scratch space. */
  const matchers: ReturnType<typeof createSideMatcher>[] = []
  const match = (words: readonly string[], side: number, isOpen: boolean, mayGuess: boolean) => {
    matchers[side] ??= createSideMatcher(store, unitReader.read)
    return matchers[side](words.map(toBmpCodeUnits), isOpen, mayGuess)
  }

  function matchAll(sides: readonly (readonly string[])[], mayGuess: boolean): TextMatch | undefined {
    const found = sides
      .map((words, side) => match(words, side, side === sides.length - 1, mayGuess))
      .filter((side) => side !== undefined)
    return found.length < 2 ? found[0] : unite(found)
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
    matchSides(sides: readonly (readonly string[])[]): TextMatch | undefined {
      const exact = matchAll(sides, false)
      if (exact !== undefined && hasRow(exact)) return exact
      exact?.finish()
      return matchAll(sides, true)
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

const leastOf = (costs: readonly ((row: number) => number)[]) => (row: number) => {
  let least = NO_MATCH
  for (const costOf of costs) least = Math.min(least, costOf(row))
  return least
}

/** A row costs what it costs on its cheapest side. */
function unite(sides: readonly TextMatch[]): TextMatch {
  const tokens = sides.flatMap(({ driver }) => driver?.tokens ?? [])
  const postings = sides.reduce((sum, { driver }) => sum + (driver?.postings ?? 0), 0)
  return {
    asked: sides.map(({ asked }) => asked).join(),
    features: sides[0]!.features,
    parts: sides,
    driver: sides.every(({ driver }) => driver !== undefined) ? { tokens, postings } : undefined,
    costOf: leastOf(sides.map(({ costOf }) => costOf)),
    sharedCostOf: leastOf(sides.map(({ sharedCostOf }) => sharedCostOf)),
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
