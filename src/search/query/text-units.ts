import type { CatalogueStore } from '../index/catalogue-store.ts'
import { JOINED, NO_MATCH, typosAllowed } from '../index/costs.ts'
import { canJoin } from '../index/field-tokens.ts'
import { SHARED } from '../index/shared-text.ts'
import type { TokenMatches } from '../index/token-dictionary.ts'

/** Something typed that must be met: a word, or two neighbouring words read as one. What is typed twice is one unit. */
export interface Unit {
  isPair: boolean
  tokens: readonly number[]
  costs: readonly number[]
  /** Rows in the postings of its tokens; some may be there twice. */
  postings: number
  /** Cost by maker, and by profile; absent when no shared text matches. */
  byMaker: Int32Array | undefined
  byProfile: Int32Array | undefined
}

export interface TypedUnits {
  units: Unit[]
  /** For each place in the query the unit of its word, and that of its word and the next; `units.length` for none. */
  alone: number[]
  together: number[]
}

/** Undefined when some word cannot be met at all. */
export function readUnits(store: CatalogueStore, words: readonly string[]): TypedUnits | undefined {
  const units: Unit[] = []
  const numbers = new Map<string, number | undefined>()
  const last = words.length - 1

  function unitOf(word: string, typos: number, asPrefix: boolean, isPair: boolean): number | undefined {
    const key = `${isPair ? '+' : ''}${asPrefix ? '*' : ''}${typos}${word}`
    if (numbers.has(key)) return numbers.get(key)
    const unit = createUnit(store, store.dictionary.match(word, typos, asPrefix), isPair)
    const number = unit === undefined ? undefined : units.push(unit) - 1
    numbers.set(key, number)
    return number
  }

  const alone = words.map((word, at) => unitOf(word, typosAllowed(word.length), at === last, false))
  const together = words.map((word, at) => {
    const next = words[at + 1]
    if (next === undefined || !canJoin(word, next)) return undefined
    const typos = Math.min(2, typosAllowed(word.length) + typosAllowed(next.length))
    return unitOf(word + next, typos, at + 1 === last, true)
  })
  const isMet = (at: number) => (alone[at] ?? together[at] ?? together[at - 1]) !== undefined
  if (!words.every((_, at) => isMet(at))) return undefined
  const orNone = (number: number | undefined) => number ?? units.length
  return { units, alone: alone.map(orNone), together: together.map(orNone) }
}

function createUnit(store: CatalogueStore, matches: TokenMatches, isPair: boolean): Unit | undefined {
  const shared: Array<Int32Array | undefined> = SHARED.map(() => undefined)
  let postings = 0
  for (let at = 0; at < matches.tokens.length; at++) {
    const token = matches.tokens[at]!
    const cost = matches.costs[at]! + (isPair ? JOINED : 0)
    postings += store.machineText.postings.length(token)
    for (const { field, value, tier, joined } of store.sharedText.places(token)) {
      if (isPair && joined) continue
      const bound = field === 0 ? store.makers.bound : store.profiles.values[field - 1]!.bound
      shared[field] ??= new Int32Array(bound).fill(NO_MATCH)
      const costs = shared[field]!
      costs[value] = Math.min(costs[value]!, cost + tier + (joined ? JOINED : 0))
    }
  }
  if (postings === 0 && shared.every((costs) => costs === undefined)) return undefined
  return { isPair, ...matches, postings, byMaker: shared[0], byProfile: profileCosts(shared, store) }
}

function profileCosts(shared: ReadonlyArray<Int32Array | undefined>, store: CatalogueStore): Int32Array | undefined {
  let costs: Int32Array | undefined
  for (let field = 1; field < shared.length; field++) {
    const byValue = shared[field]
    if (byValue === undefined) continue
    const column = store.profiles.columns()[field - 1]!
    costs ??= new Int32Array(store.profiles.bound).fill(NO_MATCH)
    for (let profile = 0; profile < costs.length; profile++) {
      const cost = byValue[column[profile]!]!
      if (cost < costs[profile]!) costs[profile] = cost
    }
  }
  return costs
}
