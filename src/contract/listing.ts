import type { Static } from 'typebox'
import { DateTime, named, oneOf } from './shapes.ts'
import { Type } from './type.ts'
import { INSPECTION_MODES, LISTING_KINDS, LISTING_STATUSES, SELLERS, STATE_CODES } from './values.ts'

const text = () => Type.Optional(Type.String({ default: '' }))
const freeForm = (options: { default?: object } = {}) =>
  Type.Optional(Type.Record(Type.String(), Type.Unknown(), options))

const ListingUpdate = named(
  'ListingUpdate',
  Type.Object(
    { at: DateTime(), text: Type.String() },
    { additionalProperties: false, description: 'Something that changed in a listing.' },
  ),
)

const ListingPhoto = named(
  'ListingPhoto',
  Type.Object(
    { url: Type.String(), caption: Type.Optional(Type.String()) },
    { additionalProperties: false, description: 'A photo of a listing.' },
  ),
)

export const MarketListing = named(
  'MarketListing',
  Type.Object(
    {
      id: Type.Integer(),
      status: oneOf(LISTING_STATUSES),
      created_at: DateTime(),
      maker_name: Type.String(),
      maker_slug: Type.String(),
      variant_name: Type.String(),
      variant_slug: Type.String(),
      vehicle_class: Type.String(),
      year: Type.Integer(),
      km: Type.Integer(),
      owners: Type.Integer(),
      price_inr: Type.Integer(),
      district: Type.String(),
      state_code: oneOf(STATE_CODES),
      pin: Type.String({ pattern: '^[1-9][0-9]{5}$' }),
      axle_config: text(),
      comparable_new_inr: Type.Optional(Type.Integer()),
      condition: freeForm(),
      dealer_name: text(),
      dealer_slug: text(),
      dealer_verified: Type.Optional(Type.Boolean({ default: false })),
      description: text(),
      fuel: text(),
      hours: Type.Optional(Type.Integer()),
      inspection_mode: Type.Optional(oneOf(INSPECTION_MODES, { default: 'declared' })),
      inspection_note: text(),
      is_owner: Type.Optional(Type.Boolean({ default: false })),
      kind: Type.Optional(oneOf(LISTING_KINDS, { default: 'vehicle' })),
      machine_class: text(),
      machine_slug: text(),
      photo_rows: Type.Optional(Type.Array(ListingPhoto, { default: [] })),
      photos: Type.Optional(Type.Array(Type.String(), { default: [] })),
      seller: Type.Optional(oneOf(SELLERS, { default: 'owner' })),
      seller_profile: freeForm({ default: {} }),
      sold_at: Type.Optional(DateTime()),
      sold_price_inr: Type.Optional(Type.Integer()),
      updates: Type.Optional(Type.Array(ListingUpdate, { default: [] })),
      video_url: text(),
    },
    { additionalProperties: false, description: "A used machine for sale. The seller's contact is never part of it." },
  ),
)
export type MarketListing = Static<typeof MarketListing>
