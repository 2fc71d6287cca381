type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array

/** Adds half of the length, or a quarter for long arrays, so appending is cheap and little space stays empty. */
function roomFor(needed: number): number {
  return needed + (needed >> (needed < 100_000 ? 1 : 2)) + 64
}

/** Copies the values to a longer array, unless this one is long enough. */
export function grow<T extends Column>(column: T, needed: number, fill = 0): T {
  if (needed <= column.length) return column
  const longer = new (column.constructor as new (length: number) => T)(roomFor(needed))
  longer.set(column as never)
  if (fill !== 0) longer.fill(fill as never, column.length)
  return longer
}
