import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { createPageReader } from '../../catalogue/machine-page.ts'
import { readPageRecord, readRecord, recordRoom } from './read-record.ts'

const text = fc.oneof(fc.string(), fc.constantFrom('', '"', '\\', '\u0001', 'டிராக்டர்', 'a'.repeat(3000)))
const facts = fc.record(
  { name: text, lifecycle: text, image: text, engine_hp: fc.double({ noNaN: true }), rows: fc.nat(), brakes: text },
  { requiredKeys: ['name'] },
)
const date = fc.option(fc.constant('2026-01-31'))
const price = fc.option(fc.maxSafeNat())
const row = fc.record({
  slug: fc.stringMatching(/^[a-z0-9]{1,9}$/),
  facts: facts.map((value) => JSON.stringify(value)),
  published_at: date,
  media_image: fc.option(text.map((image) => image.toWellFormed())),
  price_from_inr: price,
  price_to_inr: price,
  price_kind: fc.option(fc.constant('on_road')),
  price_as_of: date,
})
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never

/** What the database gives out for these rows. */
function pageOf(rows: readonly Row[]): Buffer {
  const lengthOf = (value: string | null) => (value === null ? '' : Buffer.byteLength(value))
  const texts = rows.map((one, at) => {
    const own = [one.published_at, one.price_from_inr, one.price_to_inr, one.price_kind, one.price_as_of]
    const fields = [at + 1, one.slug, 7, 'tractor', ...own, '[]', '[]', lengthOf(one.facts), lengthOf(one.media_image)]
    return `${fields.map((field) => `${field ?? ''}\u0001`).join('')}${one.facts}${one.media_image ?? ''}`
  })
  return Buffer.from(texts.join(''))
}

it('a row of a page becomes the record that the row alone becomes', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
      const found: Buffer[] = []
      createPageReader()(pageOf(rows), (one) => {
        const into = Buffer.alloc(recordRoom(one) + 5)
        const { length, slugLength } = readPageRecord(one, into, 5)
        assert.equal(into.toString('latin1', 5, 5 + slugLength), rows[found.length]!.slug)
        found.push(Buffer.from(into.subarray(5, 5 + length)))
      })
      const expected = rows.map((one) => {
        const { bytes, length } = readRecord(one)
        return Buffer.from(bytes.subarray(0, length))
      })
      assert.deepEqual(found, expected)
    }),
    { numRuns: 1_000 },
  )
})
