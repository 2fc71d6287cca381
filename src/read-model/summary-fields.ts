/** Stands before each field of a record. JSON never holds this byte unescaped. */
export const MARK = 1
/** A field's letter is this byte plus its number. */
export const FIRST_LETTER = 0x20

/**
 * These names repeat the contract, and a test compares both: the thread that reads machines at the start would lose
 * time by loading the contract's library.
 */
const head = 'name lifecycle section is_sample'.split(' ')
const afterPlate =
  `kind family image power_source wheel_drive engine_hp power_kw pto_hp cylinders gears_fwd gears_rev fuel_lph
  lift_capacity_kg lift_capacity_t lift_height_m operating_weight_kg payload_kg rated_load_kg tipping_load_kg
  blade_width_mm boom_length_m bucket_m3 dig_depth_mm drum_width_mm price_from_inr price_to_inr price_kind price_as_of
  launched_at published_at verified_at`.split(/\s+/)
/** Figures that only the plate shows. */
const plateOnly =
  `engine_cc fuel_l wheelbase_mm breakout_kn cutter_bar_mm rotary_width_mm paving_width_mm grain_tank_l rows
  capacity_acres_h output_m3h hours_a_year warranty_hours warranty_years`.split(/\s+/)
const noFigures = new Set([
  ...head,
  ...'kind family image power_source wheel_drive price_kind price_as_of launched_at published_at verified_at'.split(
    ' ',
  ),
])

/** The fields of a record by number. */
export const FIELDS: readonly string[] = [...head, ...afterPlate, ...plateOnly]
export const AFTER_PLATE = head.length
export const PLATE_ONLY = head.length + afterPlate.length

const NUMBERS = new Map(FIELDS.map((name, number) => [name, number]))

export function fieldNumber(name: string): number {
  return NUMBERS.get(name)!
}

/** Whether a record has a figure of this name. */
export function isFigureField(name: string): boolean {
  return NUMBERS.has(name) && !noFigures.has(name)
}

const PLACES = 1024
/** A hash table of field numbers plus one, by name; 0 is an empty place. */
const places = new Uint8Array(PLACES)
const names = FIELDS.map((name) => Buffer.from(name))
names.forEach((name, number) => {
  let at = hashName(name, 0, name.length)
  while (places[at] !== 0) at = (at + 1) % PLACES
  places[at] = number + 1
})

function hashName(bytes: Uint8Array, start: number, end: number): number {
  // A few bytes tell nearly all names apart; a hit is compared in full.
  const length = end - start
  const hash = bytes[start]! + 7 * bytes[end - 1]! + 31 * bytes[start + (length >> 1)]! + 61 * bytes[end - 2]!
  return (hash + 127 * length) & (PLACES - 1)
}

/** The number of the field with this name, or -1. Makes no string. */
export function fieldNamed(bytes: Uint8Array, start: number, end: number): number {
  for (let at = hashName(bytes, start, end); places[at] !== 0; at = (at + 1) % PLACES) {
    const number = places[at]! - 1
    const name = names[number]!
    if (name.length !== end - start) continue
    let same = 0
    while (same < name.length && name[same] === bytes[start + same]) same++
    if (same === name.length) return number
  }
  return -1
}
