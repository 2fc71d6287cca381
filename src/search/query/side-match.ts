import { ensureCapacity } from '../../lib/collections/growable.ts'
import { CLASS } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import {
  CLASS_ALONE,
  CLASS_WORD,
  DISORDER,
  IDENTICAL,
  INEXACT,
  JOINED,
  LEADING_TIER,
  MAKER_ALONE,
  NO_MATCH,
  NOT_ALONE,
  NOT_LEADING,
  TIER,
  TIER_COST,
  UNCOVERED,
} from '../index/costs.ts'
import { type ScoreFeatures, scoreOf, setFeatures } from '../index/score.ts'
import { fieldOf, isMain, MAKER } from '../index/shared-text.ts'
import { createWholeNames } from '../index/whole-names.ts'
import {
  chooseDriver,
  createTypedSum,
  type createUnitReader,
  type Driver,
  numberMakers,
  sharedOnly,
  type Unit,
} from './text-units.ts'

export interface TextMatch {
  /** What is asked for: the typed words, and whether the last of them is a prefix. */
  asked: string
  /** Tokens whose postings hold every matching row; undefined when shared text alone can match. */
  driver: Driver | undefined
  /** The cost of a row, or NO_MATCH; and by shared text alone. */
  costOf: (row: number) => number
  sharedCostOf: (row: number) => number
  /** What the last cost that was not NO_MATCH is the sum of. */
  features: Readonly<ScoreFeatures>
  /** The alternatives that it unites. */
  parts?: readonly TextMatch[]
  /** Visits each visible row that shared text alone matches, some of them twice, until one returns true. */
  visitShared(visit: (row: number) => boolean): void
  /** Visits each row whose own text may match better than shared text does, some of them twice, until one returns true. */
  visitOwnMatches(visit: (row: number) => boolean): void
  /** Frees the scratch space. No call may follow. */
  finish(): void
}

