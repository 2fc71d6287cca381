import { grow } from '../../memory/growable.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { JOINED, LEADING_TIER, NO_MATCH, NOT_LEADING, TIER } from '../index/costs.ts'
import { isMain } from '../index/shared-text.ts'
import { readUnits, type TypedUnits, type Unit } from './text-units.ts'

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
  /** For each token the first of its links, 0 for none: which units it meets, at which cost. */
  let heads = new Uint32Array(64)

  /** Links are triples: twice the unit's number, plus one for a pair; the cost; the next link of the token. */
  function link(units: readonly Unit[]): number[] {
    heads = grow(heads, store.dictionary.bound)
    const links: number[] = [0]
    units.forEach((unit, number) => {
      for (let at = 0; at < unit.tokens.length; at++) {
        const token = unit.tokens[at]!
        links.push(2 * number + (unit.isPair ? 1 : 0), unit.costs[at]! + (unit.isPair ? JOINED : 0), heads[token]!)
        heads[token] = links.length - 3
      }
    })
    return links
  }

  function match(words: readonly string[]): TextMatch | undefined {
    const typed = readUnits(store, words)
    if (typed === undefined) return undefined
    const { machineText, columns, cells } = store
    const { units } = typed
    const links = link(units)
    /** Least cost of each unit for the row at hand; one more, always NO_MATCH, for units that are not there. */
    const costs = new Int32Array(units.length + 1).fill(NO_MATCH)
    const inAll = sumOfReading(typed, costs)
    const makerOf = cells.maker
    const profileOf = cells.profile
    const cellOf = columns.cell
    const entries = machineText.tokens.entries()
    const starts = machineText.tokens.starts()
    const lengths = machineText.tokens.lengths()

    /** Takes what the shared text of the cell offers where it is cheaper. */
    function readShared(cell: number): void {
      const maker = makerOf[cell]!
      const profile = profileOf[cell]!
      for (let at = 0; at < units.length; at++) {
        const { byMaker, byProfile } = units[at]!
        let cost = costs[at]!
        if (byMaker !== undefined && byMaker[maker]! < cost) cost = byMaker[maker]!
        if (byProfile !== undefined && byProfile[profile]! < cost) cost = byProfile[profile]!
        costs[at] = cost
      }
    }

    function costOf(row: number): number {
      for (let at = 0; at < units.length; at++) costs[at] = NO_MATCH
      const start = starts[row]!
      const end = start + lengths[row]!
      let leading = NOT_LEADING
      for (let at = start; at < end; at++) {
        const entry = entries[at]!
        for (let link = heads[entry >>> 3]!; link !== 0; link = links[link + 2]!) {
          const unit = links[link]!
          const joined = entry & 1
          if ((joined & unit) === 1) continue
          let tier = (entry >>> 1) & 3
          if (tier === LEADING_TIER) {
            tier = TIER.name
            leading = 0
          }
          const cost = links[link + 1]! + tier + joined * JOINED
          if (cost < costs[unit >>> 1]!) costs[unit >>> 1] = cost
        }
      }
      readShared(cellOf[row]!)
      const cost = inAll()
      return cost === NO_MATCH ? NO_MATCH : cost + leading
    }

    function costOfCell(cell: number): number {
      for (let at = 0; at < units.length; at++) costs[at] = NO_MATCH
      readShared(cell)
      const cost = inAll()
      return cost === NO_MATCH ? NO_MATCH : cost + NOT_LEADING
    }

    function visitOwnMatches(visit: (row: number) => void): void {
      const rows = machineText.postings.rows()
      const namesakes = new Uint8Array(store.makers.bound)
      for (const { isPair, tokens, costs, byMaker, byProfile } of units) {
        for (let at = 0; at < tokens.length; at++) {
          const token = tokens[at]!
          const length = machineText.postings.length(token)
          if (length === 0) continue
          const start = machineText.postings.start(token)
          const cost = costs[at]! + (isPair ? JOINED : 0)
          const isWord = machineText.isWord(token)
          // Within the maker's own name a word is neither better than the maker's nor leads the machine's.
          const places = store.sharedText.places(token).filter(isMain)
          for (const place of places) namesakes[place.value] = 1
          for (let position = start; position < start + length; position++) {
            const row = rows[position]!
            const cell = cellOf[row]!
            if (namesakes[makerOf[cell]!] === 1) continue
            if (!isWord && byMaker !== undefined && byMaker[makerOf[cell]!]! <= cost) continue
            if (!isWord && byProfile !== undefined && byProfile[profileOf[cell]!]! <= cost) continue
            visit(row)
          }
          for (const place of places) namesakes[place.value] = 0
        }
      }
    }

    function finish(): void {
      for (const unit of units) for (const token of unit.tokens) heads[token] = 0
    }

    return { driver: chooseDriver(typed), costOf, costOfCell, visitOwnMatches, finish }
  }

  return { match }
}

/** The cost of the whole query: each word is read alone or together with a neighbour, whichever costs least in all. */
function sumOfReading({ units, alone, together }: TypedUnits, costs: Int32Array): () => number {
  const count = alone.length
  if (together.every((unit) => unit === units.length)) {
    return () => {
      let sum = 0
      for (let at = 0; at < count; at++) {
        const cost = costs[alone[at]!]!
        if (cost === NO_MATCH) return NO_MATCH
        sum += cost
      }
      return sum
    }
  }
  return () => {
    let after = 0
    let afterNext = NO_MATCH
    for (let at = count - 1; at >= 0; at--) {
      const one = costs[alone[at]!]!
      const two = costs[together[at]!]!
      const apart = one === NO_MATCH || after === NO_MATCH ? NO_MATCH : one + after
      const joined = two === NO_MATCH || afterNext === NO_MATCH ? NO_MATCH : two + afterNext
      afterNext = after
      after = Math.min(apart, joined)
    }
    return after
  }
}

/** The word with the fewest rows to look at, among those that only a machine's own text can meet. */
function chooseDriver({ units, alone, together }: TypedUnits): TextMatch['driver'] {
  let best: TextMatch['driver']
  alone.forEach((_, at) => {
    const ways = [units[alone[at]!], units[together[at]!], units[together[at - 1] ?? units.length]]
    const present = ways.filter((unit) => unit !== undefined)
    if (present.some((unit) => unit.byMaker !== undefined || unit.byProfile !== undefined)) return
    const postings = present.reduce((sum, unit) => sum + unit.postings, 0)
    if (best === undefined || postings < best.postings)
      best = { tokens: present.flatMap((unit) => unit.tokens), postings }
  })
  return best
}
