const RADIX = 1 << 16

/** Sorts rows by a key, stably and in linear time; an infinite key comes last. */
export function sortRowsByKey(rows: Uint32Array, keyOf: (row: number) => number): Uint32Array {
  const count = rows.length
  const keys = new Float64Array(count)
  // Adding 0 makes -0 the same as 0.
  for (let at = 0; at < count; at++) keys[at] = keyOf(rows[at]!) + 0
  if (isInOrder(keys)) return rows
  if (count < 2048) return sortFewRows(rows, keyOf)
  const halves = new Uint32Array(keys.buffer)
  for (let at = 0; at < count; at++) {
    const high = halves[2 * at + 1]!
    // Doubles sort like unsigned integers once negative ones are inverted and positive ones get the top bit.
    if (high >>> 31 === 1) {
      halves[2 * at] = ~halves[2 * at]!
      halves[2 * at + 1] = ~high
    } else halves[2 * at + 1] = high | 0x80000000
  }
  let order: Uint32Array = new Uint32Array(count)
  for (let at = 0; at < count; at++) order[at] = at
  let spare: Uint32Array = new Uint32Array(count)
  const tally = new Uint32Array(RADIX)
  for (let pass = 0; pass < 4; pass++) {
    const half = pass >> 1
    const shift = (pass & 1) * 16
    tally.fill(0)
    for (let at = 0; at < count; at++) tally[(halves[2 * at + half]! >>> shift) & 0xffff]!++
    if (tally[(halves[half]! >>> shift) & 0xffff] === count) continue
    let sum = 0
    for (let digit = 0; digit < RADIX; digit++) {
      const held = tally[digit]!
      tally[digit] = sum
      sum += held
    }
    for (let at = 0; at < count; at++) {
      const item = order[at]!
      spare[tally[(halves[2 * item + half]! >>> shift) & 0xffff]!++] = item
    }
    const done = spare
    spare = order
    order = done
  }
  for (let at = 0; at < count; at++) spare[at] = rows[order[at]!]!
  return spare
}

function isInOrder(keys: Float64Array): boolean {
  for (let at = 1; at < keys.length; at++) if (keys[at - 1]! > keys[at]!) return false
  return true
}

function sortFewRows(rows: Uint32Array, keyOf: (row: number) => number): Uint32Array {
  const pairs = Array.from(rows, (row) => ({ row, key: keyOf(row) }))
  pairs.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return Uint32Array.from(pairs, (pair) => pair.row)
}
