import type { MachineSummary } from '../contract/machine.ts'
import { EMPTY_QUERY } from '../search/types.ts'
import type { Catalogue } from './catalogue.ts'

/** How the machines of a class compare. */
export interface ClassProfile {
  /** The known values of each plate figure, ascending. */
  figures: ReadonlyMap<string, readonly number[]>
  /** Machines with a known power and price. */
  points: readonly { slug: string; name: string; engine_hp: number; price_from_inr: number }[]
}

/** A larger class is judged by its newest machines: more would say the same. */
const MAX_MACHINES = 1_000

/** Each profile is made once and forgotten when the catalogue changes. */
export function createClassProfiles(catalogue: Catalogue): (classKey: string) => ClassProfile {
  const known = new Map<string, ClassProfile>()
  catalogue.onChange(() => known.clear())
  return (classKey) => {
    const held = known.get(classKey)
    if (held) return held
    const { model } = catalogue
    const { rows } = model.index.find({ ...EMPTY_QUERY, machine_class: classKey, limit: MAX_MACHINES })
    const profile = toProfile(rows.map(model.summaryOf))
    known.set(classKey, profile)
    return profile
  }
}

export function toProfile(machines: readonly MachineSummary[]): ClassProfile {
  const figures = new Map<string, number[]>()
  for (const { plate = [] } of machines) {
    for (const { key, value } of plate) {
      const values = figures.get(key)
      if (values) values.push(value)
      else figures.set(key, [value])
    }
  }
  for (const values of figures.values()) values.sort((a, b) => a - b)
  const points = machines.flatMap(({ slug, name, engine_hp, price_from_inr }) =>
    engine_hp && price_from_inr ? [{ slug, name, engine_hp, price_from_inr }] : [],
  )
  return { figures, points }
}

/** The percentage of values that are lower. */
export function shareBelow(values: readonly number[], value: number): number {
  return Math.round((values.filter((other) => other < value).length / values.length) * 100)
}
