import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { tokenize } from '../../src/text/fold.ts'
import { soundOf } from '../../src/text/sounds.ts'
import { type MeilisearchServer, openMeilisearch, withoutMeilisearch } from '../meilisearch.ts'
import fc from '../properties.ts'
import { classArbitrary, machineArbitrary, makerArbitrary, queryArbitrary, WORDS } from './arbitraries.ts'
import { createFilledIndex, type FilledIndex } from './meilisearch-index.ts'
import { type Catalogue, plain, plainSearch } from './oracle.ts'
import { soundAlike } from './sound-alike.ts'

const TODAY = '2026-11-15'

const catalogueArbitrary = fc
  .tuple(
    fc.array(makerArbitrary, { minLength: 3, maxLength: 8 }),
    fc.array(classArbitrary, { minLength: 3, maxLength: 6 }),
    fc.array(machineArbitrary, { minLength: 40, maxLength: 100 }),
  )
  .map(
    ([makers, classes, machines]): Catalogue => ({
      makers: new Map(makers.map((maker) => [maker.slug, maker])),
      classes: new Map(classes.map((its) => [its.key, its])),
      machines: new Map(machines.map((machine) => [machine.id, machine])),
      today: TODAY,
      values: new Set(
        machines
          .flatMap(({ kind, power_source, wheel_drive }) => [kind, power_source, wheel_drive])
          .filter((value) => value !== null),
      ),
    }),
  )

/** Words of other scripts that only sound alike are found by the database alone. */
function soundsForeign(q: string): boolean {
  const words = tokenize(q)
  const typed = [...words, ...words.slice(1).map((word, at) => words[at]! + word)].map(soundOf)
  return VOCABULARY.some((held) => typed.some((word) => soundAlike(word, held)))
}

const VOCABULARY = WORDS.flatMap((word) => WORDS.flatMap((next) => tokenize(`${word} ${word}${next}`))).map(soundOf)

describe('Meilisearch beside the plain search', { skip: withoutMeilisearch }, () => {
  let server: MeilisearchServer
  let index: FilledIndex
  before(async () => {
    server = await openMeilisearch()
    index = await createFilledIndex(server)
  })
  after(async () => {
    await index?.remove()
    await server?.stop()
  })

  test('without text it gives the same hits, order, total and facets, always', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogueArbitrary,
        fc.array(queryArbitrary, { minLength: 40, maxLength: 60 }),
        async (catalogue, queries) => {
          await index.fill(catalogue)
          const plainly = plainSearch(catalogue)
          for (const query of queries.map((query) => ({ ...query, q: tokenize(query.q).length > 0 ? '' : query.q }))) {
            const answer = await index.search(query)
            assert.deepEqual(answer && plain(answer), plainly(query), JSON.stringify(query))
          }
        },
      ),
      { numRuns: 6 },
    )
  })

  test('with text it finds the same machines for at least 95 of 100 queries', async (t) => {
    let asked = 0
    let same = 0
    await fc.assert(
      fc.asyncProperty(
        catalogueArbitrary,
        fc.array(queryArbitrary, { minLength: 40, maxLength: 60 }),
        async (catalogue, queries) => {
          await index.fill(catalogue)
          const plainly = plainSearch(catalogue)
          for (const query of queries.filter(({ q }) => tokenize(q).length > 0 && !soundsForeign(q))) {
            const expected = plainly(query)
            const answer = await index.search(query)
            if (answer === undefined) continue
            asked++
            if (answer.total === expected.total) same++
            else if (process.env.SHOW_DIFFERENCES) console.error(JSON.stringify(query.q), expected.total, answer.total)
          }
        },
      ),
      { numRuns: 8 },
    )
    t.diagnostic(`equal totals: ${same} of ${asked}`)
    assert.ok(same >= asked * 0.95, `only ${same} of ${asked} totals are equal`)
  })
})
