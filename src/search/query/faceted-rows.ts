import { createCache } from '../../lib/cache.ts'
import {
  countBits,
  countCommon,
  estimateBits,
  hasBit,
  intersect,
  listBits,
  setBit,
  subtract,
  wordCount,
} from '../../lib/collections/bitset.ts'
import { ensureCapacity } from '../../lib/collections/growable.ts'
import type { RangeBits } from '../index/orders.ts'
import type { Profiles } from '../index/profiles.ts'

/** Facets that are kept together: one number for each combination of their values, so that one step counts them all. */
export interface FacetGroup {
  profiles: Pick<Profiles, 'values' | 'columns' | 'bound'>
  /** The combination of each row. */
  of(): Uint32Array
}

/** What rows must meet. */
export interface Condition {
  set: Uint32Array
  /** The facets, one bit each, that are counted as if it were not asked: so the other values stay visible. */
  ignoredBy: number
}

/** What was found. Sets and lists last until the next search. */
export interface Hits {
  total: number
  /** Undefined for few hits: they are listed only. */
  set: Uint32Array | undefined
  list(): Uint32Array
  /** For each facet, by the number of the value. */
  counts: Int32Array[]
}

const MAX_RETAINED_BYTES = 64 * 1024 * 1024
/** Facets and filters are bits of one number. */
const MAX_FACETS = 31

/**
 * Finds and counts rows by sets of them. Few rows are listed and asked one by one; of many the sets are intersected.
 * `capacity` is the length of all sets.
 */
