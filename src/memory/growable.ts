type Column = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array

/** Room for more, so that appending stays cheap and little stands empty: half as much again, a quarter for long ones. */
function roomFor(needed: number): number {
  return needed + (needed >> (needed < 100_000 ? 1 : 2)) + 64
}

/** The same values in a longer array; the very same array when it is long enough. */
export function grow<T extends Column>(column: T, needed: number, fill = 0): T {
  if (needed <= column.length) return column
  const longer = new (column.constructor as new (length: number) => T)(roomFor(needed))
  longer.set(column as never)
  if (fill !== 0) longer.fill(fill as never, column.length)
  return longer
}
