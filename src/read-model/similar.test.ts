import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRequested } from '../../test/asked.ts'
import { takeIn } from '../../test/machine-pages.ts'
import fc from '../../test/properties.ts'
import { createReadModel } from './read-model.ts'

interface Made {
  id: number
  classNumber: number
  hp: number | null
  price: number | null
  published: boolean
}

const far = Number.POSITIVE_INFINITY
const apart = (a: number | null, b: number | null) => (a === null || b === null ? far : Math.abs(a - b))
const less = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)

function nearestPlainly(machines: readonly Made[], of: Made): number[] {
  return machines
    .filter((other) => other.id !== of.id && other.classNumber === of.classNumber && other.published)
    .sort(
      (a, b) =>
        less(apart(a.hp, of.hp), apart(b.hp, of.hp)) ||
        less(apart(a.price, of.price), apart(b.price, of.price)) ||
        a.id - b.id,
    )
    .slice(0, 6)
    .map((other) => other.id)
}

const machine = fc.record({
  id: fc.integer({ min: 1, max: 30 }),
  classNumber: fc.integer({ min: 0, max: 2 }),
  hp: fc.option(fc.constantFrom(20, 30, 35, 40, 40.5, 60)),
  price: fc.option(fc.constantFrom(100, 200, 250, 300)),
  published: fc.boolean(),
})

const toPaged = ({ id, classNumber, hp, price, published }: Made) => ({
  id,
  slug: `m-${id}`,
  class_key: ['tractor', 'excavator', 'unheard_of'][classNumber]!,
  published_at: published ? '2026-01-01' : null,
  price_from_inr: price,
  facts: JSON.stringify({ name: 'a', ...(hp === null ? {} : { engine_hp: hp }) }),
})

it('finds the nearest that a plain sort finds, after any changes', () => {
  const requested = createRequested({ hp: 0.5, price: 0.5, published: 0.3, found: 0.3 })
  fc.assert(
    fc.property(fc.array(fc.array(machine, { maxLength: 30 }), { maxLength: 4 }), (batches) => {
      const model = createReadModel('2026-11-15')
      const current = new Map<number, Made>()
      for (const batch of batches) {
        takeIn(model, batch.map(toPaged))
        for (const created of batch) current.set(created.id, created)
        const all = [...current.values()]
        for (const created of all) {
          const result = model.similar(model.index.rowOf(created.id), 6)
          const ids = result.map(({ id }) => id)
          assert.deepEqual(ids, nearestPlainly(all, created))
          requested.count({ ...created, found: result })
        }
      }
    }),
    { numRuns: 100 },
  )
  requested.prove()
})
