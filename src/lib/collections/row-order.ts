import { ensureCapacity } from './growable.ts'

const RADIX = 1 << 16

/** Sorts rows by a key, stably and in linear time; an infinite key comes last. */
export function sortRowsByKey(rows: Uint32Array, keyOf: (row: number) => number): Uint32Array {
  const count = rows.length
  const keys = new Float64Array(count)
  // Adding 0 makes -0 the same as 0.
  for (let i = 0; i < count; i++) keys[i] = keyOf(rows[i]!) + 0
  if (isInOrder(keys)) return rows
  if (count < 2048) return sortFewRows(rows, keyOf)
  const halves = new Uint32Array(keys.buffer)
  for (let i = 0; i < count; i++) {
    const high = halves[2 * i + 1]!
    // Doubles sort like unsigned integers once negative ones are inverted and positive ones get the top bit.
    if (high >>> 31 === 1) {
      halves[2 * i] = ~halves[2 * i]!
      halves[2 * i + 1] = ~high
    } else halves[2 * i + 1] = high | 0x80000000
  }
  let order: Uint32Array = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = i
  let scratch: Uint32Array = new Uint32Array(count)
  const counts = new Uint32Array(RADIX)
  for (let pass = 0; pass < 4; pass++) {
    const half = pass >> 1
    const shift = (pass & 1) * 16
    counts.fill(0)
    for (let i = 0; i < count; i++) counts[(halves[2 * i + half]! >>> shift) & 0xffff]!++
    if (counts[(halves[half]! >>> shift) & 0xffff] === count) continue
    let sum = 0
    for (let digit = 0; digit < RADIX; digit++) {
      const held = counts[digit]!
      counts[digit] = sum
      sum += held
    }
    for (let i = 0; i < count; i++) {
      const item = order[i]!
      scratch[counts[(halves[2 * item + half]! >>> shift) & 0xffff]!++] = item
    }
    const done = scratch
    scratch = order
    order = done
  }
  for (let i = 0; i < count; i++) scratch[i] = rows[order[i]!]!
  return scratch
}

function isInOrder(keys: Float64Array): boolean {
  for (let i = 1; i < keys.length; i++) if (keys[i - 1]! > keys[i]!) return false
  return true
}

function sortFewRows(rows: Uint32Array, keyOf: (row: number) => number): Uint32Array {
  const pairs = Array.from(rows, (row) => ({ row, key: keyOf(row) }))
  pairs.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return Uint32Array.from(pairs, (pair) => pair.row)
}

const FEW = 8

/** Rows in ascending order of a key, equal ones by id; an unknown key is infinite and comes last. */
export function createRowOrder(
  keyOf: (row: number) => number,
  idOf: (row: number) => number,
  keys?: () => Float64Array,
) {
  let rows = new Uint32Array(64)
  let length = 0

  function update(changed: Uint32Array, isChanged: Uint8Array, belongs = (_row: number) => true): void {
    if (changed.length <= FEW) {
      const unique = new Set(changed)
      for (const row of unique) takeOut(row)
      for (const row of unique) if (belongs(row)) putIn(row)
      return
    }
    for (const row of changed) isChanged[row] = 1
    let baseLength = 0
    for (let i = 0; i < length; i++) {
      const row = rows[i]!
      if (isChanged[row] === 0) rows[baseLength++] = row
    }
    const unique = new Uint32Array(changed.length)
    let count = 0
    for (const row of changed) {
      if (isChanged[row] === 1 && belongs(row)) unique[count++] = row
      isChanged[row] = 0
    }
    length = baseLength
    insert(sortRowsByKey(unique.subarray(0, count), idOf))
  }

  function insert(byId: Uint32Array): void {
    const arriving = sortRowsByKey(byId, keyOf)
    const baseLength = length
    length += arriving.length
    rows = ensureCapacity(rows, length)
    if (baseLength === 0) rows.set(arriving)
    else merge(baseLength, arriving)
  }

  /** Works from the end and moves the rows between two arriving ones as a block, so most are never compared. */
  function merge(baseLength: number, arriving: Uint32Array): void {
    let end = baseLength
    for (let next = arriving.length - 1; next >= 0; next--) {
      const row = arriving[next]!
      const place = placeOf(row, end)
      rows.copyWithin(place + next + 1, place, end)
      rows[place + next] = row
      end = place
    }
  }

  function placeOf(row: number, end: number): number {
    let high = end
    let low = end
    for (let step = 1; low > 0 && comesAfter(rows[low - 1]!, row); step *= 2) {
      high = low - 1
      low = Math.max(0, low - step)
    }
    while (low < high) {
      const middle = (low + high) >>> 1
      if (comesAfter(rows[middle]!, row)) high = middle
      else low = middle + 1
    }
    return low
  }

  function takeOut(row: number): void {
    const i = rows.indexOf(row)
    if (i >= 0 && i < length) rows.copyWithin(i, i + 1, length--)
  }

  function putIn(row: number): void {
    const place = placeOf(row, length)
    rows = ensureCapacity(rows, ++length)
    rows.copyWithin(place + 1, place, length - 1)
    rows[place] = row
  }

  function comesAfter(a: number, b: number): boolean {
    const keyA = keyOf(a)
    const keyB = keyOf(b)
    return keyA > keyB || (keyA === keyB && idOf(a) > idOf(b))
  }

  function bound(isBefore: (key: number) => boolean): number {
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(keyOf(rows[middle]!))) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    rows: (): Uint32Array => rows,
    get length() {
      return length
    },
    /** Moves changed rows to where their new keys belong, and drops what no longer belongs. `isChanged` is scratch. */
    update,
    insert,
    lowerBound: (key: number): number => bound((other) => other < key),
    upperBound: (key: number): number => bound((other) => other <= key),
    keyOf,
    /** The column of keys, for an order that has one, as all have that are read from their end. */
    keys,
  }
}

export type RowOrder = ReturnType<typeof createRowOrder>
