import assert from 'node:assert/strict'
import { it } from 'node:test'
import { anyText } from '../../test/any-text.ts'
import { createRequested } from '../../test/asked.ts'
import { type PagedMachine, takeIn } from '../../test/machine-pages.ts'
import fc from '../../test/properties.ts'
import { toSummary } from '../catalog/machine-detail.ts'
import { builtinClasses, type MachineFacts, type MachineRecord } from '../catalog/records.ts'
import { Machine } from '../schema/api/machine.ts'
import { PRICE_KINDS } from '../schema/api/values.ts'
import { EMPTY_QUERY } from '../search/types.ts'
import { createReadModel, type ReadModel } from './read-model.ts'
import { asJson } from './search-catalogue.ts'

const BASE = 'https://machines.example/yantra'

const elsewhere = ['id', 'slug', 'manufacturer', 'machine_class', 'published_at', 'completeness', 'plate', 'similar']
const computed = ['hp_band', 'price_from_inr', 'price_to_inr', 'price_kind', 'price_as_of', 'prices', 'media', 'spec']
const fields = Object.entries(Machine.properties).filter(([name]) => ![...elsewhere, ...computed].includes(name))

const text = fc.oneof(anyText(), fc.constantFrom('', '"', '\u0001', 'டிராக்டர்', '\ud800'))

/** Any value of the field's type: the record must not care which. */
function anyValue(schema: unknown): fc.Arbitrary<unknown> {
  const types = [(schema as { type: string | string[] }).type].flat()
  if (types.includes('boolean')) return fc.boolean()
  if (types.includes('integer')) return fc.maxSafeNat()
  if (types.includes('number'))
    return fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0))
  return text
}

const facts = fc.record(Object.fromEntries(fields.map(([name, schema]) => [name, anyValue(schema)])), {
  requiredKeys: ['name', 'lifecycle', 'section'],
}) as unknown as fc.Arbitrary<MachineFacts>
const date = fc.option(fc.constant('2026-01-31'))
const record: fc.Arbitrary<MachineRecord> = fc.record({
  id: fc.integer({ min: 1, max: 50 }),
  slug: fc.constant(''),
  manufacturer: fc.constant({ id: 3, slug: 'a-maker', name: 'मेकर "&"', aliases: [] }),
  machineClass: fc.constantFrom(...builtinClasses()),
  published_at: date,
  facts,
  media_image: fc.option(fc.oneof(fc.webUrl(), fc.constantFrom('/pictures/a ".svg', '//cdn.example/a', '/', '/é'))),
  price_from_inr: fc.option(fc.maxSafeNat()),
  price_to_inr: fc.option(fc.maxSafeNat()),
  price_kind: fc.option(fc.constantFrom(...PRICE_KINDS)),
  price_as_of: date,
})

const MANUFACTURER = { id: 3, slug: 'a-maker', name: 'मेकर "&"', aliases: [] }

function newModel(): ReadModel {
  const model = createReadModel('2026-11-15')
  model.apply({ manufacturers: [MANUFACTURER] })
  return model
}

function toPaged({ machineClass, facts, manufacturer, ...columns }: MachineRecord): PagedMachine {
  return { ...columns, manufacturer_id: manufacturer.id, class_key: machineClass.key, facts: JSON.stringify(facts) }
}

it('is written as the summary that is built the plain way, after any number of changes', () => {
  const requested = createRequested({
    media_image: 0.5,
    price_from_inr: 0.5,
    price_to_inr: 0.5,
    price_kind: 0.5,
    published_at: 0.5,
  })
  fc.assert(
    fc.property(fc.array(fc.array(record, { minLength: 1, maxLength: 10 }), { maxLength: 4 }), (batches) => {
      const model = newModel()
      const current = new Map<number, MachineRecord>()
      for (const batch of batches) {
        const records = batch.map((input) => ({ ...input, slug: `machine-${input.id}` }))
        takeIn(model, records.map(toPaged))
        for (const item of records) current.set(item.id, item)
      }
      for (const item of current.values()) {
        requested.count(item)
        const summary = JSON.stringify(toSummary(item))
        assert.equal(model.summaryJson(model.index.rowOf(item.id), BASE), JSON.stringify(toSummary(item, BASE)))
        assert.equal(JSON.stringify(model.summaryOf(model.index.rowOf(item.id))), summary, 'and so is the value')
        const isPublished = item.published_at !== null
        assert.equal(model.published(item.slug), isPublished ? model.index.rowOf(item.id) : -1)
      }
    }),
    { numRuns: 60 },
  )
  requested.prove()
})

const named = (id: number, name: string): PagedMachine => ({
  id,
  slug: `machine-${id}`,
  manufacturer_id: MANUFACTURER.id,
  published_at: '2026-01-01',
  facts: JSON.stringify({ name, lifecycle: 'current', section: 'farm', engine_hp: 50 }),
})

it('is rendered again when its machine, its manufacturer or its class changes', () => {
  const model = newModel()
  const render = asJson(BASE)
  const hit = () =>
    JSON.parse(render(model, EMPTY_QUERY, { ...model.index.find(EMPTY_QUERY), engine: 'database' }, [0]).toString())
      .hits[0]
  takeIn(model, [named(1, 'First')])
  assert.equal(hit().name, 'First')
  takeIn(model, [named(1, 'Second')])
  assert.equal(hit().name, 'Second')
  model.apply({ manufacturers: [{ ...MANUFACTURER, name: 'Renamed' }] })
  assert.equal(hit().manufacturer.name, 'Renamed')
  const [tractor] = builtinClasses().filter(({ key }) => key === 'tractor')
  model.apply({
    classes: [
      { ...tractor!, plate: [{ key: 'engine_hp', label: 'Strength', label_hi: '', label_ta: '', unit: 'HP' }] },
    ],
  })
  assert.equal(hit().plate[0].label, 'Strength')
})
