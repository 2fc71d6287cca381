import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { builtinClasses } from '../catalogue/builtin-classes.ts'
import type { MachineFacts, MachineRecord } from '../catalogue/records.ts'
import { toSummary } from '../catalogue/summary.ts'
import { Machine } from '../contract/machine.ts'
import { createByteWriter } from '../memory/byte-writer.ts'
import { createMachineStore } from './machine-store.ts'
import { readRecord } from './reading/read-record.ts'
import { encodeClass, encodeMaker, writeSummary } from './summary-record.ts'

const elsewhere = ['id', 'slug', 'manufacturer', 'machine_class', 'published_at', 'completeness', 'plate', 'similar']
const computed = ['hp_band', 'price_from_inr', 'price_to_inr', 'price_kind', 'price_as_of', 'prices', 'media', 'spec']
const fields = Object.entries(Machine.properties).filter(([name]) => ![...elsewhere, ...computed].includes(name))

/** Any value of the field's type: the record must not care which. */
function anyValue(schema: unknown): fc.Arbitrary<unknown> {
  const types = [(schema as { type: string | string[] }).type].flat()
  if (types.includes('boolean')) return fc.boolean()
  if (types.includes('integer')) return fc.maxSafeNat()
  if (types.includes('number'))
    return fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0))
  return fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\u0001', 'டிராக்டர்', '\ud800'))
}

const facts = fc.record(Object.fromEntries(fields.map(([name, schema]) => [name, anyValue(schema)])), {
  requiredKeys: ['name', 'lifecycle', 'section'],
}) as unknown as fc.Arbitrary<MachineFacts>
const date = fc.option(fc.constant('2026-01-31'))
const record: fc.Arbitrary<MachineRecord> = fc.record({
  id: fc.integer({ min: 1, max: 50 }),
  slug: fc.constant(''),
  maker: fc.constant({ id: 3, slug: 'a-maker', name: 'मेकर "&"', aliases: [] }),
  machineClass: fc.constantFrom(...builtinClasses()),
  published_at: date,
  facts,
  media_image: fc.option(fc.webUrl()),
  price_from_inr: fc.option(fc.maxSafeNat()),
  price_to_inr: fc.option(fc.maxSafeNat()),
  price_kind: fc.option(fc.constant('on_road' as const)),
  price_as_of: date,
})

const BARE = {
  published_at: null,
  media_image: null,
  price_from_inr: null,
  price_to_inr: null,
  price_kind: null,
  price_as_of: null,
}
const stored = (id: number) => ({ id, makerId: 3, classNumber: 0, linkage: 0, published_at: null })

it('is written as the summary that is built the plain way, after any number of changes', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 40 }), (records) => {
      const store = createMachineStore()
      const current = new Map<number, MachineRecord>()
      for (const given of records) {
        const one = { ...given, slug: `machine-${given.id}` }
        current.set(one.id, one)
        store.put({ ...stored(one.id), record: readRecord({ ...one, facts: JSON.stringify(one.facts) }) })
      }
      const out = createByteWriter()
      for (const one of current.values()) {
        const slot = store.slotOfSlug(one.slug)
        assert.equal(slot, store.slotOfId(one.id))
        const start = store.startOf(slot)
        out.clear()
        writeSummary(out, {
          id: one.id,
          maker: encodeMaker(one.maker),
          machineClass: encodeClass(one.machineClass),
          chunk: store.chunkOf(slot),
          start,
          end: start + store.columns.length[slot]!,
        })
        assert.equal(out.take().toString(), JSON.stringify(toSummary(one)))
      }
    }),
    { numRuns: 200 },
  )
})

it('stays in bounded memory, and readable, however often records change', () => {
  const store = createMachineStore()
  const facts = (name: string) => JSON.stringify({ name, lifecycle: 'current', section: 'farm' })
  const put = (id: number, name: string) =>
    store.put({ ...stored(id), record: readRecord({ ...BARE, slug: `machine-${id}`, facts: facts(name) }) })
  for (let id = 1; id <= 2_000; id++) put(id, 'x'.repeat(1_000))
  const before = store.bytes()
  for (let round = 0; round < 40_000; round++) {
    put(1 + (round % 2_000), 'y'.repeat(900 + ((round * 7919) % 400)))
    if (round % 10 === 0) store.tidy()
  }
  assert.ok(store.bytes() < before * 3, `${before} bytes became ${store.bytes()}`)
  for (let id = 1; id <= 2_000; id++) assert.equal(store.slotOfSlug(`machine-${id}`), store.slotOfId(id))
})
