import type { Machine, MediaItem, PriceItem, SpecGroup } from '../contract/machine.ts'
import type { MachineClass } from '../contract/machine-class.ts'
import type { PriceSummary } from './price-summary.ts'

/**
 * Words used in this room:
 * - machine: one variant that a maker sells or sold. maker: its manufacturer.
 * - facts: a machine's plain fields as imported. detail: its media, prices and spec.
 * - summary: the part of a machine that a search lists. sheet: everything public about it.
 * - plate: the few figures that a class shows of its machines.
 * - published: the day from which a machine is visible. announced: whether subscribers were told of that day.
 * - version: counts the changes of one machine. revision: counts those of the whole database.
 * - carrier: the part of a machine that decides which implements fit.
 * - gap: something that a machine's sheet lacks (gaps/).
 */

/** Fields that are computed or have their own columns, and so are not in `facts`. */
type Elsewhere =
  | keyof PriceSummary
  | 'id'
  | 'slug'
  | 'manufacturer'
  | 'machine_class'
  | 'published_at'
  | 'media'
  | 'prices'
  | 'spec'
  | 'hp_band'
  | 'plate'
  | 'similar'
  | 'completeness'

type Known<T> = { [K in keyof T]?: NonNullable<T[K]> }

/** A machine's public scalar fields as imported, without unknown ones. */
export type MachineFacts = Known<Omit<Machine, Elsewhere>> &
  Pick<Machine, 'name' | 'lifecycle'> & { section: NonNullable<Machine['section']> }

export interface MachineDetail {
  media: MediaItem[]
  prices: PriceItem[]
  spec: SpecGroup[]
}

export interface Maker {
  id: number
  slug: string
  name: string
  aliases: string[]
  /** Of its machines, as #rrggbb; only drawings use it. */
  colour?: string | null
}

export const UNKNOWN_MAKER: Maker = { id: 0, slug: '', name: '', aliases: [] }

/** A class as imported, with its private fields. */
export interface ClassRecord extends Omit<MachineClass, 'count' | 'hours_a_year'> {
  hours_a_year: number | null
  section: NonNullable<Machine['section']>
  /** The fields of a complete sheet of this class. */
  expects: string[]
}

/** A machine as the database holds it, joined with its maker and class. */
export interface MachineRecord extends PriceSummary {
  id: number
  slug: string
  maker: Maker
  machineClass: ClassRecord
  published_at: string | null
  facts: MachineFacts
  media_image: string | null
}
