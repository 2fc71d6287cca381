import { createCache } from '../../lib/cache.ts'
import { CLASS } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { JOINED, NO_MATCH, typosAllowed, typosTogether } from '../index/costs.ts'
import { againMarks, canJoin, MAX_JOINED } from '../index/field-tokens.ts'
import { attributeOf, fieldOf, MAKER, SHARED } from '../index/shared-text.ts'
import type { TokenMatches } from '../index/token-dictionary.ts'
import { MAX_CORRECTED } from '../parser/resolve.ts'

/** Sums the costs of all typed words, each alone or joined with its neighbours, whichever is cheapest. */
export function createTypedSum({ units, ways }: TypedUnits, costs: Int32Array) {
  const count = ways.length
  const areAlone = ways.every((own) => own.every((unit, more) => more === 0 || unit === units.length))
  /** For each typed word, the least sum from it to the end, and how many more words its unit has. */
  const sums = new Int32Array(count + 1)
  const taken = new Uint8Array(count)
  const longest = Math.max(...ways.map((own) => own.length))
  return {
    /** The least sum of the units' current costs; NO_MATCH when some word does not match. */
    least(): number {
      if (areAlone) {
        let sum = 0
        for (let at = 0; at < count; at++) {
          const cost = costs[ways[at]![0]!]!
          if (cost === NO_MATCH) return NO_MATCH
          sum += cost
        }
        return sum
      }
      let unmatched = 0
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
        // No unit spans so many words that do not match from here.
        unmatched = best === NO_MATCH ? unmatched + 1 : 0
        if (unmatched === longest) return NO_MATCH
      }
      return sums[0]!
    },
    /** Visits the units that the last `least` chose, in the typed order. */
    visitChosen(visit: (unit: number) => void): void {
      for (let at = 0; at < count; at += taken[at]! + 1) visit(ways[at]![taken[at]!]!)
    },
  }
}

/** A typed word, or neighbouring words read as one. */
export interface Unit {
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
  units: Unit[]
  /** For each typed word: the unit of it alone, of it and the next word, of it and the next two …; `units.length` for none. */
  ways: number[][]
}

const MAX_KNOWN = 256
const NO_UNIT = 'none'

/** Reads the units of texts. The same words stand in many of them. */
export function createUnitReader(store: CatalogueStore) {
  const known = createCache<string, Unit | typeof NO_UNIT>(MAX_KNOWN)

  /**
   * The last word of an open text is a prefix. Undefined when some word matches nothing. Without `mayGuess` a word that the
   * catalogue has is taken as typed.
   */
  function read(words: readonly string[], isOpen: boolean, mayGuess: boolean): TypedUnits | undefined {
    const units: Unit[] = []
    const last = words.length - 1
    const mayErr = correctable(store, words, isOpen, mayGuess)
    const isMaker = makersOnly(store, words)

    function unitOf(word: string, typos: number, asPrefix: boolean, isSpan: boolean, at: number): number | undefined {
      const noClass = !isSpan && isMaker(at)
      const key = `${isSpan ? '+' : noClass ? '!' : ''}${asPrefix ? '*' : ''}${typos}${word}`
      const unit = known.getOrCompute(key, () =>
        createUnit(store, store.dictionary.match(word, typos, asPrefix), word, isSpan, noClass),
      )
      if (unit === NO_UNIT) return undefined
      const number = units.indexOf(unit)
      return number < 0 ? units.push(unit) - 1 : number
    }

    function waysFrom(at: number): (number | undefined)[] {
      const word = words[at]!
      const again = againMarks(words, at)
      const ways =
        again === ''
          ? [unitOf(word, mayErr(at) ? typosAllowed(word.length) : 0, isOpen && at === last, false, at)]
          : [unitOf(word + again, 0, false, false, at)]
      let joined = word
      for (let end = at + 1; end <= last && end < at + MAX_JOINED && canJoin(word, words[end]!); end++) {
        joined += words[end]!
        const typos = end > at + 1 || !mayErr(at) || !mayErr(end) ? 0 : typosTogether(word.length, words[end]!.length)
        ways.push(unitOf(joined, typos, isOpen && end === last, true, at))
      }
      return ways
    }

    const ways: (number | undefined)[][] = []
    /** Up to where the words are matched. */
    let reached = 0
    for (let at = 0; at <= last; at++) {
      const own = waysFrom(at)
      ways.push(own)
      reached = Math.max(reached, at + 1 + own.findLastIndex((unit) => unit !== undefined))
      if (reached <= at) return undefined
    }
    return { units, ways: ways.map((own) => own.map((unit) => unit ?? units.length)) }
  }

  return { read, forget: known.clear }
}

