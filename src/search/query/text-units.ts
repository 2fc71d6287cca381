import { createCache } from '../../lib/cache.ts'
import { CLASS } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { JOINED, NO_MATCH, typosAllowed, typosTogether } from '../index/costs.ts'
import { againMarks, canJoin, MAX_JOINED } from '../index/field-tokens.ts'
import { attributeOf, fieldOf, MANUFACTURER, SHARED } from '../index/shared-text.ts'
import type { TokenMatches } from '../index/token-dictionary.ts'
import { MAX_CORRECTED } from '../parser/resolve.ts'

/** Sums the costs of all typed words, each alone or joined with its neighbours, whichever is cheapest. */
export function createTypedSum({ units, ways }: TypedUnits, costs: Int32Array) {
  const count = ways.length
  const areAlone = ways.every((self) => self.every((unit, more) => more === 0 || unit === units.length))
  /** For each typed word, the least sum from it to the end, and how many more words its unit has. */
  const sums = new Int32Array(count + 1)
  const taken = new Uint8Array(count)
  const longest = Math.max(...ways.map((self) => self.length))
  return {
    /** The least sum of the units' current costs; NO_MATCH when some word does not match. */
    least(): number {
      if (areAlone) {
        let sum = 0
        for (let i = 0; i < count; i++) {
          const cost = costs[ways[i]![0]!]!
          if (cost === NO_MATCH) return NO_MATCH
          sum += cost
        }
        return sum
      }
      let unmatched = 0
      for (let i = count - 1; i >= 0; i--) {
        const self = ways[i]!
        let best = NO_MATCH
        for (let more = 0; more < self.length; more++) {
          const cost = costs[self[more]!]!
          const rest = sums[i + more + 1]!
          if (cost === NO_MATCH || rest === NO_MATCH || cost + rest >= best) continue
          best = cost + rest
          taken[i] = more
        }
        sums[i] = best
        // No unit spans so many words that do not match from here.
        unmatched = best === NO_MATCH ? unmatched + 1 : 0
        if (unmatched === longest) return NO_MATCH
      }
      return sums[0]!
    },
    /** Visits the units that the last `least` chose, in the typed order. */
    visitChosen(visit: (unit: number) => void): void {
      for (let i = 0; i < count; i += taken[i]! + 1) visit(ways[i]![taken[i]!]!)
    },
  }
}

/** A typed word, or neighbouring words read as one. */
export interface TermMatch {
  /** Whether it has several typed words. */
  isSpan: boolean
  /** Whether it is a word of a class, as typed. */
  isClass: boolean
  /** The tokens that match it, and their costs. */
  tokens: readonly number[]
  costs: readonly number[]
  /** How many rows the postings of its tokens have, some of them counted twice. */
  postings: number
  /** Costs by maker, and by wording; undefined when no shared text matches. */
  byMaker: Int32Array | undefined
  byWording: Int32Array | undefined
}

interface TypedUnits {
  units: TermMatch[]
  /** For each typed word: the unit of it alone, of it and the next word, of it and the next two …; `units.length` for none. */
  ways: number[][]
}

const MAX_EXISTING = 256
const NO_UNIT = 'none'

