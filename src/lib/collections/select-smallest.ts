/** The first `wanted` rows by key, then id. Uses a heap of the best so far if few are wanted, otherwise sorts all. */
export function selectSmallest(rows: Uint32Array, keys: Float64Array, ids: Float64Array, count: number): number[] {
  const isAfter = (a: number, b: number) =>
    keys[a]! > keys[b]! || (keys[a] === keys[b] && ids[rows[a]!]! > ids[rows[b]!]!)
  const compare = (a: number, b: number) => (isAfter(a, b) ? 1 : -1)
  const rowOf = (item: number) => rows[item]!
  if (count * 8 > rows.length) {
    const items: number[] = []
    for (let item = 0; item < rows.length; item++) items.push(item)
    return items.sort(compare).slice(0, count).map(rowOf)
  }
  // The root is the worst of the best so far.
  const heap: number[] = []
  const sink = (item: number) => {
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isAfter(heap[child + 1]!, heap[child]!)) child++
      if (!isAfter(heap[child]!, item)) break
      heap[i] = heap[child]!
      i = child
    }
    heap[i] = item
  }
  let worst = Number.POSITIVE_INFINITY
  for (let item = 0; item < rows.length; item++) {
    if (heap.length < count) {
      heap.push(item)
      if (heap.length === count) heap.sort((a, b) => compare(b, a))
      worst = keys[heap[0]!]!
    } else if (keys[item]! <= worst && isAfter(heap[0]!, item)) {
      sink(item)
      worst = keys[heap[0]!]!
    }
  }
  return heap.sort(compare).map(rowOf)
}
