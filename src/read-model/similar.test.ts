import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { createMachineStore } from './machine-store.ts'
import { readRecord } from './reading/read-record.ts'
import { createNeighbours } from './similar.ts'

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

it('finds the nearest that a plain sort finds, after any changes', () => {
  fc.assert(
    fc.property(fc.array(fc.array(machine, { maxLength: 30 }), { maxLength: 4 }), (batches) => {
      const store = createMachineStore()
      const neighbours = createNeighbours(store.columns)
      const current = new Map<number, Made>()
      for (const batch of batches) {
        for (const made of batch) {
          const before = store.slotOfId(made.id)
          if (before >= 0) neighbours.leave(before)
          const slot = store.put({
            id: made.id,
            makerId: 1,
            classNumber: made.classNumber,
            linkage: 0,
            published_at: made.published ? '2026-01-01' : null,
            record: readRecord({
              slug: `m-${made.id}`,
              published_at: null,
              media_image: null,
              price_from_inr: made.price,
              price_to_inr: null,
              price_kind: null,
              price_as_of: null,
              facts: JSON.stringify({ name: 'a', ...(made.hp === null ? {} : { engine_hp: made.hp }) }),
            }),
          })
          neighbours.enter(slot)
          current.set(made.id, made)
        }
        neighbours.settle()
        const all = [...current.values()]
        for (const made of all) {
          const slot = store.slotOfSlug(`m-${made.id}`)
          const found = neighbours.nearest(slot, 6, 20_261_115)
          assert.deepEqual(
            found.map((other) => store.columns.id[other]),
            nearestPlainly(all, made),
          )
        }
      }
    }),
    { numRuns: 300 },
  )
})