/** Reads the units of texts. The same words stand in many of them. */
export function createUnitReader(store: CatalogueStore) {
  const existing = createCache<string, TermMatch | typeof NO_UNIT>(MAX_EXISTING)

  /**
   * The last word of an open text is a prefix. Undefined when some word matches nothing. Without `mayGuess` a word that the
   * catalogue has is taken as typed.
   */
  function read(words: readonly string[], isOpen: boolean, mayGuess: boolean): TypedUnits | undefined {
    const units: TermMatch[] = []
    const last = words.length - 1
    const mayErr = correctable(store, words, isOpen, mayGuess)
    const isManufacturer = manufacturersOnly(store, words)

    function unitOf(word: string, typos: number, asPrefix: boolean, isSpan: boolean, i: number): number | undefined {
      const noClass = !isSpan && isManufacturer(i)
      const key = `${isSpan ? '+' : noClass ? '!' : ''}${asPrefix ? '*' : ''}${typos}${word}`
      const unit = existing.getOrCompute(key, () =>
        createUnit(store, store.dictionary.match(word, typos, asPrefix), word, isSpan, noClass),
      )
      if (unit === NO_UNIT) return undefined
      const number = units.indexOf(unit)
      return number < 0 ? units.push(unit) - 1 : number
    }

    function waysFrom(i: number): (number | undefined)[] {
      const word = words[i]!
      const again = againMarks(words, i)
      const ways =
        again === ''
          ? [unitOf(word, mayErr(i) ? typosAllowed(word.length) : 0, isOpen && i === last, false, i)]
          : [unitOf(word + again, 0, false, false, i)]
      let joined = word
      for (let end = i + 1; end <= last && end < i + MAX_JOINED && canJoin(word, words[end]!); end++) {
        joined += words[end]!
        const typos = end > i + 1 || !mayErr(i) || !mayErr(end) ? 0 : typosTogether(word.length, words[end]!.length)
        ways.push(unitOf(joined, typos, isOpen && end === last, true, i))
      }
      return ways
    }

    const ways: (number | undefined)[][] = []
    /** Up to where the words are matched. */
    let reached = 0
    for (let i = 0; i <= last; i++) {
      const self = waysFrom(i)
      ways.push(self)
      reached = Math.max(reached, i + 1 + self.findLastIndex((unit) => unit !== undefined))
      if (reached <= i) return undefined
    }
    return { units, ways: ways.map((self) => self.map((unit) => unit ?? units.length)) }
  }

  return { read, forget: existing.clear }
}

/** Which words may have typos: the first of those that the catalogue does not have as typed; where it is guessed, all of a few. */
function correctable(
  { dictionary }: CatalogueStore,
  words: readonly string[],
  isOpen: boolean,
  mayGuess: boolean,
): (i: number) => boolean {
  if (mayGuess && words.length <= MAX_CORRECTED) return () => true
  const exists = (word: string, i: number) =>
    dictionary.find(word) >= 0 || (isOpen && i === words.length - 1 && dictionary.begins(word))
  const unknown = words.flatMap((word, i) => (exists(word, i) ? [] : [i])).slice(0, MAX_CORRECTED)
  return (i) => unknown.includes(i)
}

/**
 * Beside the name of a class, a maker's name is not another name of a class: "hitachi" before "excavator". A word within
 * the name of a class is not a maker: "mini" of "mini excavator", whoever else is called so.
 */
function manufacturersOnly({ sharedText }: CatalogueStore, words: readonly string[]): (i: number) => boolean {
  const isName = (start: number, length: number) =>
    start >= 0 &&
    start + length <= words.length &&
    sharedText.valuesOf(fieldOf(CLASS), words.slice(start, start + length).join(' ')).size > 0
  const manufacturers = words.map(
    (word, i) =>
      sharedText.valuesOf(MANUFACTURER, word).size > 0 &&
      ![i - 1, i].some((start) => isName(start, 2)) &&
      ![i - 2, i - 1, i].some((start) => isName(start, 3)),
  )
  const isClass = (word: string, i: number) => !manufacturers[i] && sharedText.isOfClass(word)
  const isNeeded = manufacturers.includes(true) && words.some(isClass)
  return (i) => isNeeded && manufacturers[i]!
}

