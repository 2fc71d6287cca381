import type { Static } from 'typebox'
import { dates, integers, membersOf, numbers, oneOf, resource, strings, Type, texts, unknownable } from './type.ts'
import {
  LIFECYCLES,
  MEDIA_KINDS,
  POWER_SOURCES,
  PRICE_KINDS,
  PRICE_STATE_CODES,
  SECTIONS,
  SOURCE_KINDS,
  WHEEL_DRIVES,
} from './values.ts'

export const Ref = resource('Ref', 'A manufacturer.', { slug: Type.String(), name: Type.String() })
export type Ref = Static<typeof Ref>

export const PlateCell = resource('PlateCell', 'One figure of the plate, with its label and unit.', {
  ...strings('key', 'label'),
  ...texts('label_hi', 'label_ta'),
  unit: Type.String(),
  value: Type.Number(),
})
export type PlateCell = Static<typeof PlateCell>

const identity = {
  id: Type.Integer(),
  ...strings('slug', 'name'),
  manufacturer: Ref,
  machine_class: Type.String(),
  lifecycle: oneOf(LIFECYCLES),
}

const flags = {
  section: Type.Optional(oneOf(SECTIONS, { default: 'construction' })),
  is_sample: Type.Optional(Type.Boolean({ default: false })),
  plate: Type.Optional(Type.Array(PlateCell, { default: [] })),
}

export const priceSummary = {
  ...integers('price_from_inr', 'price_to_inr'),
  price_kind: unknownable(oneOf(PRICE_KINDS)),
  ...dates('price_as_of'),
}

const choices = {
  ...texts('kind', 'family', 'image'),
  power_source: unknownable(oneOf(POWER_SOURCES)),
  wheel_drive: unknownable(oneOf(WHEEL_DRIVES)),
}

export const MachineSummary = resource('MachineSummary', 'A machine as search lists it.', {
  ...identity,
  ...flags,
  ...choices,
  ...numbers('engine_hp', 'power_kw', 'pto_hp'),
  ...integers('cylinders', 'gears_fwd', 'gears_rev'),
  ...numbers('fuel_lph'),
  ...integers('lift_capacity_kg'),
  ...numbers('lift_capacity_t', 'lift_height_m'),
  ...integers('operating_weight_kg', 'payload_kg', 'rated_load_kg', 'tipping_load_kg', 'blade_width_mm'),
  ...numbers('boom_length_m', 'bucket_m3'),
  ...integers('dig_depth_mm', 'drum_width_mm'),
  ...priceSummary,
  ...dates('launched_at', 'published_at', 'verified_at'),
})
export type MachineSummary = Static<typeof MachineSummary>

const optionalStrings = membersOf(() => Type.Optional(Type.String()))

export const MediaItem = resource('MediaItem', 'A picture, video, brochure or document of a machine.', {
  kind: oneOf(MEDIA_KINDS),
  url: Type.String(),
  ...optionalStrings('alt', 'attribution', 'licence', 'summary', 'summary_by', 'thumb_url'),
  height: Type.Optional(Type.Integer()),
  width: Type.Optional(Type.Integer()),
  highlights: Type.Optional(Type.Array(Type.String())),
})
export type MediaItem = Static<typeof MediaItem>

export const PriceItem = resource('PriceItem', 'One price of a machine: what kind, where, when.', {
  kind: oneOf(PRICE_KINDS),
  observed_at: Type.String({ format: 'date' }),
  price_inr: Type.Integer(),
  source_kind: oneOf(SOURCE_KINDS),
  state_code: oneOf(PRICE_STATE_CODES),
  basis: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  city: Type.Optional(Type.String()),
  high_inr: Type.Optional(Type.Integer()),
})
export type PriceItem = Static<typeof PriceItem>

const SpecField = resource('SpecField', 'One line of the sheet.', {
  ...strings('key', 'label'),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  unit: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
})

export const SpecGroup = resource('SpecGroup', 'Lines of the sheet that belong together.', {
  ...strings('key', 'label'),
  fields: Type.Array(SpecField),
})
export type SpecGroup = Static<typeof SpecGroup>

export const Machine = resource('Machine', 'The full sheet of a machine.', {
  ...identity,
  completeness: Type.Integer({ minimum: 0, maximum: 100 }),
  ...flags,
  similar: Type.Optional(Type.Array(MachineSummary, { default: [] })),
  ...choices,
  ...texts('brakes', 'clutch', 'emission_norm', 'engine', 'hp_band'),
  ...texts('launch_note', 'steering', 'tyre_front', 'tyre_rear'),
  ...numbers('engine_cc', 'engine_hp', 'power_kw', 'pto_hp'),
  ...integers('cylinders', 'gears_fwd', 'gears_rev'),
  ...numbers('fuel_l', 'fuel_lph', 'wheelbase_mm'),
  ...integers('lift_capacity_kg'),
  ...numbers('lift_capacity_t', 'lift_height_m'),
  ...integers('operating_weight_kg', 'payload_kg', 'rated_load_kg', 'tipping_load_kg', 'blade_width_mm'),
  ...numbers('boom_length_m', 'bucket_m3', 'breakout_kn'),
  ...integers('dig_depth_mm', 'drum_width_mm'),
  ...numbers('cutter_bar_mm', 'rotary_width_mm', 'paving_width_mm', 'grain_tank_l', 'rows', 'capacity_acres_h'),
  ...numbers('output_m3h'),
  ...numbers('hours_a_year', 'warranty_hours', 'warranty_years'),
  ...priceSummary,
  ...dates('launched_at', 'published_at', 'verified_at'),
  prices: Type.Array(PriceItem),
  media: Type.Array(MediaItem),
  spec: Type.Array(SpecGroup),
})
export type Machine = Static<typeof Machine>

export const PlateField = resource(
  'PlateField',
  'One figure of the plate of a class.',
  strings('key', 'label', 'label_hi', 'label_ta', 'unit'),
)
export type PlateField = Static<typeof PlateField>

export const MachineClass = resource('MachineClass', 'A class of machines, with its names in three languages.', {
  ...strings('key', 'label', 'label_hi', 'label_ta', 'plural', 'plural_hi', 'plural_ta'),
  kinds: Type.Array(Type.String()),
  plate: Type.Array(PlateField),
  synonyms: Type.Array(Type.String()),
  count: Type.Optional(Type.Integer({ default: 0 })),
  ...integers('hours_a_year'),
})
export type MachineClass = Static<typeof MachineClass>

export const ImplementSummary = resource('ImplementSummary', 'An implement that fits a machine.', {
  id: Type.Integer(),
  ...strings('slug', 'name', 'kind'),
  manufacturer: Ref,
  lifecycle: oneOf(LIFECYCLES),
  ...numbers('capacity_m3', 'carrier_max_kg', 'carrier_min_kg', 'flow_lpm', 'impact_energy_j', 'pressure_bar'),
  ...numbers('price_inr', 'price_high_inr', 'weight_kg', 'width_mm'),
  ...texts('family', 'image'),
  price_kind: unknownable(oneOf(PRICE_KINDS)),
  fits_classes: unknownable(Type.Array(Type.String())),
  ...dates('price_as_of', 'published_at', 'verified_at'),
})
export type ImplementSummary = Static<typeof ImplementSummary>
