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
  MANUFACTURER_ALONE,
  NO_MATCH,
  NOT_ALONE,
  NOT_LEADING,
  TIER,
  TIER_COST,
  UNCOVERED,
} from '../index/costs.ts'
import { type ScoreFeatures, scoreOf, setFeatures } from '../index/score.ts'
import { fieldOf, isMain, MANUFACTURER } from '../index/shared-text.ts'
import { createWholeNames } from '../index/whole-names.ts'
import {
  chooseDriver,
  createTypedSum,
  type createUnitReader,
  type Driver,
  numberManufacturers,
  sharedOnly,
  type TermMatch,
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
export function createClauseMatcher(
  store: CatalogueStore,
  readUnits: ReturnType<typeof createUnitReader>['read'],
): (words: readonly string[], isOpen: boolean, mayGuess: boolean) => TextMatch | undefined {
  const names = createWholeNames(store)
  /** The first link of each token; 0 for none. A token's links name the units it matches. */
  let heads = new Uint32Array(64)
  let links = new Uint32Array(64)
  let typedManufacturers = new Uint32Array(64)
  let sharedCosts = new Int32Array(64)
  let namesakes = new Uint8Array(64)

  /** A link is three numbers: twice the unit's number, plus one for a span; the cost; the token's next link. */
  function link(units: readonly TermMatch[]): Uint32Array {
    heads = ensureCapacity(heads, store.dictionary.bound)
    let end = 1
    units.forEach(({ isSpan, tokens, costs }, number) => {
      links = ensureCapacity(links, end + 3 * tokens.length)
      for (let i = 0; i < tokens.length; i++, end += 3) {
        links[end] = 2 * number + (isSpan ? 1 : 0)
        links[end + 1] = costs[i]! + (isSpan ? JOINED : 0)
        links[end + 2] = heads[tokens[i]!]!
        heads[tokens[i]!] = end
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
    const manufacturersAlone = store.sharedText.valuesOf(MANUFACTURER, whole)
    const classesAlone = store.sharedText.valuesOf(fieldOf(CLASS), whole)
    const hasAlone = manufacturersAlone.size + classesAlone.size > 0
    const { from } = store.rowsBy().maker
    const sellers = [...manufacturersAlone].filter((manufacturer) => from[manufacturer]! < from[manufacturer + 1]!)
    const self = sellers.filter((manufacturer) => store.sharedText.isOwnName(manufacturer, whole))
    /** The makers of all that is asked for, where a maker is called so: by its own name, else by another. */
    const onlyOf = self.length > 0 ? self : sellers
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
    const manufacturerOf = columns.maker
    const textProfileOf = columns.wording
    const entries = machineText.tokens.entries()
    const starts = machineText.tokens.starts()
    const lengths = machineText.tokens.lengths()

    /** Uses shared text where it costs no more. */
    function readShared(row: number): void {
      const manufacturer = manufacturerOf[row]!
      const textProfile = textProfileOf[row]!
      for (let i = 0; i < units.length; i++) {
        const { byMaker: byManufacturer, byWording: byTextProfile } = units[i]!
        let cost = costs[i]!
        let isShared = false
        if (byManufacturer !== undefined && byManufacturer[manufacturer]! <= cost) {
          cost = byManufacturer[manufacturer]!
          isShared = true
        }
        if (byTextProfile !== undefined && byTextProfile[textProfile]! <= cost) {
          cost = byTextProfile[textProfile]!
          isShared = true
        }
        if (!isShared) continue
        costs[i] = cost
        positions[i] = -1
      }
    }

    /** Whether the typed words are all of the name of the row's maker, which has no others then, or class. */
    function costAlone(row: number): number {
      if (!hasAlone) return NOT_ALONE
      if (onlyOf.length > 0) return onlyOf.includes(manufacturerOf[row]!) ? MANUFACTURER_ALONE : NO_MATCH
      return classesAlone.has(classOf[textProfileOf[row]!]!) ? CLASS_ALONE : NOT_ALONE
    }

    /** The features of the last row that matched; the lower their sum, the better. */
    const features: ScoreFeatures = { whole_query: 0, words: 0, leading: 0, order: 0, exact: 0, covered: 0 }

    function costOf(row: number): number {
      const alone = costAlone(row)
      if (alone === NO_MATCH) return NO_MATCH
      for (let i = 0; i < units.length; i++) {
        costs[i] = NO_MATCH
        positions[i] = -1
      }
      const start = starts[row]!
      const end = start + lengths[row]!
      let leading = NOT_LEADING
      for (let i = start; i < end; i++) {
        const entry = entries[i]!
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
          positions[unit >>> 1] = tier === TIER.name ? i - start : -1
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
        for (const { byMaker: byManufacturer, byWording: byTextProfile } of present) {
          isThere ||= byManufacturer !== undefined && byManufacturer[manufacturerOf[row]!] !== NO_MATCH
          isThere ||= byTextProfile !== undefined && byTextProfile[textProfileOf[row]!] !== NO_MATCH
        }
        if (!isThere) return false
      }
      return true
    }

    typedManufacturers = ensureCapacity(typedManufacturers, store.makers.bound)
    const manufacturers =
      driver === undefined ? numberManufacturers(typedManufacturers, store.makers.bound, units, manufacturersAlone) : 0
    /** By wording and maker, when first asked for. */
    const places = store.wordings.bound * manufacturers
    sharedCosts = ensureCapacity(sharedCosts, places).fill(-1, 0, places)
    const existing = sharedCosts

    function sharedCostOf(row: number): number {
      if (driver !== undefined) return NO_MATCH
      const place = textProfileOf[row]! * manufacturers + typedManufacturers[manufacturerOf[row]!]!
      if (existing[place] === -1) existing[place] = readSharedCost(row)
      return existing[place]!
    }

    function readSharedCost(row: number): number {
      for (let i = 0; i < units.length; i++) costs[i] = NO_MATCH
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
      const { maker: byManufacturer, wording: byTextProfile } = store.rowsBy()
      for (let manufacturer = 0; manufacturer < store.makers.bound; manufacturer++) {
        if (typedManufacturers[manufacturer] === 0) continue
        for (let i = byManufacturer.from[manufacturer]!; i < byManufacturer.from[manufacturer + 1]!; i++)
          if (sharedCostOf(byManufacturer.items[i]!) !== NO_MATCH && visit(byManufacturer.items[i]!)) return
      }
      for (let textProfile = 0; textProfile < store.wordings.bound; textProfile++) {
        for (let i = byTextProfile.from[textProfile]!; i < byTextProfile.from[textProfile + 1]!; i++) {
          const row = byTextProfile.items[i]!
          if (typedManufacturers[manufacturerOf[row]!] !== 0) continue
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
          for (let i = start; i < start + postings.length(token); i++) if (visit(rows[i]!)) return
        }
        return
      }
      namesakes = ensureCapacity(namesakes, store.makers.bound)
      for (const { isSpan, tokens, costs, byMaker: byManufacturer, byWording: byTextProfile } of units) {
        for (let i = 0; i < tokens.length; i++) {
          const token = tokens[i]!
          const start = postings.start(token)
          const end = start + postings.length(token)
          if (start === end) continue
          const cost = costs[i]! + (isSpan ? JOINED : 0)
          const isWord = machineText.isWord(token)
          // A word of the maker's name is no better in a machine's name, and does not lead it.
          const places = store.sharedText.places(token).filter(isMain)
          for (const place of places) namesakes[place.value] = 1
          let isDone = false
          for (let position = start; position < end && !isDone; position++) {
            const row = rows[position]!
            if (namesakes[manufacturerOf[row]!] === 1 || !mayMatch(row)) continue
            if (!isWord && byManufacturer !== undefined && byManufacturer[manufacturerOf[row]!]! <= cost) continue
            if (!isWord && byTextProfile !== undefined && byTextProfile[textProfileOf[row]!]! <= cost) continue
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
