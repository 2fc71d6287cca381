import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../test/any-text.ts'
import { builtinClasses } from '../catalogue/records.ts'
import type { Field } from '../records/field.ts'
import { PRICE_ITEM } from '../records/parts.ts'
import { RECORDS } from '../records/records.ts'
import { implementLines } from '../text/word-lists.ts'
import { columnTargets, suggestField } from './column-words.ts'
import { readColumns } from './header-columns.ts'
import { ROW_SHAPES } from './row-shapes.ts'
import { columnOf } from './table-columns.ts'
import { linesOf } from './table-words.ts'

/** The description of a field, or of a part of one; undefined when no record has it. */
function fieldOf(target: string): Field | undefined {
  const [field, inner] = target.split('.') as [string, string | undefined]
  const records = Object.values(RECORDS).map(({ fields }) => (fields as Record<string, Field>)[field])
  if (field === 'contact' || inner === undefined) return records.find((known) => known !== undefined)
  return (PRICE_ITEM.fields as Record<string, Field>)[inner]
}

it('lists words only for fields, values and classes that there are', () => {
  const pairs = ['gears', 'tyres', 'warranty']
  for (const target of columnTargets()) assert.ok(pairs.includes(target) || fieldOf(target), target)
  for (const [fields = '', value = ''] of linesOf('values')) {
    for (const field of fields.split(', ')) {
      const known = fieldOf(field)
      assert.ok(known, field)
      const { values } = known
      assert.ok(values === undefined || values.includes(value), `${field} ${value}`)
    }
  }
  const classes = builtinClasses().map(({ key }) => key)
  for (const [key = ''] of linesOf('machines')) assert.ok(classes.includes(key), key)
  for (const [, kind = ''] of implementLines()) assert.match(kind, /^[a-z_]+$/)
})

it('suggests the field that was meant', () => {
  const machine: Record<string, string | undefined> = {
    power_hp: 'engine_hp',
    HP: 'engine_hp',
    wheel_drve: 'wheel_drive',
    'Wheel Drive': 'wheel_drive',
    operating_weight: 'operating_weight_kg',
    weight_kg: 'operating_weight_kg',
    lift_capacity_lb: 'lift_capacity_kg',
    brand: 'manufacturer',
    fuel_type: 'power_source',
    price: 'price',
    price_from: 'prices',
    colour_of_the_bonnet: undefined,
    some_kg: undefined,
  }
  for (const [name, field] of Object.entries(machine)) {
    assert.equal(suggestField(name, ROW_SHAPES.machine.names), field, name)
  }
  const listing = { price: 'price_inr', state: 'state_code', pincode: 'pin', kms: 'km', fuel_type: 'fuel' }
  for (const [name, field] of Object.entries(listing)) {
    assert.equal(suggestField(name, ROW_SHAPES.listing.names), field, name)
  }
})

it('takes any text for a name of a column', () => {
  assert.equal(columnOf('machine', 'µ').target, undefined)
  fc.assert(fc.property(anyText({ maxLength: 60 }), (name) => columnOf('machine', name).name === name))
})

it('means what is measured of two scripts, and takes a person for no slip of a thing', () => {
  for (const name of ['इंजन HP', 'HP इंजन', 'எஞ்சின் (HP)']) assert.equal(columnOf('machine', name).target, 'engine_hp')
  assert.equal(columnOf('machine', 'Fuel டேங்க்').target, 'fuel_l')
  const targets = (...cells: string[]) =>
    readColumns('machine', cells, {
      width: cells.length,
      others: [],
      isClass: () => false,
      byCells: () => undefined,
      isSaid: () => false,
    }).columns.map((column) => column.target)
  assert.deepEqual(targets('Valuee', 'Valuer'), ['price.price_inr', undefined])
})

it('knows a column by the words of one field in any order, and by words as offices shorten them', () => {
  const meant = (name: string) => columnOf('machine', name).target
  assert.deepEqual(
    ['हायड्रॉलिक उचल क्षमता (कि.ग्रॅ.)', 'अश्वशक्ती इंजिन', 'डिझेल/पेट्रोल टाकी (लि.)', 'Lifting power of hydraulic in kg'].map(
      meant,
    ),
    ['lift_capacity_kg', 'engine_hp', 'fuel_l', 'lift_capacity_kg'],
  )
  assert.deepEqual(
    ['Mdl Sts', 'Pwr (HP)', 'Opg. Wt. (T)', 'No of forward gear', 'Fuel type engine', 'ULW (KGS)'].map(meant),
    ['lifecycle', 'engine_hp', 'operating_weight_kg', 'gears_fwd', 'power_source', 'operating_weight_kg'],
  )
  const others = [
    'Engine No.',
    'Tank no',
    'Machine no',
    'Water tank capacity (L)',
    'PTO speed',
    'Wheel type',
    'Name of equipment maker',
  ]
  for (const name of [...others, 'Hydraulic oil capacity', 'Engine oil capacity', 'Battery capacity', 'Max PTO RPM'])
    assert.equal(meant(name), undefined, name)
})
