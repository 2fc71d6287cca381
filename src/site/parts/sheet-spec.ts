import type { Machine } from '../../contract/machine.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'

/** Fields shown when no spec group has them. */
export const FURTHER = [
  'kind',
  'family',
  'power_source',
  'wheel_drive',
  'engine',
  'engine_hp',
  'power_kw',
  'pto_hp',
  'cylinders',
  'engine_cc',
  'emission_norm',
  'gears_fwd',
  'gears_rev',
  'clutch',
  'brakes',
  'steering',
  'fuel_l',
  'fuel_lph',
  'wheelbase_mm',
  'tyre_front',
  'tyre_rear',
  'lift_capacity_kg',
  'lift_capacity_t',
  'lift_height_m',
  'operating_weight_kg',
  'payload_kg',
  'rated_load_kg',
  'tipping_load_kg',
  'blade_width_mm',
  'boom_length_m',
  'bucket_m3',
  'breakout_kn',
  'dig_depth_mm',
  'drum_width_mm',
  'cutter_bar_mm',
  'rotary_width_mm',
  'paving_width_mm',
  'grain_tank_l',
  'rows',
  'capacity_acres_h',
  'output_m3h',
  'hours_a_year',
  'warranty_years',
  'warranty_hours',
  'launched_at',
] as const satisfies readonly (keyof Machine)[]

const UNITS: Partial<Record<string, string>> = {
  engine_hp: 'HP',
  pto_hp: 'HP',
  power_kw: 'kW',
  engine_cc: 'cc',
  fuel_l: 'L',
  fuel_lph: 'L/h',
  wheelbase_mm: 'mm',
  lift_capacity_kg: 'kg',
  lift_capacity_t: 't',
  lift_height_m: 'm',
  operating_weight_kg: 'kg',
  payload_kg: 'kg',
  rated_load_kg: 'kg',
  tipping_load_kg: 'kg',
  blade_width_mm: 'mm',
  boom_length_m: 'm',
  bucket_m3: 'm³',
  breakout_kn: 'kN',
  dig_depth_mm: 'mm',
  drum_width_mm: 'mm',
  cutter_bar_mm: 'mm',
  rotary_width_mm: 'mm',
  paving_width_mm: 'mm',
  grain_tank_l: 'L',
  capacity_acres_h: 'acre/h',
  output_m3h: 'm³/h',
  hours_a_year: 'hours',
  warranty_hours: 'hours',
  warranty_years: 'years',
  width_mm: 'mm',
  weight_kg: 'kg',
  capacity_m3: 'm³',
  carrier_min_kg: 'kg',
  carrier_max_kg: 'kg',
}

/** A sheet's field for people; null when unknown. */
export function fieldText(reader: Reader, machine: object, field: string): string | null {
  const value = (machine as Record<string, unknown>)[field]
  if (value === null || value === undefined || value === '') return null
  if (field === 'launched_at') return reader.month(String(value))
  if (typeof value === 'number') return reader.measure(value, UNITS[field] ?? '')
  if (field === 'kind' || field === 'power_source' || field === 'wheel_drive' || field === 'lifecycle') {
    return reader.value(field, String(value))
  }
  return reader.said(String(value))
}

/** Spec groups, with how sure each line is; then the sheet's other fields. */
export function sheetSpec(reader: Reader, machine: Machine): Html {
  const { w } = reader
  const grouped = new Set(machine.spec.flatMap(({ fields }) => fields.map(({ key }) => key)))
  const further = FURTHER.filter((field) => !grouped.has(field)).flatMap((field) => {
    const text = fieldText(reader, machine, field)
    return text === null ? [] : [{ label: reader.value('spec', field), text }]
  })
  return html`<div class="spec">${machine.spec.map(
    ({ key, label, fields }) =>
      html`<section><h3>${labelled(reader, key, label)}</h3><dl>${fields.map(
        (field) =>
          html`<div><dt>${labelled(reader, field.key, field.label)}</dt><dd>${field.value === undefined ? w.unknown : html`${figureText(reader, field.value)}${field.unit && html` ${reader.unit(field.unit, Number(field.value))}`}`}${confidence(reader, field.confidence)}</dd></div>`,
      )}</dl></section>`,
  )}${
    further.length > 0 &&
    html`<section><h3>${w.otherFigures}</h3><dl>${further.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></section>`
  }</div>
<p class="quiet">${reader.say('completeness', { n: machine.completeness })}${machine.verified_at && html` · ${reader.say('verifiedIn', { month: reader.month(machine.verified_at) })}`} · <a href="${reader.to('about')}">${w.about}</a></p>`
}

/** Our own word for a label in Hindi and Tamil; the data's label in English and for unknown keys. */
function labelled(reader: Reader, key: string, label: string): string {
  if (reader.language === 'en') return label
  const known = reader.value('spec', key)
  return /^[\x20-\x7e]*$/.test(known) ? label : known
}

function figureText(reader: Reader, value: string): string {
  return /^\d{5,12}$/.test(value) ? reader.figure(Number(value)) : reader.said(value)
}

const LEVELS = [
  [0.8, 'sure'],
  [0.6, 'likely'],
  [0, 'unsure'],
] as const

function confidence(reader: Reader, value: number | undefined): Html | null {
  if (value === undefined) return null
  const level = LEVELS.find(([least]) => value >= least)![1]
  return html` <span class="confidence ${level}" title="${reader.w.confidence}: ${Math.round(value * 100)} %">${reader.w[level]}</span>`
}
