import { createCache } from '../../lib/cache.ts'
import { addAll, hasBit, hasCommon, intersection, setBit, union, wordCount } from '../../lib/collections/bitset.ts'
import { ensureCapacity } from '../../lib/collections/growable.ts'
import { toBmpCodeUnits } from '../../lib/text/normalize.ts'
import type { Clauses } from '../parser/clauses.ts'
import { MAX_CORRECTED } from '../parser/resolve.ts'
import type { TokenMatches } from './dictionary.ts'
import {
  CLASS_WORD,
  JOINED,
  NO_MATCH,
  type ScoreFeatures,
  scoreOf,
  setFeatures,
  setIdentical,
  TIER,
  TIER_COST,
  typosAllowed,
  typosTogether,
  WHOLE_QUERY,
} from './score.ts'
import {
  CLASS,
  isJoined,
  MANUFACTURER,
  numberOf,
  positionOf,
  type TextFacet,
  type TextIndex,
  tierOf,
} from './text-index.ts'
import { againMarks, canJoin, MAX_JOINED } from './text-tokens.ts'

/** A typed word, or neighbouring words read as one, with the rows that match it. */
interface TermMatch {
  isSpan: boolean
  isClass: boolean
  matches: TokenMatches
  values: ReadonlyMap<TextFacet, Int32Array>
  rows: Uint32Array
}

/** The words of one alternative: for each word the terms of it alone, of it and the next, and so on; -1 for none. */
interface ClauseMatch {
  terms: readonly TermMatch[]
  ways: readonly (readonly number[])[]
  rows: Uint32Array
  wholeQueryOf(row: number): number
  identical: ReadonlySet<number>
}

export interface TextMatch {
  rows: Uint32Array
  scoresOf(rows: Uint32Array): Float64Array
  explain(row: number): ScoreFeatures | undefined
}

const MAX_CACHED_BYTES = 16 * 1024 * 1024
const TERM_BYTES = 1_000

