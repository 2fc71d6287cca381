import type { CatalogueStore } from '../index/catalogue-store.ts'
import { LOADS } from '../index/figures.ts'
import { MEASURES, type Measure } from '../reading/said.ts'
import type { SearchQuery } from '../types.ts'

/** How far a figure may be from the middle of its bounds, in steps, and how many figures are looked at. */
const STEPS = 100
const MAX_FIGURES = 2
/** All distances are smaller. */
export const FARTHEST = (STEPS + 1) ** MAX_FIGURES

/** How far a row is from the middle of two bounds on a figure: by the narrowest two, where those are equal by the next. */
export function distanceOf(query: SearchQuery, store: CatalogueStore): (row: number) => number {
  const bands = MEASURES.flatMap((measure) => {
    const [low, high] = [query[`${measure}_min`], query[`${measure}_max`]]
    return low === null || high === null || high <= low ? [] : [{ low, high, valuesOf: figureOf(measure, store) }]
  })
  const nearest = bands.sort((a, b) => a.high / a.low - b.high / b.low).slice(0, MAX_FIGURES)
  return (row) => {
    let distance = 0
    for (const { low, high, valuesOf } of nearest) {
      const far = Math.min(...valuesOf(row).map((value) => Math.abs(2 * value - low - high)))
      distance = distance * (STEPS + 1) + Math.min(STEPS, Math.round((STEPS * far) / (high - low)))
    }
    return distance
  }
}

/** What a measure bounds; any figure of the plate in kg or t, where it is not told which. */
function figureOf(measure: Measure, { columns, loadsOf, classOf }: CatalogueStore): (row: number) => number[] {
  if (measure === 'hp') return (row) => [columns.engine_hp[row]!]
  if (measure === 'price') return (row) => [columns.price_from_inr[row]!]
  if (measure === 'weight') return (row) => [columns.operating_weight_kg[row]!]
  if (measure === 'lift') return (row) => [columns.lift_capacity_kg[row]!]
  return (row) => {
    const onPlate = loadsOf(classOf(row))
    return LOADS.flatMap((name, at) => (((onPlate >>> at) & 1) === 1 ? columns[name][row]! : []))
  }
}
