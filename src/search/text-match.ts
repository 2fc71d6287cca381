import type { CatalogueStore } from './catalogue-store.ts'
import { JOINED, LEADING_TIER, NO_MATCH, NOT_LEADING, TIER, typosAllowed } from './costs.ts'
import { canJoin } from './field-tokens.ts'
import { grow } from './growable.ts'
import { isMain, SHARED } from './shared-text.ts'
import type { TokenMatches } from './token-dictionary.ts'

/** One way to read the typed words: a word by itself, or two neighbours as one word. */
interface Unit {
  /** Place among all units: words first, then pairs. */
  number: number
  isPair: boolean
  tokens: readonly number[]
  costs: readonly number[]
  /** Rows in the postings of its tokens; some may be there twice. */
  postings: number
  /** Cost by maker, and by profile; absent when no shared text matches. */
  byMaker: Int32Array | undefined
  byProfile: Int32Array | undefined
}

export interface TextMatch {
  /** Tokens whose postings hold every matching row; absent when shared text can match on its own. */
  driver: { tokens: readonly number[]; postings: number } | undefined
  /** Cost of a row, NO_MATCH when it does not match. */
  costOf(row: number): number
  /** Cost of a row whose own text contributes nothing. */
  costOfCell(cell: number): number
  /** Visits each row, perhaps twice, whose own text may make it match, or match better than its cell does. */
  visitOwnMatches(visit: (row: number) => void): void
  /** Frees the scratch space; no cost can be asked afterwards. */
  finish(): void
}

export interface TextMatcher {
  /** Undefined when no row can match. */
  match(words: readonly string[]): TextMatch | undefined
}

