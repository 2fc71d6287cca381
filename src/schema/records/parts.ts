import * as field from './field.ts'
import { MEDIA_KINDS, PRICE_KINDS, PRICE_STATE_CODES, SOURCE_KINDS } from './values.ts'

const required = { required: true } as const
const absent = { absent: true } as const
const label = field.name(required)

export const REF = {
  name: 'Ref',
  note: 'A manufacturer.',
  fields: { slug: field.slug(required), name: field.name(required) },
} as const satisfies field.RecordPart

export const PLATE_FIELD = {
  name: 'PlateField',
  note: 'A key spec of a class.',
  fields: {
    key: field.fieldName({ required: true, figures: true }),
    label,
    label_hi: label,
    label_ta: label,
    unit: field.text({ required: true, empty: true }),
  },
} as const satisfies field.RecordPart

export const PLATE_CELL = {
  name: 'PlateCell',
  note: 'A key spec of a machine.',
  fields: {
    key: field.text(required),
    label: field.text(required),
    label_hi: field.text(),
    label_ta: field.text(),
    unit: field.text(required),
    value: field.number(required),
  },
} as const satisfies field.RecordPart

export const MEDIA_ITEM = {
  name: 'MediaItem',
  note: 'An image, video, brochure or document of a machine.',
  fields: {
    kind: field.choice(MEDIA_KINDS, required),
    url: field.url(required),
    alt: field.text(absent),
    attribution: field.text(absent),
    licence: field.text(absent),
    summary: field.text(absent),
    summary_by: field.text(absent),
    thumb_url: field.url(absent),
    height: field.integer(absent),
    width: field.integer(absent),
    highlights: field.list(field.text(), absent),
  },
} as const satisfies field.RecordPart

/** No machine is free. */
const PRICE = { sense: [1, 5_000_000_000] } as const

export const PRICE_ITEM = {
  name: 'PriceItem',
  note: 'A price of a machine with kind, place and date.',
  fields: {
    kind: field.choice(PRICE_KINDS, required),
    observed_at: field.date({ required: true, until: 'today' }),
    price_inr: field.integer({ required: true, ...PRICE }),
    source_kind: field.choice(SOURCE_KINDS, required),
    state_code: field.state(PRICE_STATE_CODES, required),
    basis: field.object(absent),
    city: field.name(absent),
    high_inr: field.integer({ absent: true, ...PRICE }),
  },
  ranges: [['price_inr', 'high_inr']],
} as const satisfies field.RecordPart

const SPEC_FIELD = {
  name: 'SpecField',
  note: 'A field of a specification group.',
  fields: {
    key: field.text(required),
    label,
    confidence: field.number({ absent: true, within: [0, 1] }),
    unit: field.text(absent),
    value: field.text(absent),
  },
} as const satisfies field.RecordPart

export const SPEC_GROUP = {
  name: 'SpecGroup',
  note: 'A group of specification fields.',
  fields: { key: field.text(required), label, fields: field.list(SPEC_FIELD, required) },
} as const satisfies field.RecordPart

export const LISTING_UPDATE = {
  name: 'ListingUpdate',
  note: 'A change of a listing.',
  fields: { at: field.timestamp(required), text: field.text(required) },
} as const satisfies field.RecordPart

export const LISTING_PHOTO = {
  name: 'ListingPhoto',
  note: 'A photo of a listing.',
  fields: { url: field.url(required), caption: field.text(absent) },
} as const satisfies field.RecordPart
