/** Each change gives the record the next revision. */
interface Revised {
  revision: number
}

export interface ManufacturerTable extends Revised {
  id: number
  slug: string
  name: string
  /** JSON list of strings. */
  aliases: string
  /** Of its machines, as #rrggbb. */
  colour: string | null
}

interface ClassTable extends Revised {
  key: string
  /** The class as imported, as JSON without its key. */
  doc: string
}

export interface MachineTable extends Revised {
  id: number
  slug: string
  manufacturer_id: number
  class_key: string
  published_at: string | null
  /** Public scalar fields as imported, without nulls, in the contract's order. */
  facts: string
  /** `media`, `prices` and `spec` as imported. */
  detail: string
  price_from_inr: number | null
  price_to_inr: number | null
  price_kind: string | null
  price_as_of: string | null
  /** The first image of `media`, for machines without their own `image`. */
  media_image: string | null
  /** JSON list. */
  linkage: string
  /** JSON list. */
  aliases: string
  /** Rises with every committed change of this machine. */
  version: number
  /** 1 once `variant.published` was recorded for the current period of visibility. */
  announced: number
}

export interface ImplementTable extends Revised {
  id: number
  slug: string
  manufacturer_id: number
  published_at: string | null
  /** Public fields as imported, without nulls. */
  doc: string
  hp_min: number | null
  hp_max: number | null
  /** JSON list. */
  linkage: string
}

/** The sources of records. No read path uses this table. */
export interface SourceTable {
  record_type: 'manufacturer' | 'class' | 'machine' | 'implement' | 'listing'
  /** Slug, key or id. */
  record_key: string
  /** The private source fields, as a JSON object by their path in the record. */
  doc: string
}

/** The records of the sample. The site tells by it which listings nobody offers. */
export interface SampleRecordTable {
  record_type: SourceTable['record_type']
  /** Slug, key or id. */
  record_key: string
  /** The record's revision when it was loaded; another one means that it was changed. */
  revision: number
}

export interface CatalogueTables {
  manufacturers: ManufacturerTable
  classes: ClassTable
  machines: MachineTable
  implements: ImplementTable
  sources: SourceTable
  sample_records: SampleRecordTable
  /** One row: the revision of the last removal of records. A reader at an older revision loads the catalogue anew. */
  removals: {
    revision: number
  }
  /** One row: which process keeps the search index of this database current. */
  search_sync: {
    id: number
    /** Random; tells an index of this database from others. */
    database_id: string
    /** The process that has the turn, until that moment. */
    holder: string | null
    held_until: number
    /**
     * The newest revision ever sent to an index; an index that claims more was made from a later state of the database.
     */
    sent_revision: number
  }
}
