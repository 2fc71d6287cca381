import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSearchIndex, type SearchIndex } from '../../src/search/search-index.ts'
import { toSearchQuery } from '../../src/search/search-request.ts'
import type { SearchDocument, SearchQuery } from '../../src/search/types.ts'
import fc from '../properties.ts'
import { sized } from '../tier.ts'
import {
  BASE,
  classArbitrary,
  createRequestedQueries,
  machineArbitrary,
  manufacturerArbitrary,
  queryArbitrary,
  type Step,
  stepArbitrary,
} from './arbitraries.ts'
import { type Catalogue, createOracle } from './oracle.ts'
import { takeDocuments } from './take-documents.ts'

const TODAY = '2026-11-15'
const PAGE = 100

function take(step: Step, catalogue: Catalogue, index: SearchIndex): void {
  switch (step.do) {
    case 'makers':
      for (const manufacturer of step.makers) catalogue.makers.set(manufacturer.slug, manufacturer)
      index.apply({ manufacturers: step.makers })
      break
    case 'classes':
      for (const its of step.classes) catalogue.classes.set(its.key, its)
      index.apply({ classes: step.classes })
      break
    case 'upsert':
      for (const machine of step.machines) catalogue.machines.set(machine.id, machine)
      takeDocuments(index, step.machines)
      break
    case 'today':
      catalogue.today = step.today
      index.setToday(step.today)
  }
}

function createChecked() {
  const requested = createRequestedQueries()
  let [decided, open, byText] = [0, 0, 0]
  return {
    /** Asks queries and holds the answers against the specification. */
    check(catalogue: Catalogue, index: SearchIndex, queries: readonly SearchQuery[]): void {
      const oracle = createOracle(catalogue)
      for (const query of queries) {
        const expected = oracle(query)
        if (expected === undefined) {
          open++
          continue
        }
        checkAnswer(index, query, expected)
        const total = expected.matches.length
        decided++
        if (query.q !== '' && total > 0) byText++
        requested.count(query, total)
      }
    },
    /** Fails unless nearly all queries are decided and many find something by their text. */
    prove(): string {
      assert.ok(open < decided / 5, `the specification leaves ${open} queries open and decides ${decided}`)
      assert.ok(byText >= 300, `only ${byText} queries have hits by text`)
      return `${requested.prove()}; ${byText} have hits by text, ${open} more are left open`
    },
  }
}

function checkAnswer(
  index: SearchIndex,
  query: SearchQuery,
  { matches, facets, isAbove }: NonNullable<ReturnType<ReturnType<typeof createOracle>>>,
): void {
  const reported = JSON.stringify(query)
  const search = (page: { limit?: number; offset?: number }) =>
    index.search(toSearchQuery({ ...query, ...page, sort: query.sort ?? '' }))
  const answer = search({})
  const ids = matches.map(({ id }) => id)
  assert.equal(answer.total, ids.length, reported)
  for (const name of query.facets === '' ? Object.keys(facets) : query.facets.split(',')) {
    if (name === 'none') continue
    assert.deepEqual(
      JSON.parse(answer.facets[name as keyof typeof answer.facets]!),
      facets[name],
      `${name} of ${reported}`,
    )
  }
  const all: number[] = []
  for (let offset = 0; offset < ids.length; offset += PAGE) all.push(...search({ limit: PAGE, offset }).ids)
  assert.deepEqual(answer.ids, all.slice(query.offset, query.offset + query.limit), `page of ${reported}`)
  if (isAbove === undefined) {
    assert.deepEqual(all, ids, reported)
    return
  }
  assert.deepEqual(all.toSorted(byNumber), ids.toSorted(byNumber), reported)
  const byId = new Map(matches.map((machine) => [machine.id, machine]))
  const hits = all.map((id) => byId.get(id)!)
  for (const [i, hit] of hits.entries()) {
    const better: SearchDocument | undefined = hits.slice(i + 1).find((other) => isAbove(other, hit))
    assert.equal(better, undefined, `ranks above ${JSON.stringify(hit)}, for ${reported}`)
  }
}

const byNumber = (a: number, b: number) => a - b

function begin(): [Catalogue, SearchIndex] {
  const catalogue = { makers: new Map(), classes: new Map(), machines: new Map(), today: TODAY }
  const index = createSearchIndex(TODAY)
  for (const step of BASE) take(step, catalogue, index)
  return [catalogue, index]
}

const queriesArbitrary = fc.array(queryArbitrary, { minLength: 2, maxLength: 8 })

test('a search answers as the specification says while the catalogue changes', (t) => {
  const { check, prove } = createChecked()
  fc.assert(
    fc.property(fc.array(fc.tuple(stepArbitrary, queriesArbitrary), { minLength: 2, maxLength: 8 }), (rounds) => {
      const [catalogue, index] = begin()
      for (const [step, queries] of rounds) {
        take(step, catalogue, index)
        check(catalogue, index, queries)
      }
    }),
    // The query that fails is told; making the catalogue smaller takes minutes.
    { numRuns: sized(60, 150), endOnFailure: true },
  )
  t.diagnostic(prove())
})

test('so it does over many machines, before and after changes', () => {
  const { check } = createChecked()
  const [catalogue, index] = begin()
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, seed: number) =>
    fc.sample(arbitrary, { numRuns, seed })
  const machines = sample(machineArbitrary, 1_500, 1).map((machine, i) => ({
    ...machine,
    id: 1 + ((i * 7_919) % 1_500),
  }))
  take({ do: 'makers', makers: sample(manufacturerArbitrary, 8, 2) }, catalogue, index)
  take({ do: 'classes', classes: sample(classArbitrary, 6, 3) }, catalogue, index)
  take({ do: 'upsert', machines }, catalogue, index)
  const ask = (seed: number) => check(catalogue, index, sample(queryArbitrary, 60, seed))
  ask(4)
  const changed = sample(machineArbitrary, 750, 5).map((machine, i) => ({ ...machine, id: 1 + i * 2 }))
  take({ do: 'upsert', machines: changed }, catalogue, index)
  ask(6)
  for (const machine of sample(machineArbitrary, 100, 7)) take({ do: 'upsert', machines: [machine] }, catalogue, index)
  ask(8)
})