/** Makes a function that matches the words of one side, in an open one the last as a prefix; undefined when no row can. */
export function createSideMatcher(
  store: CatalogueStore,
  readUnits: ReturnType<typeof createUnitReader>['read'],
): (words: readonly string[], isOpen: boolean, mayGuess: boolean) => TextMatch | undefined {
  const names = createWholeNames(store)
  /** The first link of each token; 0 for none. A token's links name the units it matches. */
  let heads = new Uint32Array(64)
  let links = new Uint32Array(64)
  let typedMakers = new Uint32Array(64)
  let sharedCosts = new Int32Array(64)
  let namesakes = new Uint8Array(64)

  /** A link is three numbers: twice the unit's number, plus one for a span; the cost; the token's next link. */
  function link(units: readonly Unit[]): Uint32Array {
    heads = ensureCapacity(heads, store.dictionary.bound)
    let end = 1
    units.forEach(({ isSpan, tokens, costs }, number) => {
      links = ensureCapacity(links, end + 3 * tokens.length)
      for (let at = 0; at < tokens.length; at++, end += 3) {
        links[end] = 2 * number + (isSpan ? 1 : 0)
        links[end + 1] = costs[at]! + (isSpan ? JOINED : 0)
        links[end + 2] = heads[tokens[at]!]!
        heads[tokens[at]!] = end
      }
    })
    return links
  }

  return (words, isOpen, mayGuess) => {
    const typed = readUnits(words, isOpen, mayGuess)
    if (typed === undefined) return undefined
    const driver = chooseDriver(typed)
    const needed = sharedOnly(typed, words.length)
    const { machineText, columns } = store
    const { units } = typed
    const links = link(units)
    /** The least cost of each unit for the current row; the last one, always NO_MATCH, is for missing units. */
    const costs = new Int32Array(units.length + 1).fill(NO_MATCH)
    /** Where in the name each unit matches; -1 for units that match elsewhere. */
    const positions = new Int32Array(units.length + 1).fill(-1)
    const sum = createTypedSum(typed, costs)
    const whole = words.join(' ')
    const makersAlone = store.sharedText.valuesOf(MAKER, whole)
    const classesAlone = store.sharedText.valuesOf(fieldOf(CLASS), whole)
    const hasAlone = makersAlone.size + classesAlone.size > 0
    const { from } = store.rowsBy().maker
    const sellers = [...makersAlone].filter((maker) => from[maker]! < from[maker + 1]!)
    const own = sellers.filter((maker) => store.sharedText.isOwnName(maker, whole))
    /** The makers of all that is asked for, where a maker is called so: by its own name, else by another. */
    const onlyOf = own.length > 0 ? own : sellers
    const identical = names.calledBesideClass(words)
    const classOf = store.wordings.columns()[CLASS]!
    const nameLengths = columns.length
    /** The last position in the name, how many units matched there, and whether they came in order. */
    let lastPosition = -1
    let matched = 0
    let isOrdered = true
    const follow = (unit: number) => {
      const position = positions[unit]!
      if (position < 0) return
      matched++
      if (position < lastPosition) isOrdered = false
      lastPosition = position
    }
    const makerOf = columns.maker
    const wordingOf = columns.wording
    const entries = machineText.tokens.entries()
    const starts = machineText.tokens.starts()
    const lengths = machineText.tokens.lengths()

    /** Uses shared text where it costs no more. */
    function readShared(row: number): void {
      const maker = makerOf[row]!
      const wording = wordingOf[row]!
      for (let at = 0; at < units.length; at++) {
        const { byMaker, byWording } = units[at]!
        let cost = costs[at]!
        let isShared = false
        if (byMaker !== undefined && byMaker[maker]! <= cost) {
          cost = byMaker[maker]!
          isShared = true
        }
        if (byWording !== undefined && byWording[wording]! <= cost) {
          cost = byWording[wording]!
          isShared = true
        }
        if (!isShared) continue
        costs[at] = cost
        positions[at] = -1
      }
    }

    /** Whether the typed words are all of the name of the row's maker, which has no others then, or class. */
    function costAlone(row: number): number {
      if (!hasAlone) return NOT_ALONE
      if (onlyOf.length > 0) return onlyOf.includes(makerOf[row]!) ? MAKER_ALONE : NO_MATCH
      return classesAlone.has(classOf[wordingOf[row]!]!) ? CLASS_ALONE : NOT_ALONE
    }

    /** The features of the last row that matched; the lower their sum, the better. */
    const features: ScoreFeatures = { whole_query: 0, words: 0, leading: 0, order: 0, exact: 0, covered: 0 }

    function costOf(row: number): number {
      const alone = costAlone(row)
      if (alone === NO_MATCH) return NO_MATCH
      for (let at = 0; at < units.length; at++) {
        costs[at] = NO_MATCH
        positions[at] = -1
      }
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
          const { isClass } = units[unit >>> 1]!
          if (tier === LEADING_TIER) {
            tier = TIER.name
            if (!isClass) leading = 0
          }
          const place = isClass && tier === TIER.name ? CLASS_WORD : tier * TIER_COST
          const cost = links[link + 1]! + place + joined * JOINED
          if (cost >= costs[unit >>> 1]!) continue
          costs[unit >>> 1] = cost
          positions[unit >>> 1] = tier === TIER.name ? at - start : -1
        }
      }
      readShared(row)
      const cost = sum.least()
      if (cost === NO_MATCH) return NO_MATCH
      if (identical.has(row)) {
        setFeatures(features, IDENTICAL, 0, 0, 0, 0, 0)
        return IDENTICAL
      }
      lastPosition = -1
      matched = 0
      isOrdered = true
      sum.visitChosen(follow)
      const isWhole = matched > 0 && matched === nameLengths[row]!
      const isExact = cost + leading === 0 && isOrdered && isWhole
      const isCovered = isWhole && isOrdered
      const [order, exact, covered] = [isOrdered ? 0 : DISORDER, isExact ? 0 : INEXACT, isCovered ? 0 : UNCOVERED]
      setFeatures(features, alone, cost, leading, order, exact, covered)
      return scoreOf(features)
    }

    /** Whether shared text has the words that no own text has. */
    function mayMatch(row: number): boolean {
      for (const present of needed) {
        let isThere = false
        for (const { byMaker, byWording } of present) {
          isThere ||= byMaker !== undefined && byMaker[makerOf[row]!] !== NO_MATCH
          isThere ||= byWording !== undefined && byWording[wordingOf[row]!] !== NO_MATCH
        }
        if (!isThere) return false
      }
      return true
    }

    typedMakers = ensureCapacity(typedMakers, store.makers.bound)
    const makers = driver === undefined ? numberMakers(typedMakers, store.makers.bound, units, makersAlone) : 0
    /** By wording and maker, when first asked for. */
    const places = store.wordings.bound * makers
    sharedCosts = ensureCapacity(sharedCosts, places).fill(-1, 0, places)
    const known = sharedCosts

    function sharedCostOf(row: number): number {
      if (driver !== undefined) return NO_MATCH
      const place = wordingOf[row]! * makers + typedMakers[makerOf[row]!]!
      if (known[place] === -1) known[place] = readSharedCost(row)
      return known[place]!
    }

    function readSharedCost(row: number): number {
      for (let at = 0; at < units.length; at++) costs[at] = NO_MATCH
      readShared(row)
      const cost = sum.least()
      const alone = costAlone(row)
      if (cost === NO_MATCH || alone === NO_MATCH) return NO_MATCH
      setFeatures(features, alone, cost, NOT_LEADING, 0, INEXACT, UNCOVERED)
      return scoreOf(features)
    }

    /** All rows of a wording match alike but for those of typed makers. */
    function visitShared(visit: (row: number) => boolean): void {
      if (driver !== undefined) return
      const { maker: byMaker, wording: byWording } = store.rowsBy()
      for (let maker = 0; maker < store.makers.bound; maker++) {
        if (typedMakers[maker] === 0) continue
        for (let at = byMaker.from[maker]!; at < byMaker.from[maker + 1]!; at++)
          if (sharedCostOf(byMaker.items[at]!) !== NO_MATCH && visit(byMaker.items[at]!)) return
      }
      for (let wording = 0; wording < store.wordings.bound; wording++) {
        for (let at = byWording.from[wording]!; at < byWording.from[wording + 1]!; at++) {
          const row = byWording.items[at]!
          if (typedMakers[makerOf[row]!] !== 0) continue
          if (sharedCostOf(row) === NO_MATCH) break
          if (visit(row)) return
        }
      }
    }

    function visitOwnMatches(visit: (row: number) => boolean): void {
      const { postings } = machineText
      const rows = postings.pool()
      if (driver !== undefined) {
        for (const token of driver.tokens) {
          const start = postings.start(token)
          for (let at = start; at < start + postings.length(token); at++) if (visit(rows[at]!)) return
        }
        return
      }
      namesakes = ensureCapacity(namesakes, store.makers.bound)
      for (const { isSpan, tokens, costs, byMaker, byWording } of units) {
        for (let at = 0; at < tokens.length; at++) {
          const token = tokens[at]!
          const start = postings.start(token)
          const end = start + postings.length(token)
          if (start === end) continue
          const cost = costs[at]! + (isSpan ? JOINED : 0)
          const isWord = machineText.isWord(token)
          // A word of the maker's name is no better in a machine's name, and does not lead it.
          const places = store.sharedText.places(token).filter(isMain)
          for (const place of places) namesakes[place.value] = 1
          let isDone = false
          for (let position = start; position < end && !isDone; position++) {
            const row = rows[position]!
            if (namesakes[makerOf[row]!] === 1 || !mayMatch(row)) continue
            if (!isWord && byMaker !== undefined && byMaker[makerOf[row]!]! <= cost) continue
            if (!isWord && byWording !== undefined && byWording[wordingOf[row]!]! <= cost) continue
            isDone = visit(row)
          }
          for (const place of places) namesakes[place.value] = 0
          if (isDone) return
        }
      }
    }

    function finish(): void {
      for (const unit of units) for (const token of unit.tokens) heads[token] = 0
    }

    return {
      asked: `${isOpen ? '*' : '='}${mayGuess ? '?' : ''}${whole}`,
      driver,
      features,
      costOf,
      sharedCostOf,
      visitShared,
      visitOwnMatches,
      finish,
    }
  }
}
