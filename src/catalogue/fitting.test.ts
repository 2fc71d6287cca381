import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Carrier, type Fitting, fits, linkageBits } from './implements.ts'

const tractor: Carrier = {
  engine_hp: 45,
  operating_weight_kg: 2_000,
  machine_class: 'tractor',
  linkage: linkageBits(['cat-1', 'cat-2']),
}
const anything: Fitting = {
  hp_min: null,
  hp_max: null,
  carrier_min_kg: null,
  carrier_max_kg: null,
  fits_classes: [],
  linkage: 0,
}

const cases: [why: string, carrier: Partial<Carrier>, fitting: Partial<Fitting>, expected: boolean][] = [
  ['nothing is asked', {}, {}, true],
  ['the power is the lower bound', {}, { hp_min: 45 }, true],
  ['the power is the upper bound', {}, { hp_max: 45 }, true],
  ['the power is below the band', {}, { hp_min: 45.5, hp_max: 60 }, false],
  ['the power is above the band', {}, { hp_min: 20, hp_max: 44.9 }, false],
  ['one bound is open', {}, { hp_min: 20 }, true],
  ['the power is unknown and the band open', { engine_hp: null }, {}, true],
  ['the power is unknown and a bound given', { engine_hp: null }, { hp_max: 100 }, false],
  ['the linkages meet in one', {}, { linkage: linkageBits(['cat-2', 'cat-3']) }, true],
  ['the linkages do not meet', {}, { linkage: linkageBits(['cat-3', 'cat-1n']) }, false],
  ['the machine has no linkage', { linkage: 0 }, { linkage: linkageBits(['cat-1']) }, false],
  ['it is trailed', { linkage: 0 }, {}, true],
  ['the class is named', {}, { fits_classes: ['harvester', 'tractor'] }, true],
  ['another class is named', {}, { fits_classes: ['backhoe_loader'] }, false],
  ['the weight is within', {}, { carrier_min_kg: 2_000, carrier_max_kg: 2_000 }, true],
  ['the weight is below', {}, { carrier_min_kg: 2_001 }, false],
  ['the weight is above', {}, { carrier_max_kg: 1_999 }, false],
  ['the weight is unknown and a bound given', { operating_weight_kg: null }, { carrier_min_kg: 1 }, false],
  ['the weight is unknown and none given', { operating_weight_kg: null }, {}, true],
]

for (const [why, carrier, fitting, expected] of cases) {
  it(`${expected ? 'fits' : 'does not fit'} when ${why}`, () => {
    assert.equal(fits({ ...tractor, ...carrier }, { ...anything, ...fitting }), expected)
  })
}
