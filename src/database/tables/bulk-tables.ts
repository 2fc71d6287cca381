import type { BulkTable } from '../bulk.ts'

export const MANUFACTURERS: BulkTable<'manufacturers'> = {
  table: 'manufacturers',
  key: ['slug'],
  columns: { id: 'bigint', slug: 'text', name: 'text', aliases: 'text', revision: 'bigint' },
}

export const CLASSES: BulkTable<'classes'> = {
  table: 'classes',
  key: ['key'],
  columns: { key: 'text', doc: 'text', revision: 'bigint' },
}

export const MACHINES: BulkTable<'machines'> = {
  table: 'machines',
  key: ['slug'],
  columns: {
    id: 'bigint',
    slug: 'text',
    manufacturer_id: 'bigint',
    class_key: 'text',
    published_at: 'text',
    facts: 'text',
    detail: 'text',
    price_from_inr: 'bigint',
    price_to_inr: 'bigint',
    price_kind: 'text',
    price_as_of: 'text',
    media_image: 'text',
    linkage: 'text',
    aliases: 'text',
    version: 'bigint',
    announced: 'integer',
    revision: 'bigint',
  },
}

export const IMPLEMENTS: BulkTable<'implements'> = {
  table: 'implements',
  key: ['slug'],
  columns: {
    id: 'bigint',
    slug: 'text',
    manufacturer_id: 'bigint',
    published_at: 'text',
    doc: 'text',
    hp_min: 'double precision',
    hp_max: 'double precision',
    linkage: 'text',
    revision: 'bigint',
  },
}

export const LISTINGS: BulkTable<'listings'> = {
  table: 'listings',
  key: ['id'],
  columns: {
    id: 'bigint',
    status: 'text',
    sold_at: 'bigint',
    machine_slug: 'text',
    doc: 'text',
    revision: 'bigint',
    maker: 'text',
    district: 'text',
    state_code: 'text',
    removed: 'text',
  },
}

export const LISTING_CONTACTS: BulkTable<'listing_contacts'> = {
  table: 'listing_contacts',
  key: ['listing_id'],
  columns: { listing_id: 'bigint', doc: 'text', texts: 'text' },
}

export const SOURCES: BulkTable<'sources'> = {
  table: 'sources',
  key: ['record_type', 'record_key'],
  columns: { record_type: 'text', record_key: 'text', doc: 'text' },
}

export const SAMPLE_RECORDS: BulkTable<'sample_records'> = {
  table: 'sample_records',
  key: ['record_type', 'record_key'],
  columns: { record_type: 'text', record_key: 'text', revision: 'bigint' },
}
