import { setImmediate } from 'node:timers/promises'
import type { MachineSummary } from '../schema/api/machine.ts'
import { HP_BANDS } from '../schema/api/values.ts'
import { EMPTY_QUERY } from '../search/types.ts'
import type { Catalogue } from './catalogue.ts'

interface ProfilePoint {
  slug: string
  name: string
  engine_hp: number
  price_from_inr: number
  price_kind: string
}

type ProfileFigures = Map<string, number[]>

/** How the machines of a class that are on sale compare. */
export interface ClassProfile {
  /** By band of power, and of all under no name: the known values of each plate figure, ascending. */
  figures: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>
  /** Machines with a known power and price. */
  points: readonly ProfilePoint[]
  /** Those with the newest prices. */
  newlyPriced: readonly MachineSummary[]
}

const NEWLY_PRICED = 4

/** Machines read before other requests get their turn. */
const SLICE = 1_000

/** Each profile is made once, from all machines of its class, and forgotten when the catalogue changes. */
export function createClassProfiles(catalogue: Catalogue): (classKey: string) => Promise<ClassProfile> {
  const profiles = new Map<string, Promise<ClassProfile>>()
  let changes = 0
  catalogue.onChange(() => {
    changes++
    profiles.clear()
  })
  return (classKey) => profiles.getOrInsertComputed(classKey, make)

  async function make(classKey: string): Promise<ClassProfile> {
    const { model } = catalogue
    const begun = changes
    const { rows } = model.index.find({
      ...EMPTY_QUERY,
      machine_class: classKey,
      lifecycle: 'current',
      limit: model.index.size,
    })
    const machines: MachineSummary[] = []
    for (const [i, row] of rows.entries()) {
      machines.push(model.summaryOf(row))
      if (i % SLICE < SLICE - 1) continue
      await setImmediate()
      // Rows may be others by now.
      if (changes !== begun) return make(classKey)
    }
    return toProfile(machines)
  }
}

/** The band of power that a machine is compared within. */
export function bandOf(hp: number | null | undefined) {
  return hp ? HP_BANDS.find(({ upTo }) => hp <= upTo)!.name : ''
}

export function toProfile(machines: readonly MachineSummary[]): ClassProfile {
  const figures = new Map<string, ProfileFigures>()
  for (const { plate = [], engine_hp } of machines) {
    for (const band of new Set(['', bandOf(engine_hp)])) {
      const held = figures.getOrInsertComputed(band, () => new Map())
      for (const { key, value } of plate) held.getOrInsertComputed(key, () => []).push(value)
    }
  }
  for (const held of figures.values()) for (const values of held.values()) values.sort((a, b) => a - b)
  const points = machines.flatMap(({ slug, name, engine_hp, price_from_inr, price_kind }) =>
    engine_hp && price_from_inr && price_kind ? [{ slug, name, engine_hp, price_from_inr, price_kind }] : [],
  )
  const newlyPriced = machines
    .filter(({ price_as_of }) => price_as_of)
    .sort((a, b) => (a.price_as_of! < b.price_as_of! ? 1 : -1))
    .slice(0, NEWLY_PRICED)
  return { figures, points, newlyPriced }
}

/** The percentage of values that are lower. */
export function shareBelow(values: readonly number[], value: number): number {
  return Math.round((values.filter((other) => other < value).length / values.length) * 100)
}
