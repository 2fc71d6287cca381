import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIST_FILTERS } from '../../src/search/index/attributes.ts'
import { BOUNDED } from '../../src/search/reading/measures.ts'
import { createSearchIndex, type SearchIndex } from '../../src/search/search-index.ts'
import type { SearchDocument, SearchQuery } from '../../src/search/types.ts'
import fc from '../properties.ts'
import {
  classArbitrary,
  createAskedQueries,
  machineArbitrary,
  makerArbitrary,
  queryArbitrary,
  type Step,
  stepArbitrary,
} from './arbitraries.ts'
import { type Catalogue, plain, plainSearch } from './oracle.ts'
import { takeDocuments } from './take-documents.ts'

const TODAY = '2026-11-15'

function hold(catalogue: Catalogue, machine: SearchDocument): void {
  catalogue.machines.set(machine.id, machine)
  for (const value of [machine.kind, machine.power_source, machine.wheel_drive])
    if (value !== null) catalogue.values.add(value)
}

function take(step: Step, catalogue: Catalogue, index: SearchIndex): void {
  switch (step.do) {
    case 'makers':
      for (const maker of step.makers) catalogue.makers.set(maker.slug, maker)
      index.apply({ makers: step.makers })
      break
    case 'classes':
      for (const its of step.classes) catalogue.classes.set(its.key, its)
      index.apply({ classes: step.classes })
      break
    case 'upsert':
      for (const machine of step.machines) hold(catalogue, machine)
      takeDocuments(index, step.machines)
      break
    case 'today':
      catalogue.today = step.today
      index.setToday(step.today)
  }
}

function agree(
  catalogue: Catalogue,
  index: SearchIndex,
  queries: SearchQuery[],
  asked?: ReturnType<typeof createAskedQueries>,
): void {
  const plainly = plainSearch(catalogue)
  for (const query of queries) {
    const expected = plainly(query)
    assert.deepEqual(plain(index.search(query)), expected, JSON.stringify(query))
    asked?.count(query, expected.total)
  }
}

function begin(): [Catalogue, SearchIndex] {
  return [
    { makers: new Map(), classes: new Map(), machines: new Map(), today: TODAY, values: new Set() },
    createSearchIndex(TODAY),
  ]
}

test('the index answers like the plain search while the catalogue changes', (t) => {
  const asked = createAskedQueries()
  fc.assert(
    fc.property(
      fc.array(fc.tuple(stepArbitrary, fc.array(queryArbitrary, { minLength: 1, maxLength: 4 })), {
        minLength: 2,
        maxLength: 10,
      }),
      (rounds) => {
        const [catalogue, index] = begin()
        for (const [step, queries] of rounds) {
          take(step, catalogue, index)
          agree(catalogue, index, queries, asked)
        }
      },
    ),
    { numRuns: 120 },
  )
  t.diagnostic(asked.prove())
})

test('the index answers like the plain search over many queries of one catalogue', (t) => {
  const asked = createAskedQueries()
  fc.assert(
    fc.property(
      fc.array(makerArbitrary, { minLength: 3, maxLength: 8 }),
      fc.array(classArbitrary, { minLength: 3, maxLength: 6 }),
      fc.array(machineArbitrary, { minLength: 60, maxLength: 120 }),
      fc.array(queryArbitrary, { minLength: 20, maxLength: 40 }),
      (makers, classes, machines, queries) => {
        const [catalogue, index] = begin()
        take({ do: 'upsert', machines }, catalogue, index)
        take({ do: 'makers', makers }, catalogue, index)
        take({ do: 'classes', classes }, catalogue, index)
        agree(catalogue, index, queries, asked)
      },
    ),
    { numRuns: 20 },
  )
  t.diagnostic(asked.prove())
})

test('the index answers like the plain search over thousands of machines, before and after changes', () => {
  const [catalogue, index] = begin()
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, seed: number) =>
    fc.sample(arbitrary, { numRuns, seed })
  const machines = sample(machineArbitrary, 5000, 1).map((machine, at) => ({
    ...machine,
    id: 1 + ((at * 7919) % 5000),
  }))
  take({ do: 'makers', makers: sample(makerArbitrary, 8, 2) }, catalogue, index)
  take({ do: 'classes', classes: sample(classArbitrary, 6, 3) }, catalogue, index)
  take({ do: 'upsert', machines }, catalogue, index)
  const ask = (seed: number) => {
    const queries = sample(queryArbitrary, 400, seed).map((query, at) => ({ ...query, offset: (at % 5) * 300 }))
    agree(catalogue, index, queries.filter((query) => query.q === '').slice(0, 30))
    agree(catalogue, index, queries.filter((query) => query.q !== '').slice(0, 2))
    // Most machines match a letter; the second time what it costs is known.
    const plain = { ...queries[0]!, q: 'd', sort: null, limit: 100, offset: 0 }
    for (const name of LIST_FILTERS) plain[name] = ''
    for (const name of [
      ...BOUNDED.flatMap((name) => [`${name}_min`, `${name}_max`] as const),
      'cylinders',
      'launched_since',
      'launched_until',
    ] as const)
      plain[name] = null
    agree(catalogue, index, [plain, { ...plain, lifecycle: 'current', hp_min: 40, offset: 300 }])
  }
  ask(4)
  const changed = sample(machineArbitrary, 3000, 5).map((machine, at) => ({ ...machine, id: 1 + at * 2 }))
  take({ do: 'upsert', machines: changed }, catalogue, index)
  ask(6)
  for (const machine of sample(machineArbitrary, 300, 7)) take({ do: 'upsert', machines: [machine] }, catalogue, index)
  ask(8)
})
