/** A change of any of these records gives it the next revision. */
interface Revised {
  revision: number
}

export interface ManufacturerTable extends Revised {
  id: number
  slug: string
  name: string
  /** JSON list of strings. */
  aliases: string
}

interface ClassTable extends Revised {
  key: string
  /** JSON of the class as imported, without its key. */
  doc: string
}

export interface MachineTable extends Revised {
  id: number
  slug: string
  manufacturer_id: number
  class_key: string
  published_at: string | null
  /** Public scalar fields as imported, nulls left out, in the contract's order. */
  facts: string
  /** `media`, `prices` and `spec` as imported. */
  detail: string
  price_from_inr: number | null
  price_to_inr: number | null
  price_kind: string | null
  price_as_of: string | null
  /** First image of `media`, for machines without an `image` of their own. */
  media_image: string | null
  /** JSON list. */
  linkage: string
  /** JSON list. */
  aliases: string
  /** Rises with every committed change of this machine. */
  version: number
  /** 1 once `variant.published` was recorded for the present spell of visibility. */
  announced: number
}

export interface ImplementTable extends Revised {
  id: number
  slug: string
  manufacturer_id: number
  published_at: string | null
  /** Public fields as imported, nulls left out. */
  doc: string
  hp_min: number | null
  hp_max: number | null
  /** JSON list. */
  linkage: string
}

/** Where a record came from. No read path touches this table. */
export interface SourceTable {
  record_type: 'manufacturer' | 'class' | 'machine' | 'implement' | 'listing'
  /** Slug, key or id. */
  record_key: string
  /** JSON object of the private source fields as imported, by their path in the record. */
  doc: string
}

export interface CatalogueTables {
  manufacturers: ManufacturerTable
  classes: ClassTable
  machines: MachineTable
  implements: ImplementTable
  sources: SourceTable
}
