import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRowOrder } from './row-order.ts'

it('keeps rows in order of key, then id, however many change at once', () => {
  const size = 3_000
  const keys = new Float64Array(size)
  const idOf = (row: number) => (row * 7919) % size
  const order = createRowOrder(
    (row) => keys[row]!,
    idOf,
    () => keys,
  )
  const marks = new Uint8Array(size)
  const left = new Set<number>()
  let seed = 1
  const random = (bound: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % bound
  }
  for (const count of [1_000, 1, 8, 9, 40, 700, 2_000, 3, 300]) {
    const changed = Uint32Array.from({ length: count }, () => random(size))
    // Few keys, so that many are equal, and some rows without one.
    for (const row of changed) keys[row] = random(5) === 0 ? Number.POSITIVE_INFINITY : random(60)
    for (const row of changed) left.add(row)
    const belongs = (row: number) => row % 11 !== 0
    for (const row of changed) if (!belongs(row)) left.delete(row)
    order.update(changed, marks, belongs)
    const expected = [...left].sort((a, b) => (keys[a] === keys[b] ? idOf(a) - idOf(b) : keys[a]! - keys[b]!))
    assert.deepEqual([...order.rows().subarray(0, order.length)], expected, `after ${count} changes`)
    assert.ok(marks.every((mark) => mark === 0))
  }
})
