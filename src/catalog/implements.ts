import type { ImplementTable } from '../database/tables/catalogue.ts'
import { ImplementSummary, type Ref } from '../schema/api/machine.ts'
import { serialize } from '../schema/api/serialize.ts'
import { LINKAGES } from '../schema/api/values.ts'
import { compareTexts } from './price-summary.ts'

/** Without unknown fields. */
type ImplementDoc = { [K in keyof ImplementSummary]?: NonNullable<ImplementSummary[K]> } & {
  name: string
  kind: string
  lifecycle: ImplementSummary['lifecycle']
}

type HeldImplement = ReturnType<typeof toHeld>

type ManufacturerOf = (id: number) => Ref

export function createImplements() {
  const byId = new Map<number, HeldImplement>()
  let bySlug = new Map<string, HeldImplement>()
  let inOrder: HeldImplement[] = []

  return {
    put(rows: readonly ImplementTable[]): void {
      if (rows.length === 0) return
      for (const row of rows) byId.set(row.id, toHeld(row))
      bySlug = new Map(byId.values().map((held) => [held.slug, held]))
      inOrder = [...byId.values()].sort(
        (a, b) => compareTexts(a.doc.kind, b.doc.kind) || compareTexts(a.doc.name, b.doc.name) || a.id - b.id,
      )
    },
    fitting: (host: HostMachine, today: string, manufacturerOf: ManufacturerOf, base?: string) =>
      inOrder
        .filter((held) => isShown(held, today) && fits(host, held))
        .map((held) => toSummary(held, manufacturerOf, base)),
    /** Compatible by class and linkage, without stated power or weight. */
    unstated: (host: HostMachine, today: string, manufacturerOf: ManufacturerOf) =>
      inOrder
        .filter((held) => isShown(held, today) && !statesFit(held) && mayFit(host, held))
        .map((held) => toSummary(held, manufacturerOf)),
    listVisible: (today: string, manufacturerOf: ManufacturerOf) =>
      inOrder.filter((held) => isShown(held, today)).map((held) => toSummary(held, manufacturerOf)),
    fittings: (today: string) =>
      inOrder
        .filter((held) => isShown(held, today))
        .map((held) => ({ ...held, name: held.doc.name, kind: held.doc.kind })),
    /** An implement, published or not. */
    find(slug: string, today: string, manufacturerOf: ManufacturerOf) {
      const held = bySlug.get(slug)
      return held && { summary: toSummary(held, manufacturerOf), isPublished: isShown(held, today) }
    },
    /** What an implement fits; undefined when none of this slug is published. */
    fittingOf(slug: string, today: string): Fitting | undefined {
      const held = bySlug.get(slug)
      return held && isShown(held, today) ? held : undefined
    },
  }
}

function isShown({ published_at }: HeldImplement, today: string): boolean {
  return published_at !== null && published_at <= today
}

function toSummary(
  { doc, manufacturerId, ...held }: HeldImplement,
  manufacturerOf: ManufacturerOf,
  base?: string,
): ImplementSummary {
  return serialize(ImplementSummary, { ...doc, ...held, manufacturer: manufacturerOf(manufacturerId) }, base)
}

function toHeld({ id, slug, published_at, hp_min, hp_max, ...row }: ImplementTable) {
  const doc = JSON.parse(row.doc) as ImplementDoc
  const { carrier_min_kg = null, carrier_max_kg = null, fits_classes = [] } = doc
  const fitting = { hp_min, hp_max, carrier_min_kg, carrier_max_kg, fits_classes }
  const linkage = linkageBits(JSON.parse(row.linkage))
  return { id, slug, manufacturerId: row.manufacturer_id, published_at, doc, ...fitting, linkage }
}

export interface HostMachine {
  engine_hp: number | null
  operating_weight_kg: number | null
  machine_class: string
  /** Bits of categories; 0 for none. */
  linkage: number
}

export interface Fitting {
  hp_min: number | null
  hp_max: number | null
  carrier_min_kg: number | null
  carrier_max_kg: number | null
  fits_classes: readonly string[]
  /** 0: trailed or carried. */
  linkage: number
}

export function linkageBits(categories: readonly string[]): number {
  let bits = 0
  for (const category of categories) {
    const number = (LINKAGES as readonly string[]).indexOf(category)
    if (number >= 0) bits |= 1 << number
  }
  return bits
}

/** Without a bound it fits nothing. */
export function statesFit({ hp_min, hp_max, carrier_min_kg, carrier_max_kg }: Fitting): boolean {
  return (hp_min ?? hp_max ?? carrier_min_kg ?? carrier_max_kg) !== null
}

export const fits = (host: HostMachine, fitting: Fitting) => statesFit(fitting) && mayFit(host, fitting)

/** Unknown figures are outside every bound. */
function mayFit(host: HostMachine, fitting: Fitting): boolean {
  return (
    within(host.engine_hp, fitting.hp_min, fitting.hp_max) &&
    (fitting.linkage === 0 || (fitting.linkage & host.linkage) !== 0) &&
    (fitting.fits_classes.length === 0 || fitting.fits_classes.includes(host.machine_class)) &&
    within(host.operating_weight_kg, fitting.carrier_min_kg, fitting.carrier_max_kg)
  )
}

function within(value: number | null, from: number | null, to: number | null): boolean {
  if (from === null && to === null) return true
  if (value === null) return false
  return (from === null || value >= from) && (to === null || value <= to)
}
