import type { Static } from 'typebox'
import { DateTime, oneOf, resource, strings, Type, wholeNumbers } from './type.ts'
import { INSPECTION_MODES, LISTING_KINDS, LISTING_STATUSES, SELLERS, STATE_CODES } from './values.ts'

const text = () => Type.Optional(Type.String({ default: '' }))
const freeForm = (options: { default?: object } = {}) =>
  Type.Optional(Type.Record(Type.String(), Type.Unknown(), options))

const ListingUpdate = resource('ListingUpdate', 'Something that changed in a listing.', {
  at: DateTime(),
  text: Type.String(),
})

const ListingPhoto = resource('ListingPhoto', 'A photo of a listing.', {
  url: Type.String(),
  caption: Type.Optional(Type.String()),
})

export const MarketListing = resource(
  'MarketListing',
  "A used machine for sale. The seller's contact is never part of it.",
  {
    id: Type.Integer(),
    status: oneOf(LISTING_STATUSES),
    created_at: DateTime(),
    ...strings('maker_name', 'maker_slug', 'variant_name', 'variant_slug', 'vehicle_class'),
    ...wholeNumbers('year', 'km', 'owners', 'price_inr'),
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
)
export type MarketListing = Static<typeof MarketListing>