function createUnit(
  store: CatalogueStore,
  matches: TokenMatches,
  word: string,
  isSpan: boolean,
  noClass: boolean,
): TermMatch | typeof NO_UNIT {
  const shared: Array<Int32Array | undefined> = SHARED.map(() => undefined)
  let postings = 0
  for (let i = 0; i < matches.tokens.length; i++) {
    const token = matches.tokens[i]!
    const cost = matches.costs[i]! + (isSpan ? JOINED : 0)
    postings += store.machineText.postings.length(token)
    for (const place of store.sharedText.places(token)) {
      if ((isSpan && place.joined) || (noClass && place.field === fieldOf(CLASS))) continue
      const values = place.field === MANUFACTURER ? store.makers : store.values[attributeOf(place.field)]!
      shared[place.field] ??= new Int32Array(values.bound).fill(NO_MATCH)
      const costs = shared[place.field]!
      costs[place.value] = Math.min(costs[place.value]!, cost + place.cost)
    }
  }
  if (postings === 0 && shared.every((costs) => costs === undefined)) return NO_UNIT
  const isClass = !isSpan && !noClass && store.sharedText.isOfClass(word)
  return {
    isSpan,
    isClass,
    ...matches,
    postings,
    byMaker: shared[MANUFACTURER],
    byWording: textProfileCosts(shared, store),
  }
}

function textProfileCosts(
  shared: ReadonlyArray<Int32Array | undefined>,
  { wordings: textProfiles }: CatalogueStore,
): Int32Array | undefined {
  let costs: Int32Array | undefined
  for (let field = MANUFACTURER + 1; field < shared.length; field++) {
    const byValue = shared[field]
    if (byValue === undefined) continue
    costs ??= new Int32Array(textProfiles.bound).fill(NO_MATCH)
    const column = textProfiles.columns()[attributeOf(field)]!
    for (let textProfile = 0; textProfile < costs.length; textProfile++)
      costs[textProfile] = Math.min(costs[textProfile]!, byValue[column[textProfile]!]!)
  }
  return costs
}

/** Tokens whose postings hold every row that matches a typed word. */
export interface Driver {
  tokens: readonly number[]
  postings: number
}

/** For each typed word, the units that have it. */
function presentUnits({ units, ways }: TypedUnits): TermMatch[][] {
  return ways.map((_, i) => {
    const present: TermMatch[] = []
    for (let from = Math.max(0, i - MAX_JOINED); from <= i; from++) {
      const self = ways[from]!
      for (let more = i - from; more < self.length; more++)
        if (self[more]! < units.length) present.push(units[self[more]!]!)
    }
    return present
  })
}

/** So many words are matched at once faster than those that only shared text matches are looked for first. */
const FEW_WORDS = 4

/** The units of each typed word that only shared text matches, if there are many words. */
export const sharedOnly = (typed: TypedUnits, words: number) =>
  words > FEW_WORDS ? presentUnits(typed).filter((present) => present.every(({ postings }) => postings === 0)) : []

/** Chooses the typed word with the fewest rows among those that only own text matches. */
export function chooseDriver(typed: TypedUnits): Driver | undefined {
  let best: Driver | undefined
  for (const present of presentUnits(typed)) {
    if (present.some((unit) => unit.byMaker !== undefined || unit.byWording !== undefined)) continue
    const postings = present.reduce((sum, unit) => sum + unit.postings, 0)
    if (best === undefined || postings < best.postings)
      best = { tokens: present.flatMap((unit) => unit.tokens), postings }
  }
  return best
}

/** Numbers makers of whom a word is typed from 1 on; the others, 0, cost the same. Returns one more than the last number. */
export function numberManufacturers(
  numbers: Uint32Array,
  bound: number,
  units: readonly TermMatch[],
  alone: ReadonlySet<number>,
) {
  numbers.fill(0, 0, bound)
  for (const { byMaker: byManufacturer } of units)
    if (byManufacturer !== undefined)
      for (let manufacturer = 0; manufacturer < bound; manufacturer++)
        if (byManufacturer[manufacturer] !== NO_MATCH) numbers[manufacturer] = 1
  for (const manufacturer of alone) numbers[manufacturer] = 1
  let next = 1
  for (let manufacturer = 0; manufacturer < bound; manufacturer++)
    if (numbers[manufacturer] !== 0) numbers[manufacturer] = next++
  return next
}
