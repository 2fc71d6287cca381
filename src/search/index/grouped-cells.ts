import { drainBits, wordsFor } from '../../memory/bits.ts'
import { type Grouped, groupByKey } from '../../memory/grouped.ts'
import type { CatalogueStore } from './catalogue-store.ts'

/** The cells that have visible rows, by profile: filters pass over a profile as a whole. A cell's place is its number here. */
export interface GroupedCells {
  /** The first place of each profile; the one after the last ends it. */
  profileFrom: Uint32Array
  cellAt: Uint32Array
  makerAt: Uint32Array
  /** How many visible rows are at each place. */
  sizes: Int32Array
  /** The place of each visible row. */
  placeOf: Uint32Array
  /** The visible rows by place. */
  rows: Grouped
}

export function groupCells(store: CatalogueStore): GroupedCells {
  const { cells, columns, profiles } = store
  const held: number[] = []
  for (let cell = 0; cell < cells.bound; cell++) if (cells.visible[cell]! > 0) held.push(cell)
  const { from: profileFrom, items: cellAt } = groupByKey(Uint32Array.from(held), cells.profile, profiles.bound)
  const places = new Uint32Array(cells.bound)
  for (let place = 0; place < cellAt.length; place++) places[cellAt[place]!] = place
  const visible = store.visibleBits()
  const rows = new Uint32Array(store.visible())
  drainBits(visible.slice(), visible, wordsFor(store.rows()), rows)
  const placeOf = new Uint32Array(store.rows())
  for (let at = 0; at < rows.length; at++) placeOf[rows[at]!] = places[columns.cell[rows[at]!]!]!
  return {
    ...{ profileFrom, cellAt, placeOf },
    makerAt: cellAt.map((cell) => cells.maker[cell]!),
    sizes: Int32Array.from(cellAt, (cell) => cells.visible[cell]!),
    rows: groupByKey(rows, placeOf, cellAt.length),
  }
}
