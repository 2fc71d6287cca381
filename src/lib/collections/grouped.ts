/** Items by their key: those of a key lie from `from[key]` to `from[key + 1]`, in the order they were given. */
export interface Grouped {
  from: Uint32Array
  items: Uint32Array
}

/** `keys` is one more than the highest key. */
export function groupByKey(given: Uint32Array, keyOf: Uint32Array, keys: number): Grouped {
  const from = new Uint32Array(keys + 2)
  for (let at = 0; at < given.length; at++) from[keyOf[given[at]!]! + 2]!++
  for (let key = 2; key < from.length; key++) from[key]! += from[key - 1]!
  const items = new Uint32Array(given.length)
  for (let at = 0; at < given.length; at++) items[from[keyOf[given[at]!]! + 1]!++] = given[at]!
  return { from, items }
}
