import { setImmediate } from 'node:timers/promises'
import type { MachineSummary } from '../contract/machine.ts'
import { EMPTY_QUERY } from '../search/types.ts'
import type { Catalogue } from './catalogue.ts'

interface Point {
  slug: string
  name: string
  engine_hp: number
  price_from_inr: number
  price_kind: string
}

/** How the machines of a class compare. */
export interface ClassProfile {
  /** The known values of each plate figure, ascending. */
  figures: ReadonlyMap<string, readonly number[]>
  /** Machines with a known power and price. */
  points: readonly Point[]
}

/** So many are read before other requests get their turn. */
const SLICE = 1_000

/** Each profile is made once, from all machines of its class, and forgotten when the catalogue changes. */
export function createClassProfiles(catalogue: Catalogue): (classKey: string) => Promise<ClassProfile> {
  const known = new Map<string, Promise<ClassProfile>>()
  let changes = 0
  catalogue.onChange(() => {
    changes++
    known.clear()
  })
  return (classKey) => {
    const profile = known.get(classKey) ?? make(classKey)
    known.set(classKey, profile)
    return profile
  }

  async function make(classKey: string): Promise<ClassProfile> {
    const { model } = catalogue
    const begun = changes
    const { rows } = model.index.find({ ...EMPTY_QUERY, machine_class: classKey, limit: model.index.size })
    const machines: Compared[] = []
    for (const [at, row] of rows.entries()) {
      machines.push(model.summaryOf(row))
      if (at % SLICE < SLICE - 1) continue
      await setImmediate()
      // Rows may be others by now.
      if (changes !== begun) return make(classKey)
    }
    return toProfile(machines)
  }
}

type Compared = Pick<MachineSummary, 'slug' | 'name' | 'plate' | 'engine_hp' | 'price_from_inr' | 'price_kind'>

export function toProfile(machines: readonly Compared[]): ClassProfile {
  const figures = new Map<string, number[]>()
  for (const { plate = [] } of machines) {
    for (const { key, value } of plate) {
      const values = figures.get(key)
      if (values) values.push(value)
      else figures.set(key, [value])
    }
  }
  for (const values of figures.values()) values.sort((a, b) => a - b)
  const points = machines.flatMap(({ slug, name, engine_hp, price_from_inr, price_kind }) =>
    engine_hp && price_from_inr && price_kind ? [{ slug, name, engine_hp, price_from_inr, price_kind }] : [],
  )
  return { figures, points }
}

/** The percentage of values that are lower. */
export function shareBelow(values: readonly number[], value: number): number {
  return Math.round((values.filter((other) => other < value).length / values.length) * 100)
}