export function createFacetedRows(groups: readonly FacetGroup[], bound: () => number, capacity: () => number) {
  const facets = groups.flatMap(({ profiles }, group) => profiles.values.map((values, i) => ({ group, at: i, values })))
  if (facets.length > MAX_FACETS) throw new Error(`${facets.length} facets do not fit into the bits of a number`)
  const existing = createCache<string, Uint32Array>(MAX_RETAINED_BYTES, (set) => set.byteLength)
  /** Of a whole set, the number of its rows and the counts of all facets. */
  const wholes = new Map<Uint32Array, { size: number; counts: Int32Array[] }>()
  let spares: Uint32Array[] = []
  let used = 0
  let list = new Uint32Array(0)
  let tallied = new Int32Array(0)

  /** A set for the current search, with anything in it. */
  function scratch(): Uint32Array {
    spares[used] ??= new Uint32Array(capacity())
    return spares[used++]!
  }

  /** The rows that have a value. */
  function setOf(facet: number, value: number): Uint32Array {
    return existing.getOrCompute(`${facet} ${value}`, () => {
      const { group, at: i } = facets[facet]!
      const column = groups[group]!.profiles.columns()[i]!
      const of = groups[group]!.of()
      const set = new Uint32Array(capacity())
      for (let row = 0; row < bound(); row++) if (column[of[row]!] === value) setBit(set, row)
      return set
    })
  }

  let counted = facets.map(() => new Int32Array(0))
  const noCounts = () => facets.map(({ values }) => new Int32Array(values.bound))

  const listOf = (set: Uint32Array) => listBits(set, set, wordCount(bound()), list)

  /** Adds `by` to the counts of the wanted facets, one bit each, for every one of the first rows of the list. */
  function tally(listed: number, required: number, counts: readonly Int32Array[], by: number): void {
    const result = list
    let first = 0
    for (const { profiles, of } of groups) {
      const columns = profiles.columns()
      const profileOf = of()
      const self = (required >>> first) & ((1 << columns.length) - 1)
      const isFolded = (self & (self - 1)) !== 0 && listed > profiles.bound
      if (isFolded) {
        tallied = ensureCapacity(tallied, profiles.bound)
        const sizes = tallied.fill(0)
        for (let i = 0; i < listed; i++) sizes[profileOf[result[i]!]!]!++
      }
      for (let facet = 0; facet < columns.length; facet++) {
        if (((self >>> facet) & 1) === 0) continue
        const sums = counts[first + facet]!
        const column = columns[facet]!
        if (!isFolded) for (let i = 0; i < listed; i++) sums[column[profileOf[result[i]!]!]!]! += by
        else
          for (let profile = 0; profile < profiles.bound; profile++) sums[column[profile]!]! += by * tallied[profile]!
      }
      first += columns.length
    }
  }

  function wholeOf(set: Uint32Array) {
    return wholes.getOrInsertComputed(set, () => {
      const counts = noCounts()
      const size = listOf(set)
      tally(size, -1, counts, 1)
      return { size, counts }
    })
  }

  /** Counts the rows of a set for one facet; of very many rows and few values, those of each value together. */
  function countOne(set: Uint32Array, whole: Uint32Array, facet: number, counts: Int32Array[]): void {
    const { values } = facets[facet]!
    const words = wordCount(bound())
    const size = estimateBits(set, words)
    if (values.bound * words > Math.min(size, wholeOf(whole).size - size)) count(set, whole, 1 << facet, counts)
    else
      for (let value = 1; value < values.bound; value++)
        counts[facet]![value] = countCommon(set, setOf(facet, value), words)
  }

  /** Counts the rows of a set and lists them; undefined where nothing is to count, or it has most rows of the whole, so the others are subtracted. */
  function count(set: Uint32Array, whole: Uint32Array, required: number, counts: Int32Array[]): number | undefined {
    if (required === 0) return undefined
    const words = wordCount(bound())
    const all = wholeOf(whole)
    if (estimateBits(set, words) * 2 <= all.size) {
      const listed = listOf(set)
      tally(listed, required, counts, 1)
      return listed
    }
    for (let facet = 0; facet < counts.length; facet++)
      if (((required >>> facet) & 1) === 1) counts[facet]!.set(all.counts[facet]!)
    const others = scratch()
    subtract(whole, set, words, others)
    tally(listOf(others), required, counts, -1)
    return undefined
  }

  /** Keeps the listed rows that meet all conditions, and counts for the facets that ignore some. */
  function sift(
    listed: number,
    conditions: readonly Condition[],
    ignoring: readonly number[],
    counts: Int32Array[],
  ): number {
    const sets = conditions.map(({ set }) => set)
    const rows = list
    const ignorant = facets.flatMap(({ group, at: i }, facet) => {
      const { profiles, of } = groups[group]!
      const ignored = ignoring[facet]!
      return ignored === 0 ? [] : [{ ignored, sums: counts[facet]!, column: profiles.columns()[i]!, of: of() }]
    })
    let total = 0
    for (let i = 0; i < listed; i++) {
      const row = rows[i]!
      let failed = 0
      for (let number = 0; number < sets.length; number++) if (!hasBit(sets[number]!, row)) failed |= 1 << number
      if (failed === 0) rows[total++] = row
      for (const { ignored, sums, column, of } of ignorant) if ((failed & ~ignored) === 0) sums[column[of[row]!]!]!++
    }
    return total
  }

  return {
    /** Comes first in each search. */
    begin(): void {
      used = 0
      if (spares[0]?.length !== capacity()) spares = []
      list = ensureCapacity(list, bound())
    },
    spare: scratch,
    /** The rows of a set, until the next search. */
    rowsOf: (set: Uint32Array) => list.subarray(0, listOf(set)),
    /** Counts of none, which last until the next search, as sets do. */
    spareCounts(): Int32Array[] {
      counted = facets.map(({ values }, facet) => ensureCapacity(counted[facet]!, values.bound).fill(0))
      return counted
    },
    /** The rows that have one of these values, which are in lower case. */
    having(facet: number, required: readonly string[]): Uint32Array {
      const numbers = facets[facet]!.values.named(required)
      const sets = numbers.map((value) => setOf(facet, value))
      if (sets.length === 1) return sets[0]!
      const any = scratch().fill(0)
      for (const set of sets) for (let i = 0; i < any.length; i++) any[i]! |= set[i]!
      return any
    },
    /** The rows whose figure is within two bounds; undefined where both are open. */
    between(range: RangeBits, low: number | null, high: number | null): Uint32Array | undefined {
      if (low === null && high === null) return undefined
      const set = scratch()
      range.between(low, high, set, scratch(), wordCount(bound()))
      return set
    },
    /** Finds the rows of a set, which is part of a whole, that meet the conditions; the wanted facets, one bit each, are counted. */
    find(
      base: Uint32Array,
      whole: Uint32Array,
      conditions: readonly Condition[],
      required = -1,
      counts: Int32Array[] = noCounts(),
    ): Hits {
      const words = wordCount(bound())
      /** For each facet the conditions that it ignores, one bit each. */
      const ignoring = facets.map((_, facet) =>
        ((required >>> facet) & 1) === 0
          ? 0
          : conditions.reduce((bits, { ignoredBy }, i) => bits | (((ignoredBy >>> facet) & 1) << i), 0),
      )
      const plain = ignoring.reduce((bits, ignored, facet) => bits | (ignored === 0 ? required & (1 << facet) : 0), 0)
      if (estimateBits(base, words) <= words) {
        const total = sift(listOf(base), conditions, ignoring, counts)
        tally(total, plain, counts, 1)
        return { total, set: undefined, list: () => list.subarray(0, total), counts }
      }
      /** The rows that meet the conditions among these bits, of those that meet others. */
      const meeting = (bits: number, others = base) => {
        let set = others
        for (let i = 0; i < conditions.length; i++) {
          if (((bits >>> i) & 1) === 0) continue
          const both = scratch()
          intersect(set, conditions[i]!.set, words, both)
          set = both
        }
        return set
      }
      const all = (1 << conditions.length) - 1
      let [met, set] = [0, base]
      ignoring.forEach((ignored, facet) => {
        if (ignored === 0) return
        met = all & ~ignored
        set = meeting(met)
        countOne(set, whole, facet, counts)
      })
      set = meeting(all & ~met, set)
      const listed = count(set, whole, plain, counts)
      const total = listed ?? countBits(set, words)
      return { total, set, list: () => list.subarray(0, listed ?? listOf(set)), counts }
    },
    /** Comes after each change. */
    forget(): void {
      existing.clear()
      wholes.clear()
    },
  }
}
