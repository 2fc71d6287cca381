import type { Field } from './field.ts'
import { MACHINE } from './machine.ts'
import { CLASS, IMPLEMENT, LISTING, MANUFACTURER } from './others.ts'
import { SHOWN_STATUSES } from './values.ts'

export interface RecordDefinition {
  what: string
  table: string
  /** Also a field. */
  key: 'slug' | 'key' | 'id'
  fields: Readonly<Record<string, Field>>
  /** In the order of history. */
  columns: Readonly<Record<string, 'text' | 'text?' | 'number' | 'number?' | 'json'>>
  /** Not in history. */
  untold: Readonly<Record<string, 'number'>>
  /** From a day on, in these states, or always. */
  visible: { from: string } | { in: readonly string[] } | 'always'
  events: readonly string[]
}

/** Referenced types come first. */
export const RECORDS = {
  manufacturer: {
    what: 'a manufacturer',
    table: 'manufacturers',
    key: 'slug',
    fields: MANUFACTURER,
    visible: 'always',
    events: [],
    columns: { id: 'number', slug: 'text', name: 'text', aliases: 'json', colour: 'text?', revision: 'number' },
    untold: {},
  },
  class: {
    what: 'a class',
    table: 'classes',
    key: 'key',
    fields: CLASS,
    visible: 'always',
    events: [],
    columns: { key: 'text', doc: 'json', revision: 'number' },
    untold: {},
  },
  machine: {
    what: 'a machine',
    table: 'machines',
    key: 'slug',
    fields: MACHINE,
    visible: { from: 'published_at' },
    events: ['variant.published', 'variant.updated', 'variant.withdrawn', 'price.updated'],
    columns: {
      id: 'number',
      slug: 'text',
      manufacturer_id: 'number',
      class_key: 'text',
      published_at: 'text?',
      /** Public scalar fields, in their order, without nulls. */
      facts: 'json',
      detail: 'json',
      price_from_inr: 'number?',
      price_to_inr: 'number?',
      price_kind: 'text?',
      price_as_of: 'text?',
      /** For machines without an image. */
      media_image: 'text?',
      linkage: 'json',
      aliases: 'json',
      version: 'number',
      /** 1 if the last event sent said the record is public. */
      announced: 'number',
      revision: 'number',
    },
    untold: {},
  },
  implement: {
    what: 'an implement',
    table: 'implements',
    key: 'slug',
    fields: IMPLEMENT,
    visible: { from: 'published_at' },
    events: [],
    columns: {
      id: 'number',
      slug: 'text',
      manufacturer_id: 'number',
      published_at: 'text?',
      doc: 'json',
      hp_min: 'number?',
      hp_max: 'number?',
      linkage: 'json',
      revision: 'number',
    },
    untold: { announced: 'number' },
  },
  listing: {
    what: 'a listing',
    table: 'listings',
    key: 'id',
    fields: LISTING,
    visible: { in: SHOWN_STATUSES },
    events: ['listing.published', 'listing.updated', 'listing.withdrawn'],
    columns: {
      id: 'number',
      status: 'text',
      sold_at: 'number?',
      machine_slug: 'text',
      doc: 'json',
      revision: 'number',
      /** Lower case, for the operator's search. */
      maker: 'text',
      district: 'text',
      state_code: 'text',
      /** JSON of removed contacts by field; empty for none. */
      removed: 'text',
    },
    untold: { announced: 'number' },
  },
} as const satisfies Record<string, RecordDefinition>

export type RecordType = keyof typeof RECORDS
export const RECORD_TYPES = Object.keys(RECORDS) as RecordType[]

type StoredValue<C> = C extends 'number'
  ? number
  : C extends 'number?'
    ? number | null
    : C extends 'text?'
      ? string | null
      : string

/** JSON is text. */
export type StoredOf<T extends RecordType> = T extends RecordType
  ? StoredRow<(typeof RECORDS)[T]['columns'] & (typeof RECORDS)[T]['untold']>
  : never
type StoredRow<C> = { -readonly [K in keyof C]: StoredValue<C[K]> }
