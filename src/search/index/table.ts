import { createCache } from '../../lib/cache.ts'
import {
  addAll,
  countCommon,
  intersection,
  listBits,
  setBit,
  subtract,
  wordCount,
} from '../../lib/collections/bitset.ts'
import { ensureCapacity } from '../../lib/collections/growable.ts'
import { selectSmallest } from '../../lib/collections/select-smallest.ts'
import { createValueList, type ValueList } from './value-list.ts'

/** An unknown figure. It comes last in every order and is within no bounds. */
export const MISSING = Number.POSITIVE_INFINITY

/** What rows must meet, and the facets that are counted as if it were not asked, so that other values stay visible. */
export interface Condition<C extends string> {
  set: Uint32Array
  ignoredBy: readonly C[]
}

export interface TableHits<C extends string> {
  rows: Uint32Array
  counts: ReadonlyMap<C, Int32Array>
}

const MAX_CACHED_BYTES = 64 * 1024 * 1024

/**
 * Rows with an id in typed columns: figures as numbers, the values of facets as codes. Filters are sets of rows, one bit
 * each. `commit` must follow changes before the next search.
 */
export function createTable<F extends string, C extends string>(
  figures: readonly F[],
  facets: readonly C[],
  fixedValues: (facet: C) => readonly string[] | undefined = () => undefined,
) {
  const columns = Object.fromEntries(['id', ...figures].map((name) => [name, new Float64Array(64)])) as Record<
    F | 'id',
    Float64Array<ArrayBuffer>
  >
  const codes = Object.fromEntries(facets.map((name) => [name, new Uint32Array(64)])) as Record<C, Uint32Array>
  const lists = Object.fromEntries(facets.map((name) => [name, createValueList(fixedValues(name))])) as Record<
    C,
    ValueList
  >
  const rowsById = new Map<number, number>()
  const free: number[] = []
  let size = 0
  const sets = createCache<string, Uint32Array>(MAX_CACHED_BYTES, (set) => set.byteLength + 100)
  let keys = new Float64Array(0)
  const buffers = { hits: new Uint32Array(0), others: new Uint32Array(0) }
  /** The rows of a whole set, and the counts of its facets. */
  let wholes = new Map<Uint32Array, { total: number; counts: Map<C, Int32Array> }>()

  function put(id: number, numbers: Readonly<Record<F, number>>, values: Readonly<Record<C, string | null>>): number {
    const row = rowsById.get(id) ?? free.pop() ?? size++
    rowsById.set(id, row)
    for (const name of ['id', ...figures] as const) columns[name] = ensureCapacity(columns[name], size)
    for (const name of facets) codes[name] = ensureCapacity(codes[name], size)
    columns.id[row] = id
    for (const name of figures) columns[name][row] = numbers[name]
    for (const name of facets) codes[name][row] = lists[name].codeOf(values[name])
    return row
  }

  function remove(id: number): number | undefined {
    const row = rowsById.get(id)
    if (row === undefined) return undefined
    rowsById.delete(id)
    free.push(row)
    for (const name of ['id', ...figures] as const) columns[name][row] = MISSING
    for (const name of facets) codes[name][row] = 0
    return row
  }

  function setWhere(passes: (row: number) => boolean): Uint32Array {
    const set = new Uint32Array(wordCount(size))
    for (let row = 0; row < size; row++) if (passes(row)) setBit(set, row)
    return set
  }

  const withCode = (facet: C, code: number) =>
    sets.getOrCompute(`${facet} ${code}`, () => {
      const column = codes[facet]
      return setWhere((row) => column[row] === code)
    })

  function withValues(facet: C, values: readonly string[]): Uint32Array {
    const codes = lists[facet].codesNamed(values)
    if (codes.length === 1) return withCode(facet, codes[0]!)
    const set = new Uint32Array(wordCount(size))
    for (const code of codes) addAll(set, withCode(facet, code))
    return set
  }

  /** The rows whose figure is known and within both bounds, either of which may be open. */
  const between = (figure: F | 'id', low: number | null, high: number | null) =>
    sets.getOrCompute(`${figure} ${low} ${high}`, () => {
      const [column, min, max, end] = [columns[figure], low ?? -MISSING, high ?? Number.MAX_VALUE, size]
      const set = new Uint32Array(wordCount(end))
      // Every query may have other bounds: without a branch and with one write a word, this takes a fifth of the time.
      for (let i = 0, row = 0; i < set.length; i++) {
        let word = 0
        for (const stop = Math.min(row + 32, end); row < stop; row++)
          word |= (Number(column[row]! >= min) & Number(column[row]! <= max)) << (row & 31)
        set[i] = word
      }
      return set
    })

  /** Lists the rows of a set, until the next list in the same buffer. */
  function listIn(buffer: 'hits' | 'others', set: Uint32Array): Uint32Array {
    const list = ensureCapacity(buffers[buffer], size)
    buffers[buffer] = list
    return list.subarray(0, listBits(set, set, set.length, list))
  }

  /** Counts the values of facets in a set: few values by the rows that they share with it, many by its rows. */
  function countIn(set: Uint32Array, total: number, counted: readonly C[]): [C, Int32Array][] {
    let rows: Uint32Array | undefined
    return counted.map((facet) => {
      const { bound } = lists[facet]
      const counts = new Int32Array(bound)
      if (bound * set.length < total) {
        for (let code = 1; code < bound; code++) counts[code] = countCommon(set, withCode(facet, code), set.length)
        return [facet, counts]
      }
      rows ??= listIn('others', set)
      const column = codes[facet]
      for (let i = 0; i < rows.length; i++) counts[column[rows[i]!]!]!++
      return [facet, counts]
    })
  }

  /** Counts values of facets in part of a whole set. If it has most rows, the others are subtracted. */
  function count(counted: readonly C[], set: Uint32Array, total: number, whole: Uint32Array): [C, Int32Array][] {
    if (counted.length === 0) return []
    const all = wholes.getOrInsertComputed(whole, () => {
      const total = countCommon(whole, whole, whole.length)
      return { total, counts: new Map(countIn(whole, total, facets)) }
    })
    if (total * 2 <= all.total) return countIn(set, total, counted)
    const rest = set.slice()
    subtract(whole, set, set.length, rest)
    return countIn(rest, all.total - total, counted).map(([facet, others]) => {
      const counts = all.counts.get(facet)!.slice()
      for (let code = 0; code < counts.length; code++) counts[code]! -= others[code]!
      return [facet, counts]
    })
  }

  return {
    columns,
    codes,
    lists,
    put,
    remove,
    rowOf: (id: number): number | undefined => rowsById.get(id),
    /** One more than the highest row. */
    get size() {
      return size
    },
    withCode,
    withValues,
    between,
    setWhere,
    /**
     * Finds the rows of a set, part of a whole, that meet all conditions, and counts facets among them. The list lasts
     * until the next search.
     */
    search(
      whole: Uint32Array,
      within: Uint32Array,
      conditions: readonly Condition<C>[],
      counted: readonly C[],
    ): TableHits<C> {
      const meeting = (facet?: C) =>
        intersection([
          within,
          ...conditions.flatMap(({ set, ignoredBy }) => (facet && ignoredBy.includes(facet) ? [] : [set])),
        ])
      const set = meeting()
      const rows = listIn('hits', set)
      const apart = counted.filter((facet) => conditions.some(({ ignoredBy }) => ignoredBy.includes(facet)))
      const together = counted.filter((facet) => !apart.includes(facet))
      const counts = apart.flatMap((facet) => {
        const others = meeting(facet)
        return count([facet], others, countCommon(others, others, others.length), whole)
      })
      return { rows, counts: new Map([...count(together, set, rows.length, whole), ...counts]) }
    },
    /** Returns the first of some rows by a figure, then id. Unknown figures come last in both directions. */
    first(rows: Uint32Array, figure: F | 'id', descending: boolean, count: number, ids = columns.id): number[] {
      keys = ensureCapacity(keys, rows.length)
      const [column, sign] = [columns[figure], descending ? -1 : 1]
      for (let i = 0; i < rows.length; i++) {
        const value = column[rows[i]!]!
        keys[i] = value === MISSING ? MISSING : sign * value
      }
      return selectSmallest(rows, keys, ids, count)
    },
    commit(): void {
      sets.clear()
      wholes = new Map()
    },
  }
}

export type SearchTable<F extends string, C extends string> = ReturnType<typeof createTable<F, C>>
