import { grow } from '../../memory/growable.ts'

export const MISSING = Number.POSITIVE_INFINITY
export const FREE = 0
export const HIDDEN = 1
export const VISIBLE = 2

/** The figures of all machines, one array a field; a missing figure is infinite, a missing date 0. */
export interface Columns {
  /** FREE, HIDDEN or VISIBLE. */
  state: Uint8Array
  id: Float64Array
  cell: Uint32Array
  hp: Float64Array
  weight: Float64Array
  lift: Float64Array
  /** In kg, like `lift` and `weight`. */
  crane: Float64Array
  payload: Float64Array
  rated: Float64Array
  tipping: Float64Array
  cylinders: Float64Array
  price: Float64Array
  launched: Uint32Array
  published: Uint32Array
  /** Words of the name beyond the maker's, and how late the lifecycle stands: less is more to the point. */
  length: Uint8Array
}

export function createColumns(): Columns {
  return {
    state: new Uint8Array(64),
    id: new Float64Array(64),
    cell: new Uint32Array(64),
    hp: new Float64Array(64),
    weight: new Float64Array(64),
    lift: new Float64Array(64),
    crane: new Float64Array(64),
    payload: new Float64Array(64),
    rated: new Float64Array(64),
    tipping: new Float64Array(64),
    cylinders: new Float64Array(64),
    price: new Float64Array(64),
    launched: new Uint32Array(64),
    published: new Uint32Array(64),
    length: new Uint8Array(64),
  }
}

export function growColumns(columns: Columns, rows: number): void {
  for (const name of Object.keys(columns) as Array<keyof Columns>) {
    columns[name] = grow(columns[name] as never, rows) as never
  }
}

export function columnBytes(columns: Columns): number {
  return Object.values(columns).reduce((sum, column) => sum + column.byteLength, 0)
}

/** Tonnes as kilograms, without the dust of binary fractions. */
export function inKilograms(tonnes: number | null): number {
  return tonnes === null ? MISSING : Math.round(tonnes * 1e6) / 1e3
}

/** 2026-11-15 becomes 20261115, so that dates compare as numbers; null becomes 0. */
export function dateNumber(date: string | null): number {
  if (date === null) return 0
  return digits(date, 0, 4) * 10000 + digits(date, 5, 7) * 100 + digits(date, 8, 10)
}

function digits(text: string, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end && at < text.length; at++) number = number * 10 + text.charCodeAt(at) - 48
  return number
}
