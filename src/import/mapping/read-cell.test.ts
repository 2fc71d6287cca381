import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RecordType } from '../row-shapes.ts'
import { type CatalogNames, NO_NAMES } from './names.ts'
import { readCell } from './read-cell.ts'
import { targetOf } from './targets.ts'
import { unitNamed } from './units.ts'
import { lettersOf } from './words.ts'

const NAMES: CatalogNames = {
  ...NO_NAMES,
  manufacturers: new Map([
    ['mahindra', ['mahindra']],
    ['newholland', ['new-holland']],
    ['force', ['force', 'force-motors']],
  ]),
  manufacturerNames: new Map([
    ['mahindra', 'Mahindra'],
    ['new-holland', 'New Holland'],
  ]),
  classes: new Map([
    ['tractor', ['tractor']],
    ['ट्रेक्टर', ['tractor']],
  ]),
  classKeys: ['tractor', 'excavator'],
  kinds: new Map([['rotavator', 'rotavator']]),
}

interface About {
  unit?: string
  dateOrder?: 'dmy' | 'mdy'
  values?: Record<string, string>
  type?: RecordType
  creates?: boolean
}

function read(
  field: string,
  cell: string,
  { unit, dateOrder, values = {}, type = 'machine', creates = false }: About = {},
) {
  const meanings = new Map(Object.entries(values).map(([word, value]) => [lettersOf(word), value]))
  const column = { header: field, field, target: targetOf(type, field)!, values: meanings }
  const parsed = readCell(unit === undefined ? column : { ...column, unit: unitNamed(unit) }, cell, type, {
    names: NAMES,
    dateOrder,
    createsManufacturers: creates,
  })
  if (parsed === undefined) return 'skip'
  if ('refused' in parsed) return `refused: ${parsed.refused}`
  return 'open' in parsed ? `open ${parsed.open}: ${parsed.word}` : parsed.values
}

