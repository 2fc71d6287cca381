import { clearBit, hasBit, wordsFor } from '../../memory/bits.ts'
import { CLASS } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { dateNumber, LOADS, type RangeName } from '../index/figures.ts'
import { keyBounds } from '../index/orders.ts'
import type { SearchQuery } from '../types.ts'

/** Sets of the visible rows within the bounds; undefined means all visible rows. */
export interface BoundRows {
  /** Rows within every bound except those on power: the facet of power bands counts these. */
  most: Uint32Array | undefined
  /** Rows within all bounds; the same as `most` without bounds on power. */
  all: Uint32Array | undefined
}

/** Makes a function that reads the bounds of a query. Its sets last until the next call. */
export function createBoundReader(store: CatalogueStore): (query: SearchQuery) => BoundRows {
  let most = new Uint32Array(0)
  let all = new Uint32Array(0)
  let spare = new Uint32Array(0)

  function narrow(set: Uint32Array, figure: RangeName, least: number | null, most: number | null): void {
    if (least === null && most === null) return
    const bits = store.ranges[figure]
    const [low, high] = keyBounds(figure, least, most)
    const words = wordsFor(store.rows())
    bits.upTo(high ?? Number.MAX_VALUE, true, spare)
    for (let at = 0; at < words; at++) set[at]! &= spare[at]!
    if (low === null) return
    bits.upTo(low, false, spare)
    for (let at = 0; at < words; at++) set[at]! &= ~spare[at]!
  }

  return (query) => {
    const visible = store.visibleBits()
    const words = visible.length
    if (most.length !== words) {
      most = new Uint32Array(words)
      all = new Uint32Array(words)
      spare = new Uint32Array(words)
    }
    const { weight_min, weight_max, lift_min, lift_max, price_min, price_max, launched_since, hp_min, hp_max } = query
    const { mass_min, mass_max, cylinders } = query
    const isBound = [
      ...[weight_min, weight_max, lift_min, lift_max, mass_min, mass_max],
      ...[price_min, price_max, cylinders, launched_since],
    ].some((bound) => bound !== null)
    if (isBound) {
      most.set(visible)
      narrow(most, 'price_from_inr', price_min, price_max)
      narrow(most, 'operating_weight_kg', weight_min, weight_max)
      narrow(most, 'lift_capacity_kg', lift_min, lift_max)
      if (launched_since !== null) narrow(most, 'launched_at', dateNumber(launched_since), null)
      if (cylinders !== null) keep(store, most, (row) => store.columns.cylinders[row] === cylinders)
      if (mass_min !== null || mass_max !== null) keep(store, most, hasLoad(store, mass_min, mass_max))
    }
    const bound = isBound ? most : undefined
    if (hp_min === null && hp_max === null) return { most: bound, all: bound }
    all.set(bound ?? visible)
    narrow(all, 'engine_hp', hp_min, hp_max)
    return { most: bound, all }
  }
}

function keep(store: CatalogueStore, set: Uint32Array, passes: (row: number) => boolean): void {
  const rows = store.rows()
  for (let row = 0; row < rows; row++) if (hasBit(set, row) && !passes(row)) clearBit(set, row)
}

/** Whether a row has a load within the bounds on the plate of its class. */
function hasLoad(store: CatalogueStore, least: number | null, most: number | null): (row: number) => boolean {
  const { columns, cells } = store
  const low = least ?? 0
  const high = most ?? Number.MAX_VALUE
  const loads = LOADS.map((name) => columns[name])
  const classOf = store.profiles.columns()[CLASS]!
  return (row) => {
    const onPlate = store.loadsOf(classOf[cells.profile[columns.cell[row]!]!]!)
    return loads.some((load, at) => ((onPlate >>> at) & 1) === 1 && load[row]! >= low && load[row]! <= high)
  }
}