/** Which words may have typos: the first of those that the catalogue does not have as typed; where it is guessed, all of a few. */
function correctable(
  { dictionary }: CatalogueStore,
  words: readonly string[],
  isOpen: boolean,
  mayGuess: boolean,
): (at: number) => boolean {
  if (mayGuess && words.length <= MAX_CORRECTED) return () => true
  const isKnown = (word: string, at: number) =>
    dictionary.find(word) >= 0 || (isOpen && at === words.length - 1 && dictionary.begins(word))
  const unknown = words.flatMap((word, at) => (isKnown(word, at) ? [] : [at])).slice(0, MAX_CORRECTED)
  return (at) => unknown.includes(at)
}

/**
 * Beside the name of a class, a maker's name is not another name of a class: "hitachi" before "excavator". A word within
 * the name of a class is not a maker: "mini" of "mini excavator", whoever else is called so.
 */
function makersOnly({ sharedText }: CatalogueStore, words: readonly string[]): (at: number) => boolean {
  const isName = (start: number, length: number) =>
    start >= 0 &&
    start + length <= words.length &&
    sharedText.valuesOf(fieldOf(CLASS), words.slice(start, start + length).join(' ')).size > 0
  const makers = words.map(
    (word, at) =>
      sharedText.valuesOf(MAKER, word).size > 0 &&
      ![at - 1, at].some((start) => isName(start, 2)) &&
      ![at - 2, at - 1, at].some((start) => isName(start, 3)),
  )
  const isClass = (word: string, at: number) => !makers[at] && sharedText.isOfClass(word)
  const isNeeded = makers.includes(true) && words.some(isClass)
  return (at) => isNeeded && makers[at]!
}

function createUnit(
  store: CatalogueStore,
  matches: TokenMatches,
  word: string,
  isSpan: boolean,
  noClass: boolean,
): Unit | typeof NO_UNIT {
  const shared: Array<Int32Array | undefined> = SHARED.map(() => undefined)
  let postings = 0
  for (let at = 0; at < matches.tokens.length; at++) {
    const token = matches.tokens[at]!
    const cost = matches.costs[at]! + (isSpan ? JOINED : 0)
    postings += store.machineText.postings.length(token)
    for (const place of store.sharedText.places(token)) {
      if ((isSpan && place.joined) || (noClass && place.field === fieldOf(CLASS))) continue
      const values = place.field === MAKER ? store.makers : store.values[attributeOf(place.field)]!
      shared[place.field] ??= new Int32Array(values.bound).fill(NO_MATCH)
      const costs = shared[place.field]!
      costs[place.value] = Math.min(costs[place.value]!, cost + place.cost)
    }
  }
  if (postings === 0 && shared.every((costs) => costs === undefined)) return NO_UNIT
  const isClass = !isSpan && !noClass && store.sharedText.isOfClass(word)
  return { isSpan, isClass, ...matches, postings, byMaker: shared[MAKER], byWording: wordingCosts(shared, store) }
}

function wordingCosts(
  shared: ReadonlyArray<Int32Array | undefined>,
  { wordings }: CatalogueStore,
): Int32Array | undefined {
  let costs: Int32Array | undefined
  for (let field = MAKER + 1; field < shared.length; field++) {
    const byValue = shared[field]
    if (byValue === undefined) continue
    costs ??= new Int32Array(wordings.bound).fill(NO_MATCH)
    const column = wordings.columns()[attributeOf(field)]!
    for (let wording = 0; wording < costs.length; wording++)
      costs[wording] = Math.min(costs[wording]!, byValue[column[wording]!]!)
  }
  return costs
}

/** Tokens whose postings hold every row that matches a typed word. */
export interface Driver {
  tokens: readonly number[]
  postings: number
}

/** For each typed word, the units that have it. */
function presentUnits({ units, ways }: TypedUnits): Unit[][] {
  return ways.map((_, at) => {
    const present: Unit[] = []
    for (let from = Math.max(0, at - MAX_JOINED); from <= at; from++) {
      const own = ways[from]!
      for (let more = at - from; more < own.length; more++)
        if (own[more]! < units.length) present.push(units[own[more]!]!)
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
export function numberMakers(numbers: Uint32Array, bound: number, units: readonly Unit[], alone: ReadonlySet<number>) {
  numbers.fill(0, 0, bound)
  for (const { byMaker } of units)
    if (byMaker !== undefined)
      for (let maker = 0; maker < bound; maker++) if (byMaker[maker] !== NO_MATCH) numbers[maker] = 1
  for (const maker of alone) numbers[maker] = 1
  let next = 1
  for (let maker = 0; maker < bound; maker++) if (numbers[maker] !== 0) numbers[maker] = next++
  return next
}
