import { clearBit, hasBit } from '../../memory/bits.ts'
import { CLASS } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { LOADS } from '../index/figures.ts'
import type { Figures } from '../reading/figures.ts'

/** Removes rows without the said cylinders, or without a load of the said weight on the plate of their class. */
export function keepSaid(store: CatalogueStore, set: Uint32Array, figures: Figures): void {
  const { columns, cells } = store
  const { cylinders, weight_min, weight_max } = figures
  const rows = store.rows()
  if (cylinders !== null) {
    for (let row = 0; row < rows; row++) if (columns.cylinders[row] !== cylinders) clearBit(set, row)
  }
  if (weight_min === null && weight_max === null) return
  const low = weight_min ?? 0
  const high = weight_max ?? Number.MAX_VALUE
  const loads = LOADS.map((name) => columns[name])
  const classOf = store.profiles.columns()[CLASS]!
  for (let row = 0; row < rows; row++) {
    if (!hasBit(set, row)) continue
    const onPlate = store.loadsOf(classOf[cells.profile[columns.cell[row]!]!]!)
    let fits = false
    for (let at = 0; at < loads.length; at++) {
      const load = loads[at]![row]!
      if (((onPlate >>> at) & 1) === 1 && load >= low && load <= high) fits = true
    }
    if (!fits) clearBit(set, row)
  }
}
