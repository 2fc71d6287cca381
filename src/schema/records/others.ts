import * as field from './field.ts'
import { LISTING_PHOTO, LISTING_UPDATE, PLATE_FIELD, REF } from './parts.ts'
import {
  INSPECTION_MODES,
  LIFECYCLES,
  LINKAGES,
  LISTING_KINDS,
  LISTING_STATUSES,
  PRICE_KINDS,
  SECTIONS,
  SELLERS,
  STATE_CODES,
} from './values.ts'

type RecordFields = Readonly<Record<string, field.Field>>

const required = { required: true } as const
const column = { required: true, stored: 'column' } as const
const absent = { absent: true } as const
const text = field.text({ default: '' })
const label = field.name(required)
const aliases = field.list(field.name(required), { private: true, stored: 'column' })
const linkage = field.list(field.choice(LINKAGES), { private: true, stored: 'column', unique: true })

export const MANUFACTURER = {
  id: field.id({ stored: 'column' }),
  slug: field.slug(column),
  name: field.name(column),
  aliases,
  colour: field.colour({ private: true, stored: 'column' }),
} as const satisfies RecordFields

export const CLASS = {
  key: field.key(column),
  label,
  label_hi: label,
  label_ta: label,
  plural: label,
  plural_hi: label,
  plural_ta: label,
  kinds: field.list(field.key(), { required: true, unique: true }),
  plate: field.list(PLATE_FIELD, required),
  synonyms: field.list(field.name(required), required),
  count: field.integer({ default: 0, stored: 'computed' }),
  hours_a_year: field.integer({ unit: 'hours', sense: [0, 8_784] }),
  section: field.choice(SECTIONS, { private: true }),
  expects: field.list(field.fieldName(), { private: true, unique: true }),
} as const satisfies RecordFields

const PRICE = { unit: 'INR', sense: [1, 5_000_000_000] } as const

export const IMPLEMENT = {
  id: field.id(column),
  slug: field.slug(column),
  name: field.name(required),
  kind: field.keyword(required),
  manufacturer: field.manufacturer(REF, column),
  lifecycle: field.choice(LIFECYCLES, required),
  capacity_m3: field.number({ unit: 'm³' }),
  carrier_max_kg: field.number({ unit: 'kg' }),
  carrier_min_kg: field.number({ unit: 'kg' }),
  flow_lpm: field.number({ unit: 'L/min' }),
  impact_energy_j: field.number({ unit: 'J' }),
  pressure_bar: field.number({ unit: 'bar' }),
  price_inr: field.number(PRICE),
  price_high_inr: field.number(PRICE),
  weight_kg: field.number({ unit: 'kg' }),
  width_mm: field.number({ unit: 'mm' }),
  family: field.name(),
  image: field.url(),
  price_kind: field.choice(PRICE_KINDS),
  fits_classes: field.list(field.keyword(required), { unique: true }),
  price_as_of: field.date(),
  published_at: field.date({ stored: 'column', until: 'ever' }),
  verified_at: field.date(),
  hp_min: field.number({ unit: 'HP', private: true, stored: 'column' }),
  hp_max: field.number({ unit: 'HP', private: true, stored: 'column' }),
  linkage,
} as const satisfies RecordFields

/** The second must not be less than the first. */
export const IMPLEMENT_RANGES = [
  ['hp_min', 'hp_max'],
  ['carrier_min_kg', 'carrier_max_kg'],
  ['price_inr', 'price_high_inr'],
] as const

const PRICE_RANGE = { sense: [1, 5_000_000_000] } as const

export const LISTING = {
  id: field.id({ required: true, stored: 'column' }),
  status: field.choice(LISTING_STATUSES, { required: true, stored: 'column' }),
  created_at: field.timestamp(required),
  maker_name: field.name(required),
  maker_slug: field.slug(required),
  variant_name: field.name(required),
  variant_slug: field.slug(required),
  vehicle_class: field.slugOrKey(required),
  year: field.year(required),
  km: field.integer({ required: true, sense: [0, 3_000_000] }),
  owners: field.integer({ required: true, sense: [0, 100] }),
  price_inr: field.integer({ required: true, ...PRICE_RANGE }),
  district: field.text(required),
  state_code: field.state(STATE_CODES, required),
  pin: field.pin({ required: true, pattern: '^[1-9][0-9]{5}$' }),
  axle_config: text,
  comparable_new_inr: field.integer({ absent: true, ...PRICE_RANGE }),
  condition: field.object(absent),
  dealer_name: field.name({ default: '' }),
  dealer_slug: field.slug({ default: '' }),
  dealer_verified: field.flag({ default: false }),
  description: text,
  fuel: text,
  hours: field.integer({ absent: true, sense: [0, 300_000] }),
  inspection_mode: field.choice(INSPECTION_MODES, { default: 'declared' }),
  inspection_note: text,
  is_owner: field.flag({ default: false }),
  kind: field.choice(LISTING_KINDS, { default: 'vehicle' }),
  machine_class: field.keyword({ default: '' }),
  machine_slug: field.slug({ default: '' }),
  photo_rows: field.list(LISTING_PHOTO, { default: [], guarded: true }),
  photos: field.list(field.url({ guarded: true }), { default: [] }),
  seller: field.choice(SELLERS, { default: 'owner' }),
  seller_profile: field.object({ default: {} }),
  sold_at: field.timestamp(absent),
  sold_price_inr: field.integer({ absent: true, ...PRICE_RANGE }),
  updates: field.list(LISTING_UPDATE, { default: [] }),
  video_url: field.url({ default: '', guarded: true }),
  contact: field.object({ private: true }),
  /** Has `name`, `identity` and `number`. */
  sender: field.object({ private: true }),
} as const satisfies RecordFields
