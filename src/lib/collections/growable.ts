type NumberArray = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array

/** Adds half of the length, or a quarter for long arrays, so appending is cheap and little space stays empty. */
function grownCapacity(needed: number): number {
  return needed + (needed >> (needed < 100_000 ? 1 : 2)) + 64
}

/** Copies the values to a longer array, unless this one is long enough. */
export function ensureCapacity<T extends NumberArray>(column: T, needed: number, fill = 0): T {
  if (needed <= column.length) return column
  const longer = new (column.constructor as new (length: number) => T)(grownCapacity(needed))
  longer.set(column as never)
  if (fill !== 0) longer.fill(fill as never, column.length)
  return longer
}
