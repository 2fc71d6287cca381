import { wordsFor } from '../../memory/bits.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { dateNumber, type RangeName } from '../index/figures.ts'
import { keyBounds } from '../index/orders.ts'
import type { Figures } from '../reading/figures.ts'
import type { SearchQuery } from '../types.ts'
import { keepSaid } from './said-bounds.ts'

/** Sets of the visible rows within the bounds; undefined means all visible rows. */
export interface BoundRows {
  /** Rows within every bound except the power parameters: the facet of power bands counts these. */
  most: Uint32Array | undefined
  /** Rows within all bounds; the same as `most` without power parameters. */
  all: Uint32Array | undefined
}

/** Makes a function that reads the bounds of a query. Its sets last until the next call. */
export function createBoundReader(store: CatalogueStore): (query: SearchQuery, said: Figures) => BoundRows {
  let most = new Uint32Array(0)
  let all = new Uint32Array(0)
  let spare = new Uint32Array(0)

  function narrow(set: Uint32Array, figure: RangeName, least: number | null, most: number | null): void {
    const bits = store.ranges[figure]
    const [low, high] = keyBounds(figure, least, most)
    const words = wordsFor(store.rows())
    bits.upTo(high ?? Number.MAX_VALUE, true, spare)
    for (let at = 0; at < words; at++) set[at]! &= spare[at]!
    if (low === null) return
    bits.upTo(low, false, spare)
    for (let at = 0; at < words; at++) set[at]! &= ~spare[at]!
  }

  return (query, said) => {
    const visible = store.visibleBits()
    const words = visible.length
    if (most.length !== words) {
      most = new Uint32Array(words)
      all = new Uint32Array(words)
      spare = new Uint32Array(words)
    }
    const { weight_min, weight_max, price_max, launched_since, hp_min, hp_max } = query
    const hasWeight = weight_min !== null || weight_max !== null
    const saysPower = said.hp_min !== null || said.hp_max !== null
    const saysPrice = said.price_min !== null || said.price_max !== null
    const saysMore = said.cylinders !== null || said.weight_min !== null || said.weight_max !== null
    const isSaid = saysPower || saysPrice || saysMore
    const isBound = isSaid || hasWeight || price_max !== null || launched_since !== null
    if (isBound) {
      most.set(visible)
      if (price_max !== null) narrow(most, 'price_from_inr', null, price_max)
      if (hasWeight) narrow(most, 'operating_weight_kg', weight_min, weight_max)
      if (saysPower) narrow(most, 'engine_hp', said.hp_min, said.hp_max)
      if (saysPrice) narrow(most, 'price_from_inr', said.price_min, said.price_max)
      if (saysMore) keepSaid(store, most, said)
      if (launched_since !== null) narrow(most, 'launched_at', dateNumber(launched_since), null)
    }
    const bound = isBound ? most : undefined
    if (hp_min === null && hp_max === null) return { most: bound, all: bound }
    all.set(bound ?? visible)
    narrow(all, 'engine_hp', hp_min, hp_max)
    return { most: bound, all }
  }
}
