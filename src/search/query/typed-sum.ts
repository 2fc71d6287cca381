import { NO_MATCH } from '../index/costs.ts'
import type { TypedUnits } from './text-units.ts'

/** Sums the costs of all typed words, each alone or joined with its neighbours, whichever is cheapest. */
interface TypedSum {
  /** The least sum of the units' current costs; NO_MATCH when some word does not match. */
  least(): number
  /** Visits the units that the last `least` chose, in the typed order. */
  visitChosen(visit: (unit: number) => void): void
}

export function createTypedSum({ units, ways }: TypedUnits, costs: Int32Array): TypedSum {
  const count = ways.length
  if (ways.every((own) => own.every((unit, more) => more === 0 || unit === units.length))) {
    return {
      least() {
        let sum = 0
        for (let at = 0; at < count; at++) {
          const cost = costs[ways[at]![0]!]!
          if (cost === NO_MATCH) return NO_MATCH
          sum += cost
        }
        return sum
      },
      visitChosen(visit) {
        for (let at = 0; at < count; at++) visit(ways[at]![0]!)
      },
    }
  }
  /** For each typed word, the least sum from it to the end, and how many more words its unit has. */
  const sums = new Int32Array(count + 1)
  const taken = new Uint8Array(count)
  return {
    least() {
      for (let at = count - 1; at >= 0; at--) {
        const own = ways[at]!
        let best = NO_MATCH
        for (let more = 0; more < own.length; more++) {
          const cost = costs[own[more]!]!
          const rest = sums[at + more + 1]!
          if (cost === NO_MATCH || rest === NO_MATCH || cost + rest >= best) continue
          best = cost + rest
          taken[at] = more
        }
        sums[at] = best
      }
      return sums[0]!
    },
    visitChosen(visit) {
      for (let at = 0; at < count; at += taken[at]! + 1) visit(ways[at]![taken[at]!]!)
    },
  }
}
