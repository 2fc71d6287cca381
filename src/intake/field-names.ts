import { nearestName } from '../text/nearest-name.ts'

/** Usual column names of machines and listings, and the fields they mean; the first that fits is taken. */
const COMMON_NAMES: Readonly<Record<string, string>> = {
  hp: 'engine_hp',
  horsepower: 'engine_hp',
  power: 'engine_hp power_kw',
  engine_power: 'engine_hp',
  bhp: 'engine_hp',
  pto: 'pto_hp',
  cc: 'engine_cc',
  displacement: 'engine_cc',
  engine_capacity: 'engine_cc',
  gears: 'gears_fwd',
  forward_gears: 'gears_fwd',
  reverse_gears: 'gears_rev',
  fuel: 'power_source fuel',
  fuel_type: 'power_source fuel',
  fuel_tank: 'fuel_l',
  fuel_tank_l: 'fuel_l',
  tank: 'fuel_l',
  drive: 'wheel_drive',
  drive_type: 'wheel_drive',
  weight: 'operating_weight_kg weight_kg',
  weight_kg: 'operating_weight_kg',
  lift: 'lift_capacity_kg',
  lifting_capacity: 'lift_capacity_kg',
  hydraulic_capacity: 'lift_capacity_kg',
  warranty: 'warranty_years',
  front_tyre: 'tyre_front',
  rear_tyre: 'tyre_rear',
  brand: 'manufacturer maker_name',
  make: 'manufacturer maker_name',
  maker: 'manufacturer maker_name',
  model: 'name variant_name',
  title: 'name variant_name',
  variant: 'variant_name name',
  class: 'machine_class vehicle_class',
  category: 'machine_class vehicle_class',
  price: 'prices price_inr',
  price_inr: 'prices',
  launch_date: 'launched_at',
  images: 'media photos',
  photo: 'photos image',
  state: 'state_code',
  pincode: 'pin',
  pin_code: 'pin',
  zip: 'pin',
  city: 'district',
  kms: 'km',
  odometer: 'km',
  hours_used: 'hours',
  registration_year: 'year',
  model_year: 'year',
  no_of_owners: 'owners',
  status: 'lifecycle',
}

/** The field that an unknown name most likely means: a usual name, the same unit, or the nearest spelling. */
export function suggestField(name: string, known: Iterable<string>): string | undefined {
  const fields = new Set(known)
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[\s.()-]+/g, '_')
    .replace(/^_|_$/g, '')
  if (fields.has(folded)) return folded
  const common = Object.hasOwn(COMMON_NAMES, folded) ? COMMON_NAMES[folded]!.split(' ') : []
  return common.find((field) => fields.has(field)) ?? sameUnit(folded, fields) ?? nearestName(folded, fields)
}

/** `power_hp` has the unit of `engine_hp`; a unit that many fields share suggests none. */
function sameUnit(name: string, fields: ReadonlySet<string>): string | undefined {
  const unit = /_[a-z0-9]+$/.exec(name)?.[0]
  if (unit === undefined) return undefined
  const sharing = [...fields].filter((field) => field.endsWith(unit))
  return nearestName(name, sharing) ?? (sharing.length <= 2 ? sharing[0] : undefined)
}
