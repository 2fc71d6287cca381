import { createCache } from '../../lib/cache.ts'
import { intersect, listBits, setBit, subtract, wordCount } from '../../lib/collections/bitset.ts'
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
  /** The rows of each counted facet, by the code of the value. */
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

  /** The rows with a value. */
  const withCode = (facet: C, code: number) =>
    sets.getOrCompute(`${facet} ${code}`, () => {
      const column = codes[facet]
      return setWhere((row) => column[row] === code)
    })

  function withValues(facet: C, values: readonly string[]): Uint32Array {
    const [first, ...others] = lists[facet].codesNamed(values)
    if (first === undefined) return new Uint32Array(wordCount(size))
    return others.reduce((set, code) => unite(set, withCode(facet, code)), withCode(facet, first))
  }

  /** The rows whose figure is known and within both bounds, either of which may be open. */
  const between = (figure: F | 'id', low: number | null, high: number | null) =>
    sets.getOrCompute(`${figure} ${low} ${high}`, () => {
      const [column, min, max] = [columns[figure], low ?? -MISSING, high ?? Number.MAX_VALUE]
      return setWhere((row) => column[row]! >= min && column[row]! <= max)
    })

  function rowsOf(set: Uint32Array): Uint32Array {
    const rows = new Uint32Array(size)
    return rows.slice(0, listBits(set, set, set.length, rows))
  }

  function addCounts(facet: C, rows: Uint32Array, by: number, counts: Int32Array): Int32Array {
    const column = codes[facet]
    for (let i = 0; i < rows.length; i++) counts[column[rows[i]!]!]! += by
    return counts
  }

  /** Counts the values of a facet in part of a whole set. If it has most rows, the others are subtracted. */
  function count(facet: C, set: Uint32Array, rows: Uint32Array, whole: Uint32Array): Int32Array {
    const all = wholes.getOrInsertComputed(whole, () => ({ total: rowsOf(whole).length, counts: new Map() }))
    const none = () => new Int32Array(lists[facet].bound)
    if (rows.length * 2 <= all.total) return addCounts(facet, rows, 1, none())
    const counts = all.counts.getOrInsertComputed(facet, () => addCounts(facet, rowsOf(whole), 1, none())).slice()
    const others = new Uint32Array(set.length)
    subtract(whole, set, set.length, others)
    return addCounts(facet, rowsOf(others), -1, counts)
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
    rowsOf,
    /** Finds the rows of a set, part of a whole, that meet all conditions, and counts facets among them. */
    search(
      whole: Uint32Array,
      within: Uint32Array,
      conditions: readonly Condition<C>[],
      counted: readonly C[],
    ): TableHits<C> {
      const meeting = (facet?: C) =>
        conditions
          .filter(({ ignoredBy }) => facet === undefined || !ignoredBy.includes(facet))
          .reduce((set, condition) => both(set, condition.set), within)
      const set = meeting()
      const rows = rowsOf(set)
      const counts = counted.map((facet): [C, Int32Array] => {
        const isPlain = !conditions.some(({ ignoredBy }) => ignoredBy.includes(facet))
        const others = isPlain ? set : meeting(facet)
        return [facet, count(facet, others, isPlain ? rows : rowsOf(others), whole)]
      })
      return { rows, counts: new Map(counts) }
    },
    commit(): void {
      sets.clear()
      wholes = new Map()
    },
  }
}

export type Table<F extends string, C extends string> = ReturnType<typeof createTable<F, C>>

/** Returns the rows in both sets. */
export function both(a: Uint32Array, b: Uint32Array): Uint32Array {
  const set = new Uint32Array(a.length)
  intersect(a, b, a.length, set)
  return set
}

/** Returns the rows in either set. */
export function unite(a: Uint32Array, b: Uint32Array): Uint32Array {
  const set = a.slice()
  for (let i = 0; i < set.length; i++) set[i]! |= b[i]!
  return set
}

/** Returns one page of the rows by key, then id: each key is that of the row at its place. */
export function pageOf(
  rows: Uint32Array,
  keys: Float64Array,
  ids: Float64Array,
  offset: number,
  limit: number,
): number[] {
  const take = Math.min(limit, rows.length - offset)
  return take <= 0 ? [] : selectSmallest(rows, keys, ids, offset + take).slice(offset)
}

/** Returns the keys of rows by a figure. Unknown ones come last in both directions. */
export function sortKeys(rows: Uint32Array, column: Float64Array, descending: boolean): Float64Array {
  const sign = descending ? -1 : 1
  const keys = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) {
    const value = column[rows[i]!]!
    keys[i] = value === MISSING ? MISSING : sign * value
  }
  return keys
}

