import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ImplementTable } from '../database/tables/catalogue.ts'
import { LINKAGES } from '../schema/api/values.ts'
import { createImplements, type Fitting, fits, type HostMachine, linkageBits } from './implements.ts'

const tractor: HostMachine = {
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

const banded: Partial<Fitting> = { hp_min: 1 }

const cases: [why: string, carrier: Partial<HostMachine>, fitting: Partial<Fitting>, expected: boolean][] = [
  ['nothing is asked', {}, {}, false],
  ['only the linkage is asked', {}, { linkage: linkageBits(['cat-2']) }, false],
  ['only the class is asked', {}, { fits_classes: ['tractor'] }, false],
  ['the power is the lower bound', {}, { hp_min: 45 }, true],
  ['the power is the upper bound', {}, { hp_max: 45 }, true],
  ['the power is below the band', {}, { hp_min: 45.5, hp_max: 60 }, false],
  ['the power is above the band', {}, { hp_min: 20, hp_max: 44.9 }, false],
  ['one bound is open', {}, { hp_min: 20 }, true],
  ['the power is unknown and only the weight asked', { engine_hp: null }, { carrier_min_kg: 1 }, true],
  ['the power is unknown and a bound given', { engine_hp: null }, { hp_max: 100 }, false],
  ['the linkages meet in one', {}, { ...banded, linkage: linkageBits(['cat-2', 'cat-3']) }, true],
  ['the linkages do not meet', {}, { ...banded, linkage: linkageBits(['cat-3', 'cat-1n']) }, false],
  ['the machine has no linkage', { linkage: 0 }, { ...banded, linkage: linkageBits(['cat-1']) }, false],
  ['it is trailed', { linkage: 0 }, banded, true],
  ['the class is named', {}, { ...banded, fits_classes: ['harvester', 'tractor'] }, true],
  ['another class is named', {}, { ...banded, fits_classes: ['backhoe_loader'] }, false],
  ['the weight is within', {}, { carrier_min_kg: 2_000, carrier_max_kg: 2_000 }, true],
  ['the weight is below', {}, { carrier_min_kg: 2_001 }, false],
  ['the weight is above', {}, { carrier_max_kg: 1_999 }, false],
  ['the weight is unknown and a bound given', { operating_weight_kg: null }, { carrier_min_kg: 1 }, false],
  ['the weight is unknown and none given', { operating_weight_kg: null }, banded, true],
]

for (const [why, carrier, fitting, expected] of cases) {
  it(`${expected ? 'fits' : 'does not fit'} when ${why}`, () => {
    assert.equal(fits({ ...tractor, ...carrier }, { ...anything, ...fitting }), expected)
  })
}

const TODAY = '2026-06-01'
const manufacturerOf = (id: number) => ({ slug: `maker-${id}`, name: `Maker ${id}` })

function row(id: number, fields: Partial<ImplementTable>, doc: object = {}): ImplementTable {
  const content = { name: `Tool ${id}`, kind: 'plough', lifecycle: 'current', ...doc }
  const stored = { id, slug: `tool-${id}`, manufacturer_id: 7, published_at: '2026-01-01', hp_min: null, hp_max: null }
  return { ...stored, linkage: '[]', doc: JSON.stringify(content), ...fields } as ImplementTable
}

it('tells each linkage from every other', () => {
  const bits = LINKAGES.map((item) => linkageBits([item]))
  assert.ok(bits.every((bit, i) => bit > 0 && bits.indexOf(bit) === i))
  assert.equal(
    linkageBits(LINKAGES),
    bits.reduce((all, bit) => all + bit),
  )
})

it('lists implements by kind, then name, then id, each once, as it was put last', () => {
  const all = createImplements()
  assert.deepEqual(all.listVisible(TODAY, manufacturerOf), [])
  all.put([
    row(4, {}, { name: 'B' }),
    row(9, {}, { kind: 'baler', name: 'Z' }),
    row(3, {}, { name: 'B' }),
    row(5, {}, { name: 'C' }),
  ])
  all.put([])
  all.put([row(5, {}, { name: 'A' })])
  const visible = all.listVisible(TODAY, manufacturerOf)
  assert.deepEqual(
    visible.map(({ id, name }) => [id, name]),
    [
      [9, 'Z'],
      [5, 'A'],
      [3, 'B'],
      [4, 'B'],
    ],
  )
  assert.deepEqual(visible[0]!.manufacturer, { slug: 'maker-7', name: 'Maker 7' })
})

it('shows none before its day, on every way', () => {
  const all = createImplements()
  all.put([
    row(1, { published_at: null }),
    row(2, { published_at: '2026-06-02' }),
    row(
      3,
      { published_at: TODAY, hp_min: 40, hp_max: 50, linkage: '["cat-2","cat-9"]' },
      { fits_classes: ['tractor'] },
    ),
    row(4, { hp_min: 46 }, { carrier_min_kg: 1_500, carrier_max_kg: 2_500 }),
  ])
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)
  assert.deepEqual(ids(all.listVisible(TODAY, manufacturerOf)), [3, 4])
  assert.deepEqual(ids(all.fitting(tractor, TODAY, manufacturerOf)), [3])
  assert.deepEqual(ids(all.fitting({ ...tractor, engine_hp: 46, linkage: 0 }, TODAY, manufacturerOf)), [4])
  const reported = all.fittings(TODAY).map(({ id, name, kind, hp_max, linkage }) => [id, name, kind, hp_max, linkage])
  assert.deepEqual(reported, [
    [3, 'Tool 3', 'plough', 50, linkageBits(['cat-2'])],
    [4, 'Tool 4', 'plough', null, 0],
  ])
  assert.deepEqual(all.unstated(tractor, TODAY, manufacturerOf), [])
  all.put([
    row(5, { linkage: '["cat-2"]' }, { fits_classes: ['tractor'] }),
    row(6, { linkage: '["cat-3"]' }),
    row(7, {}, { fits_classes: ['excavator'] }),
    row(8, { published_at: null }),
  ])
  assert.deepEqual(ids(all.unstated(tractor, TODAY, manufacturerOf)), [5])
  assert.deepEqual(ids(all.fitting(tractor, TODAY, manufacturerOf)), [3])
  assert.equal(all.fittingOf('tool-2', TODAY), undefined)
  assert.equal(all.fittingOf('tool-9', TODAY), undefined)
  const { carrier_min_kg, carrier_max_kg, fits_classes } = all.fittingOf('tool-4', TODAY)!
  assert.deepEqual([carrier_min_kg, carrier_max_kg, fits_classes], [1_500, 2_500, []])
  assert.deepEqual(all.fittingOf('tool-3', TODAY)!.fits_classes, ['tractor'])
})
