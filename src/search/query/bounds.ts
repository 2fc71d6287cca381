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

const BOUNDS: Record<RangeName, (query: SearchQuery) => [least: number | null, most: number | null]> = {
  price_from_inr: ({ price_min, price_max }) => [price_min, price_max],
  operating_weight_kg: ({ weight_min, weight_max }) => [weight_min, weight_max],
  lift_capacity_kg: ({ lift_min, lift_max }) => [lift_min, lift_max],
  launched_at: ({ launched_since }) => [launched_since === null ? null : dateNumber(launched_since), null],
  engine_hp: ({ hp_min, hp_max }) => [hp_min, hp_max],
}
const POWER = 'engine_hp'
const FIGURES = Object.keys(BOUNDS) as RangeName[]

/** The keys in an order that the query's bounds on its figure leave. */
export function boundKeys(query: SearchQuery, figure: string): [low: number | null, high: number | null] {
  return figure in BOUNDS ? keyBounds(figure as RangeName, ...BOUNDS[figure as RangeName](query)) : [null, null]
}

/** Makes a function that reads the bounds of a query. Its sets last until the next call. */
export function createBoundReader(store: CatalogueStore): (query: SearchQuery) => BoundRows {
  let most = new Uint32Array(0)
  let all = new Uint32Array(0)
  let spare = new Uint32Array(0)

  function narrow(set: Uint32Array, figure: RangeName, [low, high]: [number | null, number | null]): void {
    const bits = store.ranges[figure]
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
    const { mass_min, mass_max, cylinders } = query
    const hasMass = mass_min !== null || mass_max !== null
    const bounds = FIGURES.map((figure) => ({ figure, keys: boundKeys(query, figure) })).filter(
      ({ keys: [low, high] }) => low !== null || high !== null,
    )
    const power = bounds.find(({ figure }) => figure === POWER)
    let bound: Uint32Array | undefined
    if (hasMass || cylinders !== null || bounds.length > (power ? 1 : 0)) {
      bound = most
      most.set(visible)
      for (const { figure, keys } of bounds) if (figure !== POWER) narrow(most, figure, keys)
      if (cylinders !== null) keep(store, most, (row) => store.columns.cylinders[row] === cylinders)
      if (hasMass) keep(store, most, hasLoad(store, mass_min, mass_max))
    }
    if (!power) return { most: bound, all: bound }
    all.set(bound ?? visible)
    narrow(all, POWER, power.keys)
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
