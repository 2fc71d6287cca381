/** Items by their key: those of a key lie from `from[key]` to `from[key + 1]`, in the order they were given. */
export interface Grouped {
  from: Uint32Array
  items: Uint32Array
}

/** `keys` is one more than the highest key. */
export function groupByKey(values: Uint32Array, keyOf: Uint32Array, keys: number): Grouped {
  const from = new Uint32Array(keys + 2)
  for (let i = 0; i < values.length; i++) from[keyOf[values[i]!]! + 2]!++
  for (let key = 2; key < from.length; key++) from[key]! += from[key - 1]!
  const items = new Uint32Array(values.length)
  for (let i = 0; i < values.length; i++) items[from[keyOf[values[i]!]! + 1]!++] = values[i]!
  return { from, items }
}
