import * as field from './field.ts'
import { MEDIA_ITEM, PLATE_CELL, PRICE_ITEM, REF, SPEC_GROUP } from './parts.ts'
import { LIFECYCLES, LINKAGES, POWER_SOURCES, PRICE_KINDS, SECTIONS, WHEEL_DRIVES } from './values.ts'

/** Listed by a search; never unknown, and listed; of the sheet alone. */
const LISTED = { summary: true } as const
const ALWAYS = { summary: true, required: true } as const
const COMPUTED = { stored: 'computed', summary: true } as const
const DETAIL = { stored: 'detail', required: true } as const

/**
 * A machine, field by field, in the order of every answer. Facts are stored in this order too, and the labels of figures
 * stand in words.tsv. What a search asks of them is said in machine-questions.ts, what the reference tells of each in
 * src/schema/api/notes.tsv.
 */
export const MACHINE = {
  id: field.id({ ...ALWAYS, stored: 'column' }),
  slug: field.slug({ ...ALWAYS, stored: 'column' }),
  name: field.name(ALWAYS),
  manufacturer: field.manufacturer(REF, { ...ALWAYS, stored: 'column' }),
  machine_class: field.keyword({ ...ALWAYS, stored: 'column' }),
  lifecycle: field.choice(LIFECYCLES, ALWAYS),
  completeness: field.integer({ required: true, within: [0, 100], stored: 'computed' }),
  section: field.choice(SECTIONS, { summary: true, default: 'construction' }),
  is_sample: field.flag({ summary: true, default: false }),
  plate: field.list(PLATE_CELL, { ...COMPUTED, default: [] }),
  /** Machines as a search lists them. */
  similar: field.list(field.object(), { stored: 'computed', default: [] }),
  kind: field.keyword(LISTED),
  family: field.name(LISTED),
  image: field.url(LISTED),
  power_source: field.choice(POWER_SOURCES, LISTED),
  wheel_drive: field.choice(WHEEL_DRIVES, LISTED),
  brakes: field.text(),
  clutch: field.text(),
  emission_norm: field.text(),
  engine: field.text(),
  hp_band: field.text({ stored: 'computed' }),
  launch_note: field.text(),
  steering: field.text(),
  tyre_front: field.text(),
  tyre_rear: field.text(),
  engine_cc: field.number({ unit: 'cc' }),
  engine_hp: field.number({ unit: 'HP', ...LISTED, better: 'more' }),
  power_kw: field.number({ unit: 'kW', ...LISTED, better: 'more' }),
  pto_hp: field.number({ unit: 'HP', ...LISTED, better: 'more' }),
  cylinders: field.integer({ unit: '', ...LISTED, sense: [0, 24] }),
  gears_fwd: field.integer({ unit: '', ...LISTED, better: 'more' }),
  gears_rev: field.integer({ unit: '', ...LISTED }),
  fuel_l: field.number({ unit: 'L', better: 'more' }),
  fuel_lph: field.number({ unit: 'L/h', ...LISTED, better: 'less' }),
  wheelbase_mm: field.number({ unit: 'mm' }),
  lift_capacity_kg: field.integer({ unit: 'kg', ...LISTED, better: 'more' }),
  lift_capacity_t: field.number({ unit: 't', ...LISTED, better: 'more' }),
  lift_height_m: field.number({ unit: 'm', ...LISTED, better: 'more' }),
  operating_weight_kg: field.integer({ unit: 'kg', ...LISTED }),
  payload_kg: field.integer({ unit: 'kg', ...LISTED, better: 'more' }),
  rated_load_kg: field.integer({ unit: 'kg', ...LISTED, better: 'more' }),
  tipping_load_kg: field.integer({ unit: 'kg', ...LISTED, better: 'more' }),
  blade_width_mm: field.integer({ unit: 'mm', ...LISTED }),
  boom_length_m: field.number({ unit: 'm', ...LISTED }),
  bucket_m3: field.number({ unit: 'm³', ...LISTED, better: 'more' }),
  breakout_kn: field.number({ unit: 'kN', better: 'more' }),
  dig_depth_mm: field.integer({ unit: 'mm', ...LISTED, better: 'more' }),
  drum_width_mm: field.integer({ unit: 'mm', ...LISTED }),
  cutter_bar_mm: field.number({ unit: 'mm' }),
  rotary_width_mm: field.number({ unit: 'mm' }),
  paving_width_mm: field.number({ unit: 'mm' }),
  grain_tank_l: field.number({ unit: 'L', better: 'more' }),
  rows: field.number({ unit: '' }),
  capacity_acres_h: field.number({ unit: 'acre/h', better: 'more' }),
  output_m3h: field.number({ unit: 'm³/h', better: 'more' }),
  hours_a_year: field.number({ unit: 'hours', sense: [0, 8_784] }),
  warranty_hours: field.number({ unit: 'hours', better: 'more' }),
  warranty_years: field.number({ unit: 'years', better: 'more' }),
  price_from_inr: field.integer({ unit: 'INR', ...COMPUTED, better: 'less' }),
  price_to_inr: field.integer({ unit: 'INR', ...COMPUTED }),
  price_kind: field.choice(PRICE_KINDS, COMPUTED),
  price_as_of: field.date(COMPUTED),
  launched_at: field.date(LISTED),
  published_at: field.date({ ...LISTED, stored: 'column', until: 'ever' }),
  verified_at: field.date(LISTED),
  prices: field.list(PRICE_ITEM, DETAIL),
  media: field.list(MEDIA_ITEM, DETAIL),
  spec: field.list(SPEC_GROUP, DETAIL),
  linkage: field.list(field.choice(LINKAGES), { private: true, stored: 'column', unique: true }),
  aliases: field.list(field.name({ required: true }), { private: true, stored: 'column' }),
  /** One price or several, each put in its place among the others. */
  price: field.part(PRICE_ITEM, { private: true, stored: 'detail' }),
} as const satisfies Readonly<Record<string, field.Field>>

/** Figures that a class may show on its plate. */
export const FIGURES = field.namesWhere(MACHINE, field.isFigure)