/** By field, each cell with what becomes of it. */
const TABLES: Record<string, readonly (readonly [cell: string, read: unknown, about?: About])[]> = {
  engine_hp: [
    ['45', { engine_hp: 45 }],
    ['45 HP', { engine_hp: 45 }],
    ['४५.५ एचपी', { engine_hp: 45.5 }],
    ['approx. 45', { engine_hp: 45 }],
    ['45 HP (33.5 kW)', { engine_hp: 45 }],
    ['45 HP @ 2100 rpm', { engine_hp: 45 }],
    ['45 HP (38 HP)', 'refused: is more than one number'],
    ['45 (HP)', { engine_hp: 45 }],
    ['45 (38 PTO)', 'refused: is more than one number'],
    ['45 (gross)', 'open unit: gross'],
    ['45 (gross)', { engine_hp: 45 }, { values: { gross: 'skip' } }],
    ['45+', 'open unit: +'],
    ['45 HP @ full load', 'open unit: HP @ full load'],
    ['45-50', 'refused: is a range, and the field takes one number'],
    ['30 + 2', 'refused: is more than one number'],
    ['33.5 kW', 'refused: is in kW, not in HP'],
    ['2000 rpm', 'refused: is in rpm, not in HP'],
    ['45 horses', 'open unit: horses'],
    ['45 horses', { engine_hp: 45 }, { values: { horses: 'HP' } }],
    ['45 horses', { engine_hp: 45 }, { values: { horses: 'skip' } }],
    ['many', 'refused: is not a number'],
    ['n.k.', 'skip', { values: { 'N.K.': 'skip' } }],
  ],
  operating_weight_kg: [
    ['1,860', { operating_weight_kg: 1860 }],
    ['18.6 qtl', { operating_weight_kg: 1860 }],
    ['2.04', { operating_weight_kg: 2040 }, { unit: 't' }],
    ['4200', { operating_weight_kg: 1905 }, { unit: 'lb' }],
    ['4200 lbs', { operating_weight_kg: 1905 }],
    ['1,86', 'refused: may be 1.86 or 186'],
    ['1.86', 'refused: is too little for kg: name the unit in the cell', { unit: 'kg' }],
    ['1860 kg (4100 lb)', { operating_weight_kg: 1860 }],
    ['1860 (2000 kg)', 'refused: is more than one number'],
  ],
  cutter_bar_mm: [
    ['5 ft', { cutter_bar_mm: 1524 }],
    ['60', { cutter_bar_mm: 1524 }, { unit: 'inch' }],
    ['1.2 m', { cutter_bar_mm: 1200 }],
  ],
  fuel_l: [
    ['12 gallons', 'open unit: gallons'],
    ['10', { fuel_l: 45.46 }, { unit: 'gallon (imperial)' }],
    ['10 gal', { fuel_l: 37.85 }, { values: { gal: 'gallon (US)' } }],
  ],
  power_kw: [['33.5 KW', { power_kw: 33.5 }]],
  cylinders: [
    ['3 cyl', { cylinders: 3 }],
    ['तीन', 'open value: तीन'],
    ['तीन', { cylinders: 3 }, { values: { तीन: '3' } }],
  ],
  price: [
    ['6,75,000', { 'price.price_inr': 675_000 }],
    ['Rs. 4.65 lakh only', { 'price.price_inr': 465_000 }],
    ['₹ 4,65,000/-', { 'price.price_inr': 465_000 }],
    ['7.05 L', { 'price.price_inr': 705_000 }],
    ['1.2 Cr', { 'price.price_inr': 12_000_000 }],
    ['6.82-7.14', { 'price.price_inr': 682_000, 'price.high_inr': 714_000 }, { unit: 'lakh' }],
    ['6.82 to 7.14 lakh', { 'price.price_inr': 682_000, 'price.high_inr': 714_000 }],
    ['9.90 lakh (on road)', { 'price.price_inr': 990_000, 'price.kind': 'on_road' }],
    ['675000', { 'price.price_inr': 675_000 }, { unit: 'lakh' }],
    ['3,45,000', { 'price.price_inr': 345_000 }, { unit: 'lakh' }],
    ['4 lac 20 hazar', { 'price.price_inr': 420_000 }],
    ['1,200', 'refused: may be in rupees or in thousand: name the unit in the cell', { unit: 'thousand' }],
    ['₹ 1,17,000/-', { 'price.price_inr': 117_000 }, { unit: 'thousand' }],
    ['117.5', { 'price.price_inr': 117_500 }, { unit: 'thousand' }],
    ['$25000', 'refused: is in a foreign currency'],
    ['25000 USD', 'refused: is in a foreign currency'],
    ['6.75', 'refused: is too little for rupees: name the unit in the cell', { unit: 'rupees' }],
    ['6.75 (lakh)', { 'price.price_inr': 675_000 }],
    ['5 lakh (incl. GST)', 'open unit: incl. GST'],
    ['5 lakh (incl. GST)', { 'price.price_inr': 500_000 }, { values: { 'incl. GST': 'skip' } }],
    ['5 lakh + GST', 'open unit: lakh + GST'],
  ],
  'price.observed_at': [
    ['21/08/2026', { 'price.observed_at': '2026-08-21' }],
    ['05/06/2026', 'open date_order: 05/06/2026'],
    ['05/06/2026', { 'price.observed_at': '2026-06-05' }, { dateOrder: 'dmy' }],
    ['05/06/2026', { 'price.observed_at': '2026-05-06' }, { dateOrder: 'mdy' }],
    ['21/08/2026', 'refused: is not a date with the month first', { dateOrder: 'mdy' }],
    ['21-Aug-26', { 'price.observed_at': '2026-08-21' }],
    ['21 अगस्त 2026', { 'price.observed_at': '2026-08-21' }],
    ['July 1, 2018', { 'price.observed_at': '2018-07-01' }],
    ['2026-08-21 10:00', { 'price.observed_at': '2026-08-21' }],
    ['Aug 2026', { 'price.observed_at': '2026-08-01' }],
    ['31/02/2026', 'refused: is not a calendar date'],
    ['soon', 'refused: is not a date: write 21/08/2026, 21 Aug 2026 or 2026-08-21'],
  ],
  wheel_drive: [
    ['4x4', { wheel_drive: '4wd' }],
    ['4 WD', { wheel_drive: '4wd' }],
    ['Both', 'open value: Both'],
    ['Both', { wheel_drive: '4wd' }, { values: { both: '4WD' } }],
  ],
  manufacturer: [
    ['MAHINDRA Ltd.', { manufacturer: 'mahindra' }],
    ['M/s New Holland', { manufacturer: 'new-holland' }],
    ['Mahendra', 'open value: Mahendra'],
    ['Mahendra', 'open value: Mahendra', { creates: true }],
    ['Mahendra', { manufacturer: 'mahindra' }, { values: { mahendra: 'mahindra' } }],
    ['Mahendra', { manufacturer: { slug: 'mahendra', name: 'Mahendra' } }, { values: { mahendra: 'new' } }],
    ['Force', 'open value: Force'],
    ['Acme', 'open manufacturer: Acme'],
    ['Acme', { manufacturer: { slug: 'acme', name: 'Acme' } }, { creates: true }],
  ],
  machine_class: [
    ['Tractor', { machine_class: 'tractor' }],
    ['ट्रैक्टर', { machine_class: 'tractor' }],
    ['Trctor', 'open value: Trctor'],
    ['Rotavator', 'open value: Rotavator'],
    ['IMPLEMENTS', 'open value: IMPLEMENTS'],
  ],
  'price.city': [
    ['Raipur (C.G.)', { 'price.city': 'Raipur', 'price.state_code': 'CG' }],
    ['Punjab', { 'price.state_code': 'PB' }],
    ['Chandigarh', { 'price.city': 'Chandigarh' }],
    ['CBE', { 'price.city': 'CBE' }],
  ],
  'price.state_code': [
    ['Tamil Nadu', { 'price.state_code': 'TN' }],
    ['Elsewhere', 'open value: Elsewhere'],
  ],
  gears: [
    ['8F+2R', { gears_fwd: 8, gears_rev: 2 }],
    ['12 Forward + 3 Reverse', { gears_fwd: 12, gears_rev: 3 }],
    ['8/2', { gears_fwd: 8, gears_rev: 2 }],
    ['8F', { gears_fwd: 8 }],
    ['2/8', 'refused: has more reverse than forward gears'],
    ['8F+2R / 12F+3R', 'refused: is not a pair of gears: write 8F + 2R'],
    ['08-Feb', 'refused: is not a pair of gears: write 8F + 2R'],
  ],
  tyre_front: [
    ['6.00-16', { tyre_front: '6.00-16' }],
    ['16-Jun', 'refused: is not a tyre size: write 6.00-16'],
    ['2016-06-01', 'refused: is not a tyre size: write 6.00-16'],
  ],
  tyres: [
    ['6.00-16 / 13.6-28', { tyre_front: '6.00-16', tyre_rear: '13.6-28' }],
    ['F: 6.00-16 8 PR, R: 13.6-28 12PR', { tyre_front: '6.00-16 8 PR', tyre_rear: '13.6-28 12PR' }],
    ['Rear 13.6-28 / Front 6.00-16', 'refused: is not a pair of tyre sizes: write 6.00-16 / 13.6-28'],
    ['6.00-16 / 13.6-28 (opt.)', 'refused: is not a pair of tyre sizes: write 6.00-16 / 13.6-28'],
    ['13.6-28', 'refused: is not a pair of tyre sizes: write 6.00-16 / 13.6-28'],
  ],
  warranty: [
    ['2 years / 2000 hours', { warranty_years: 2, warranty_hours: 2000 }],
    ['2000 hrs', { warranty_hours: 2000 }],
    ['2', 'open unit: '],
    ['2', { warranty_years: 2 }, { unit: 'years' }],
    ['18', { warranty_years: 1.5 }, { unit: 'months' }],
    ['2,000', { warranty_hours: 2000 }, { unit: 'hours' }],
    ['2000 hrs / 2', { warranty_years: 2, warranty_hours: 2000 }, { unit: 'years' }],
    ['2 yrs or 2000 hrs, whichever is earlier', { warranty_years: 2, warranty_hours: 2000 }],
    ['1+1 years', 'refused: is not a warranty: write 2 years / 2000 hours'],
    ['2 years, battery 1 year', 'refused: is not a warranty: write 2 years / 2000 hours'],
  ],
  linkage: [['Cat II & III', { linkage: ['cat-2', 'cat-3'] }]],
  brakes: [
    ['O.I.B.', 'open value: O.I.B.'],
    ['Multi-plate oil brakes', { brakes: 'Multi-plate oil brakes' }],
    ['O.I.B.', { brakes: 'oil immersed' }, { values: { 'O.I.B.': 'oil immersed' } }],
  ],
  name: [['575 DI\n  XP', { name: '575 DI XP' }]],
  is_sample: [
    ['हाँ', { is_sample: true }],
    ['maybe', 'open value: maybe'],
  ],
}

const LISTINGS: typeof TABLES = {
  owners: [
    ['Third', { owners: 3 }],
    ['2nd owner', { owners: 2 }],
    ['1', { owners: 1 }],
    ['some', 'refused: is not a number of owners'],
  ],
  year: [
    ['2018', { year: 2018 }],
    ['Mar 2018', { year: 2018 }],
    ["'18", { year: 2018 }],
  ],
  hours: [['2,300 hrs', { hours: 2300 }]],
  created_at: [['01/08/2026', { created_at: '2026-08-01T00:00:00+05:30' }, { dateOrder: 'dmy' }]],
  pin: [['142 001', { pin: '142001' }]],
  maker_name: [['Mahindra', { maker_name: 'Mahindra', maker_slug: 'mahindra' }]],
}

for (const [type, tables] of [
  ['machine', TABLES],
  ['listing', LISTINGS],
] as const)
  for (const [field, cells] of Object.entries(tables))
    it(`reads cells of ${type}.${field}`, () => {
      for (const [cell, expected, about] of cells)
        assert.deepEqual(read(field, cell, { ...about, type }), expected, `${cell} ${JSON.stringify(about)}`)
    })