/** Matches words against a text index. `forget` must follow its changes. */
export function createTextMatcher(text: TextIndex) {
  const { table, dictionary } = text
  const cache = createCache<string, TermMatch>(MAX_CACHED_BYTES, ({ rows }) => rows.byteLength + TERM_BYTES)
  /** The place of each row among those that are scored, from 1 on. */
  let slots = new Uint32Array(0)

  function createTerm(word: string, matches: TokenMatches, isSpan: boolean, noClass: boolean): TermMatch {
    const values = new Map<TextFacet, Int32Array>()
    // Most joined words match nothing.
    const rows = new Uint32Array(matches.size === 0 ? 0 : wordCount(table.size))
    for (const [token, cost] of matches) {
      for (const posting of text.postingsOf(token)) if (!(isSpan && isJoined(posting))) setBit(rows, numberOf(posting))
      for (const place of text.placesOf(token)) {
        const { facet, code, joined } = place
        if ((isSpan && joined) || (noClass && facet === CLASS)) continue
        const costs = values.getOrInsertComputed(facet, () => new Int32Array(table.lists[facet].bound).fill(NO_MATCH))
        if (costs[code] === NO_MATCH) addAll(rows, table.withCode(facet, code))
        costs[code] = Math.min(costs[code]!, cost + place.cost + (isSpan ? JOINED : 0))
      }
    }
    return { isSpan, isClass: !isSpan && !noClass && text.isClassWord(word), matches, values, rows }
  }

  /**
   * Matches the words of a clause; in an open one the last is a prefix. Without `mayGuess` a word that the index has is
   * taken as typed.
   */
  function matchClause(
    words: readonly string[],
    isOpen: boolean,
    mayGuess: boolean,
    visible: Uint32Array,
  ): ClauseMatch {
    const terms: TermMatch[] = []
    const last = words.length - 1
    const mayErr = correctable(words, isOpen, mayGuess)
    const isManufacturer = manufacturersOnly(words)

    function termOf(word: string, typos: number, asPrefix: boolean, isSpan: boolean, i: number): number {
      const noClass = !isSpan && isManufacturer(i)
      const key = `${isSpan ? '+' : noClass ? '!' : ''}${asPrefix ? '*' : ''}${typos}${word}`
      const term = cache.getOrCompute(key, () =>
        createTerm(word, dictionary.match(word, typos, asPrefix), isSpan, noClass),
      )
      if (!hasCommon(term.rows, term.rows)) return -1
      const number = terms.indexOf(term)
      return number < 0 ? terms.push(term) - 1 : number
    }

    function waysFrom(word: string, i: number): number[] {
      const again = againMarks(words, i)
      const typos = again === '' && mayErr(i) ? typosAllowed(word.length) : 0
      const self = [termOf(word + again, typos, again === '' && isOpen && i === last, false, i)]
      let joined = word
      for (let end = i + 1; end <= last && end < i + MAX_JOINED && canJoin(word, words[end]!); end++) {
        joined += words[end]!
        const mayHaveTypos = end === i + 1 && mayErr(i) && mayErr(end)
        const typos = mayHaveTypos ? typosTogether(word.length, words[end]!.length) : 0
        self.push(termOf(joined, typos, isOpen && end === last, true, i))
      }
      return self
    }

    const ways: number[][] = []
    /** Up to where the words are matched: nothing behind a word without a match needs a look. */
    let reached = 0
    for (let i = 0; i <= last && reached >= i; i++) {
      const self = waysFrom(words[i]!, i)
      ways.push(self)
      reached = Math.max(reached, i + 1 + self.findLastIndex((term) => term >= 0))
    }
    const whole = words.join(' ')
    const classes = text.codesNamed(CLASS, whole)
    const only = onlyManufacturers(whole, visible)
    const [manufacturers, machineClasses] = [table.codes[MANUFACTURER], table.codes[CLASS]]
    let rows = reached > last ? rowsOf(terms, ways) : new Uint32Array(wordCount(table.size))
    if (only.length > 0) rows = intersection([rows, union(only.map((code) => table.withCode(MANUFACTURER, code)))])
    return {
      terms,
      ways,
      rows,
      wholeQueryOf(row) {
        if (only.includes(manufacturers[row]!)) return WHOLE_QUERY.manufacturer
        return classes.has(machineClasses[row]!) ? WHOLE_QUERY.class : WHOLE_QUERY.none
      },
      identical: new Set(text.rowsNamedBesideClass(words)),
    }
  }

  function rowsOf(terms: readonly TermMatch[], ways: readonly (readonly number[])[]): Uint32Array {
    const reached: (Uint32Array | undefined)[] = []
    ways.forEach((self, i) => {
      const before = reached[i]
      if (i > 0 && before === undefined) return
      self.forEach((term, more) => {
        if (term < 0) return
        const rows = before ? intersection([before, terms[term]!.rows]) : terms[term]!.rows
        const others = reached[i + more + 1]
        reached[i + more + 1] = others ? union([others, rows]) : rows
      })
    })
    return reached[ways.length] ?? new Uint32Array(wordCount(table.size))
  }

  function onlyManufacturers(whole: string, visible: Uint32Array): number[] {
    const named = [...text.codesNamed(MANUFACTURER, whole)]
    const sellers = named.filter((code) => hasCommon(table.withCode(MANUFACTURER, code), visible))
    const own = sellers.filter((code) => text.isOwnName(code, whole))
    return own.length > 0 ? own : sellers
  }

  /** Which words may have typos: the first of those that the index does not have as typed; in a guess all of a few. */
  function correctable(words: readonly string[], isOpen: boolean, mayGuess: boolean): (i: number) => boolean {
    if (mayGuess && words.length <= MAX_CORRECTED) return () => true
    const exists = (word: string, i: number) =>
      dictionary.find(word) !== undefined || (isOpen && i === words.length - 1 && dictionary.hasPrefix(word))
    const unknown: number[] = []
    let checked = 0
    return (i) => {
      for (; checked <= i && unknown.length < MAX_CORRECTED; checked++)
        if (!exists(words[checked]!, checked)) unknown.push(checked)
      return unknown.includes(i)
    }
  }

  /**
   * Next to the name of a class, a manufacturer's name is not another name of a class: "hitachi" before "excavator". A word
   * within the name of a class is not a manufacturer: "mini" of "mini excavator".
   */
  function manufacturersOnly(words: readonly string[]): (i: number) => boolean {
    const isClassName = (start: number, length: number) =>
      start >= 0 &&
      start + length <= words.length &&
      text.codesNamed(CLASS, words.slice(start, start + length).join(' ')).size > 0
    const isAlone = (i: number) =>
      text.codesNamed(MANUFACTURER, words[i]!).size > 0 &&
      ![i - 1, i].some((start) => isClassName(start, 2)) &&
      ![i - 2, i - 1, i].some((start) => isClassName(start, 3))
    const isClass = (word: string, i: number) => !isAlone(i) && text.isClassWord(word)
    return (i) => isAlone(i) && words.some(isClass)
  }

  /** Returns what scores the rows of a list by their places, and the features of the last score. */
  function createScorer(clause: ClauseMatch, rows: Uint32Array) {
    const { terms, ways } = clause
    slots = ensureCapacity(slots, table.size)
    for (let i = 0; i < rows.length; i++) slots[rows[i]!] = i + 1
    const isLeading = new Uint8Array(rows.length)
    const matched = terms.map((term) => {
      const costs = new Int32Array(rows.length).fill(NO_MATCH)
      const positions = new Int8Array(rows.length).fill(-1)
      const spanCost = term.isSpan ? JOINED : 0
      for (const [token, tokenCost] of term.matches) {
        for (const posting of text.postingsOf(token)) {
          const slot = slots[numberOf(posting)]! - 1
          const joined = isJoined(posting)
          if (slot < 0 || (joined && term.isSpan)) continue
          const isInName = tierOf(posting) === TIER.name
          if (isInName && !joined && !term.isClass && text.leads[numberOf(posting)] === token) isLeading[slot] = 1
          const place = isInName && term.isClass ? CLASS_WORD : tierOf(posting) * TIER_COST
          const cost = tokenCost + spanCost + place + (joined ? JOINED : 0)
          if (cost >= costs[slot]!) continue
          costs[slot] = cost
          positions[slot] = isInName ? positionOf(posting) : -1
        }
      }
      // The words of a value count if they cost no more.
      for (const [facet, byCode] of term.values) {
        const codes = table.codes[facet]
        for (let i = 0; i < rows.length; i++) {
          const cost = byCode[codes[rows[i]!]!]!
          if (cost === NO_MATCH || cost > costs[i]!) continue
          costs[i] = cost
          positions[i] = -1
        }
      }
      return { costs, positions }
    })
    for (let i = 0; i < rows.length; i++) slots[rows[i]!] = 0
    const cheapest = createCheapest(ways, matched)
    const features: ScoreFeatures = { whole_query: 0, words: 0, leading: 0, order: 0, exact: 0, covered: 0 }
    const score = (place: number): number => {
      const row = rows[place]!
      if (!hasBit(clause.rows, row)) return NO_MATCH
      const words = cheapest.find(place)
      const isWhole = cheapest.inName > 0 && cheapest.inName === text.nameLengths[row]
      setFeatures(features, clause.wholeQueryOf(row), words, isLeading[place] === 1, cheapest.isOrdered, isWhole)
      if (clause.identical.has(row)) setIdentical(features)
      return scoreOf(features)
    }
    return { score, features }
  }

  function matchAll(clauses: Clauses, mayGuess: boolean, visible: Uint32Array): ClauseMatch[] {
    return clauses.map((words, i) =>
      matchClause(words.map(toBmpCodeUnits), i === clauses.length - 1, mayGuess, visible),
    )
  }

  const rowsIn = (clauses: readonly ClauseMatch[]) => union(clauses.map(({ rows }) => rows))

  /** Matches the rows that have all words of one clause. Words that no visible row has together are guessed. */
  function match(clauses: Clauses, visible: Uint32Array): TextMatch {
    let matches = matchAll(clauses, false, visible)
    if (!hasCommon(rowsIn(matches), visible)) matches = matchAll(clauses, true, visible)
    return {
      rows: rowsIn(matches),
      scoresOf(rows) {
        const scores = new Float64Array(rows.length)
        const [first, ...others] = matches.map((clause) => createScorer(clause, rows).score)
        for (let i = 0; i < rows.length; i++) scores[i] = first!(i)
        for (const score of others) for (let i = 0; i < rows.length; i++) scores[i] = Math.min(scores[i]!, score(i))
        return scores
      },
      explain(row) {
        const scorers = matches.map((clause) => createScorer(clause, Uint32Array.of(row)))
        const [best] = scorers
          .map(({ score, features }) => ({ score: score(0), features }))
          .sort((a, b) => a.score - b.score)
        return best!.score === NO_MATCH ? undefined : best!.features
      },
    }
  }

  return {
    match,
    finds: (words: readonly string[], visible: Uint32Array): boolean =>
      hasCommon(matchClause(words.map(toBmpCodeUnits), true, true, visible).rows, visible),
    forget: cache.clear,
  }
}

function createCheapest(ways: ClauseMatch['ways'], matched: readonly { costs: Int32Array; positions: Int8Array }[]) {
  const count = ways.length
  const sums = new Int32Array(count + 1)
  const taken = new Uint8Array(count)
  const cheapest = {
    inName: 0,
    isOrdered: true,
    find(place: number): number {
      for (let i = count - 1; i >= 0; i--) {
        sums[i] = NO_MATCH
        const self = ways[i]!
        for (let more = 0; more < self.length; more++) {
          const cost = self[more]! < 0 ? NO_MATCH : matched[self[more]!]!.costs[place]!
          const rest = sums[i + more + 1]!
          if (cost === NO_MATCH || rest === NO_MATCH || cost + rest >= sums[i]!) continue
          sums[i] = cost + rest
          taken[i] = more
        }
      }
      let last = -1
      cheapest.inName = 0
      cheapest.isOrdered = true
      for (let i = 0; i < count; i += taken[i]! + 1) {
        const position = matched[ways[i]![taken[i]!]!]!.positions[place]!
        if (position < 0) continue
        cheapest.inName++
        if (position < last) cheapest.isOrdered = false
        last = position
      }
      return sums[0]!
    },
  }
  return cheapest
}