export function createTextMatcher(store: CatalogueStore): TextMatcher {
  /** For each token the first of its links, 0 for none: which units it satisfies, at which cost. */
  let heads = new Uint32Array(64)

  function match(words: readonly string[]): TextMatch | undefined {
    const { dictionary, machineText, profiles, columns, cells } = store
    heads = grow(heads, dictionary.bound)
    const links: number[] = [0]
    const linked: number[] = []

    function createUnit(matches: TokenMatches, number: number, isPair: boolean): Unit | undefined {
      if (matches.tokens.length === 0) return undefined
      const shared: Array<Int32Array | undefined> = SHARED.map(() => undefined)
      let postings = 0
      for (let at = 0; at < matches.tokens.length; at++) {
        const token = matches.tokens[at]!
        const cost = matches.costs[at]! + (isPair ? JOINED : 0)
        for (const place of store.sharedText.places(token)) {
          if (isPair && place.joined) continue
          const bound = place.field === 0 ? store.makers.bound : profiles.values[place.field - 1]!.bound
          shared[place.field] ??= new Int32Array(bound).fill(NO_MATCH)
          const costs = shared[place.field]!
          costs[place.value] = Math.min(costs[place.value]!, cost + place.tier + (place.joined ? JOINED : 0))
        }
        const length = machineText.postings.length(token)
        if (length === 0) continue
        postings += length
        links.push(number, cost, heads[token]!)
        heads[token] = links.length - 3
        linked.push(token)
      }
      if (postings === 0 && shared.every((costs) => costs === undefined)) return undefined
      return { number, isPair, ...matches, postings, byMaker: shared[0], byProfile: profileCosts(shared, store) }
    }

    const singles: Array<Unit | undefined> = []
    const pairs: Array<Unit | undefined> = []
    const last = words.length - 1
    words.forEach((word, at) => {
      singles.push(createUnit(dictionary.match(word, typosAllowed(word.length), at === last), at, false))
      const next = words[at + 1]
      if (next === undefined || !canJoin(word, next)) {
        pairs.push(undefined)
        return
      }
      const typos = Math.min(2, typosAllowed(word.length) + typosAllowed(next.length))
      const matches = dictionary.match(word + next, typos, at + 1 === last)
      pairs.push(createUnit(matches, words.length + at, true))
    })

    const finish = () => {
      for (const token of linked) heads[token] = 0
    }
    if (words.some((_, at) => !singles[at] && !pairs[at] && !pairs[at - 1])) {
      finish()
      return undefined
    }

    const units = [...singles, ...pairs]
    const count = words.length
    const costs = new Int32Array(units.length)
    const inShared = units.filter((unit) => unit?.byMaker !== undefined || unit?.byProfile !== undefined) as Unit[]
    const hasPairs = pairs.some((unit) => unit !== undefined)

    const makerOf = cells.maker
    const profileOf = cells.profile
    const cellOf = columns.cell
    const entries = machineText.tokens.entries()
    const starts = machineText.tokens.starts()
    const lengths = machineText.tokens.lengths()

    function readShared(cell: number): void {
      const maker = makerOf[cell]!
      const profile = profileOf[cell]!
      for (let at = 0; at < inShared.length; at++) {
        const { number, byMaker, byProfile } = inShared[at]!
        let cost = costs[number]!
        if (byMaker !== undefined && byMaker[maker]! < cost) cost = byMaker[maker]!
        if (byProfile !== undefined && byProfile[profile]! < cost) cost = byProfile[profile]!
        costs[number] = cost
      }
    }

    const inAll = () => (hasPairs ? cheapestReading(costs, count) : sumOf(costs, count))

    function costOf(row: number): number {
      for (let at = 0; at < costs.length; at++) costs[at] = NO_MATCH
      const start = starts[row]!
      const end = start + lengths[row]!
      let leading = NOT_LEADING
      for (let at = start; at < end; at++) {
        const entry = entries[at]!
        for (let link = heads[entry >>> 3]!; link !== 0; link = links[link + 2]!) {
          const unit = links[link]!
          const joined = entry & 1
          if (joined === 1 && unit >= count) continue
          let tier = (entry >>> 1) & 3
          if (tier === LEADING_TIER) {
            tier = TIER.name
            leading = 0
          }
          const cost = links[link + 1]! + tier + joined * JOINED
          if (cost < costs[unit]!) costs[unit] = cost
        }
      }
      readShared(cellOf[row]!)
      const cost = inAll()
      return cost === NO_MATCH ? NO_MATCH : cost + leading
    }

    function costOfCell(cell: number): number {
      if (hasPairs) {
        for (let at = 0; at < costs.length; at++) costs[at] = NO_MATCH
        readShared(cell)
        const cost = inAll()
        return cost === NO_MATCH ? NO_MATCH : cost + NOT_LEADING
      }
      if (inShared.length < count) return NO_MATCH
      const maker = makerOf[cell]!
      const profile = profileOf[cell]!
      let sum = NOT_LEADING
      for (let at = 0; at < count; at++) {
        const { byMaker, byProfile } = inShared[at]!
        let cost = NO_MATCH
        if (byMaker !== undefined) cost = byMaker[maker]!
        if (byProfile !== undefined && byProfile[profile]! < cost) cost = byProfile[profile]!
        if (cost === NO_MATCH) return NO_MATCH
        sum += cost
      }
      return sum
    }

    function visitOwnMatches(visit: (row: number) => void): void {
      const rows = machineText.postings.rows()
      for (const unit of units) {
        if (unit === undefined) continue
        for (let at = 0; at < unit.tokens.length; at++) {
          const token = unit.tokens[at]!
          const start = machineText.postings.start(token)
          const end = start + machineText.postings.length(token)
          // Within the maker's own name a word is neither better than the maker's nor leads the machine's.
          const namesakes = store.sharedText.places(token).filter(isMain)
          for (let position = start; position < end; position++) {
            const maker = makerOf[cellOf[rows[position]!]!]!
            if (!namesakes.some((place) => place.value === maker)) visit(rows[position]!)
          }
        }
      }
    }

    return { driver: chooseDriver(singles, pairs), costOf, costOfCell, visitOwnMatches, finish }
  }

  return { match }
}

function sumOf(costs: Int32Array, count: number): number {
  let sum = 0
  for (let at = 0; at < count; at++) {
    if (costs[at] === NO_MATCH) return NO_MATCH
    sum += costs[at]!
  }
  return sum
}

/** Each word is read alone or together with a neighbour, whichever way costs least in all. */
function cheapestReading(costs: Int32Array, count: number): number {
  let after = 0
  let afterNext = NO_MATCH
  for (let at = count - 1; at >= 0; at--) {
    const alone = costs[at] === NO_MATCH || after === NO_MATCH ? NO_MATCH : costs[at]! + after
    const together =
      costs[count + at] === NO_MATCH || afterNext === NO_MATCH ? NO_MATCH : costs[count + at]! + afterNext
    afterNext = after
    after = Math.min(alone, together)
  }
  return after
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

/** The word with the fewest rows to look at, among those that only a machine's own text can satisfy. */
function chooseDriver(
  singles: ReadonlyArray<Unit | undefined>,
  pairs: ReadonlyArray<Unit | undefined>,
): TextMatch['driver'] {
  let best: TextMatch['driver']
  singles.forEach((single, at) => {
    const units = [single, pairs[at], pairs[at - 1]].filter((unit) => unit !== undefined)
    if (units.some((unit) => unit.byMaker !== undefined || unit.byProfile !== undefined)) return
    const postings = units.reduce((sum, unit) => sum + unit.postings, 0)
    if (best === undefined || postings < best.postings)
      best = { tokens: units.flatMap((unit) => unit.tokens), postings }
  })
  return best
}
