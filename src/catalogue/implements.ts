import type { ImplementSummary } from '../contract/implement.ts'
import type { Ref } from '../contract/machine.ts'
import type { ImplementTable } from '../database/tables/catalogue.ts'
import { type Carrier, type Fitting, fits, linkageBits } from './fitting.ts'

/** An implement's public fields as stored; a field that is unknown is left out. */
type ImplementDoc = { [K in keyof ImplementSummary]?: NonNullable<ImplementSummary[K]> } & {
  name: string
  kind: string
  lifecycle: ImplementSummary['lifecycle']
}

interface HeldImplement extends Fitting {
  id: number
  slug: string
  makerId: number
  published_at: string | null
  doc: ImplementDoc
}

/** All implements, in the order they are listed. */
export interface Implements {
  put(rows: readonly ImplementTable[]): void
  fitting(carrier: Carrier, today: string, makerOf: (id: number) => Ref): ImplementSummary[]
}

export function createImplements(): Implements {
  const byId = new Map<number, HeldImplement>()
  let inOrder: HeldImplement[] = []

  return {
    put(rows) {
      if (rows.length === 0) return
      for (const row of rows) byId.set(row.id, toHeld(row))
      inOrder = [...byId.values()].sort(
        (a, b) => compare(a.doc.kind, b.doc.kind) || compare(a.doc.name, b.doc.name) || a.id - b.id,
      )
    },
    fitting: (carrier, today, makerOf) =>
      inOrder
        .filter((held) => held.published_at !== null && held.published_at <= today && fits(carrier, held))
        .map((held) => toImplementSummary(held, makerOf(held.makerId))),
  }
}

function toHeld(row: ImplementTable): HeldImplement {
  const doc = JSON.parse(row.doc) as ImplementDoc
  return {
    id: row.id,
    slug: row.slug,
    makerId: row.manufacturer_id,
    published_at: row.published_at,
    doc,
    hp_min: row.hp_min,
    hp_max: row.hp_max,
    carrier_min_kg: doc.carrier_min_kg ?? null,
    carrier_max_kg: doc.carrier_max_kg ?? null,
    fits_classes: doc.fits_classes ?? [],
    linkage: linkageBits(JSON.parse(row.linkage)),
  }
}

/** Only fields that the contract names, in its order; unknown ones as null. */
function toImplementSummary(
  { id, slug, doc, published_at, fits_classes }: HeldImplement,
  maker: Ref,
): ImplementSummary {
  return {
    id,
    slug,
    name: doc.name,
    kind: doc.kind,
    manufacturer: { slug: maker.slug, name: maker.name },
    lifecycle: doc.lifecycle,
    capacity_m3: doc.capacity_m3 ?? null,
    carrier_max_kg: doc.carrier_max_kg ?? null,
    carrier_min_kg: doc.carrier_min_kg ?? null,
    flow_lpm: doc.flow_lpm ?? null,
    impact_energy_j: doc.impact_energy_j ?? null,
    pressure_bar: doc.pressure_bar ?? null,
    price_inr: doc.price_inr ?? null,
    price_high_inr: doc.price_high_inr ?? null,
    weight_kg: doc.weight_kg ?? null,
    width_mm: doc.width_mm ?? null,
    family: doc.family ?? null,
    image: doc.image ?? null,
    price_kind: doc.price_kind ?? null,
    fits_classes: [...fits_classes],
    price_as_of: doc.price_as_of ?? null,
    published_at,
    verified_at: doc.verified_at ?? null,
  }
}

/** By code units, so that the order is the same wherever it is made. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
