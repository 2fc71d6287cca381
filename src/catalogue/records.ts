import type { Machine, MediaItem, PriceItem, SpecGroup } from '../contract/machine.ts'
import type { MachineClass } from '../contract/machine-class.ts'
import type { PriceSummary } from './price-summary.ts'

/**
 * Words used in this room:
 * - machine: one variant that a maker sells or sold; maker is the manufacturer.
 * - facts: the plain fields of a machine as imported; its media, prices and spec are its detail.
 * - summary: what a search lists of a machine; sheet: all that is public of it.
 * - plate: the few figures that its class shows, filled with the machine's own.
 * - published: from which day on it is visible; announced: whether subscribers were told that the day has come.
 * - version: counts the changes of one machine; the revision counts those of the whole database.
 */

/** What is computed, or stands in columns of its own, rather than in a machine's `facts`. */
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

/** A machine's public scalar fields as imported; a field that is unknown is left out. */
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
}

/** A class as imported, the private fields included. */
export interface ClassRecord extends Omit<MachineClass, 'count' | 'hours_a_year'> {
  hours_a_year: number | null
  section: NonNullable<Machine['section']>
  /** Fields that a complete sheet of this class has. */
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
