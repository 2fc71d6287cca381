import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Manufacturer } from '../../src/catalog/records.ts'
import type { ChangeFeedReader, Projection } from '../../src/database/change-feed-reader.ts'
import type { ListingRow } from '../../src/listings/listing-rows.ts'
import { createUsedMarket } from '../../src/listings/listing-search.ts'
import type { ListingParameters } from '../../src/schema/api/market.ts'
import { INSPECTION_MODES, LISTING_SORTS, SELLERS } from '../../src/schema/api/values.ts'
import { createSearchIndex, type SearchIndex } from '../../src/search/search-index.ts'
import type { SearchQuery } from '../../src/search/types.ts'
import { createRequested } from '../asked.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'
import fc from '../properties.ts'
import { createRequestedQueries, machineArbitrary, queryArbitrary, type Step, stepArbitrary } from './arbitraries.ts'
import { takeDocuments } from './take-documents.ts'

/**
 * No answer depends on what was asked before. Each question of a sequence, with changes between, is answered as an
 * index answers that took the same changes and was never asked.
 */
const TODAY = '2026-11-15'
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)

const WORDS = [
  ...['Mahindra', 'Yuvo', '575', '5755', '57', 'DI', 'D', 'Plus', 'Earth', 'EarthMaster', 'John', 'JohnDeere', 'Jon'],
  ...['575DI', 'MU4501', '4wd', 'महिंद्रा', 'डीआई', 'மஹிந்திரா', '५७५', 'ट्रैक्टर', 'tractor', 'tractro', 'fahr'],
]
/** Few words and their beginnings, some beside what nobody has, so that one question comes again in other shapes. */
const BEGINNINGS = ['trac', 'yuvos', 'mahin', 'd']
const shortText = fc
  .tuple(
    oneOf([...BEGINNINGS, ...BEGINNINGS, 'trac d', 'yuvos 57', 'mahin yuvo']),
    oneOf(['', '', '', ' or 99999', ' vs 99999', ' or jcb']),
    oneOf(['', '', '', '', '', 'tractor ']),
  )
  .map(([words, other, first]) => first + words + other)
const typedText = fc.oneof({ weight: 3, arbitrary: shortText }, { weight: 1, arbitrary: oneOf(WORDS) })

const mostlyWords = fc
  .tuple(queryArbitrary, typedText, fc.boolean(), fc.boolean())
  .map(([query, q, isShort, isSorted]): SearchQuery => {
    if (!isShort) return query
    const { sort, limit, offset, lifecycle, hp_max } = query
    return { ...PLAIN, q, sort: isSorted ? sort : null, limit, offset, lifecycle, hp_max }
  })
const PLAIN: SearchQuery = {
  ...{ q: '', machine_class: '', manufacturer: '', kind: '', power_source: '', wheel_drive: '', lifecycle: '' },
  ...{ price_kind: '', hp_min: null, hp_max: null, weight_min: null, weight_max: null, price_min: null },
  ...{ price_max: null, lift_min: null, lift_max: null, mass_min: null, mass_max: null, cylinders: null },
  ...{ launched_since: null, launched_until: null, sort: null, limit: 20, offset: 0, facets: '' },
}

function change(index: SearchIndex, step: Step): void {
  if (step.do === 'upsert') takeDocuments(index, step.machines)
  else if (step.do === 'today') index.setToday(step.today)
  else index.apply(step.do === 'makers' ? { manufacturers: step.makers } : { classes: step.classes })
}

/** What all begin with: words and names that are beginnings of others, or near them. */
const BASE: readonly Step[] = [
  {
    do: 'classes',
    classes: [
      { key: 'tractor', words: ['tractor', 'tractors', 'earth mover'], loads: [] },
      { key: 'grader', words: ['track layer', 'earn'], loads: [] },
    ],
  },
  {
    do: 'makers',
    makers: [
      { slug: 'mahindra', name: 'Mahindra', aliases: ['mahina'] },
      { slug: 'tafe', name: 'Yuvon', aliases: [] },
      { slug: 'jcb', name: 'JCB', aliases: ['tracks'] },
    ],
  },
  {
    do: 'upsert',
    machines: fc.sample(machineArbitrary, { numRuns: 24, seed: 5 }).map((machine, i) => ({
      ...{ ...machine, id: i + 1, published_at: '2026-01-01', machine_class: i % 2 === 0 ? 'tractor' : 'grader' },
      name: `${['Yuvos', 'Yuvo', 'Mahin', 'Earth', 'Trac', 'D'][i % 6]} ${machine.name}`,
    })),
  },
]

type Rounds = (readonly [Step, readonly SearchQuery[]])[]

/** `count` gets each question and its answer's total. */
function needsAlone(rounds: Rounds, count: (query: SearchQuery, total: number) => void): void {
  const index = createSearchIndex(TODAY)
  const changes = [...BASE]
  for (const step of BASE) change(index, step)
  for (const [step, queries] of rounds) {
    change(index, step)
    changes.push(step)
    for (const query of queries) {
      const fresh = createSearchIndex(TODAY)
      for (const before of changes) change(fresh, before)
      const alone = fresh.search(query)
      assert.deepEqual(index.search(query), alone, JSON.stringify(query))
      assert.deepEqual(index.parse(query.q), fresh.parse(query.q), JSON.stringify(query))
      count(query, alone.total)
    }
  }
}

const isClauses = (q: string) => / or | vs /.test(q)

test('a search of machines is answered as if it were the first', (t) => {
  const requested = createRequestedQueries(1 / 3)
  const shapes = createRequested({ sides: 0.1, sidesFound: 0.02, again: 0.02 })
  const rounds = fc.array(fc.tuple(stepArbitrary, fc.array(mostlyWords, { minLength: 1, maxLength: 16 })), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(rounds, (all) => {
      const seen = new Set<string>()
      needsAlone(all, (query, total) => {
        requested.count(query, total)
        const words = query.q.split(/ or | vs | /)
        const again = total > 0 && words.some((word) => seen.has(word))
        shapes.count({ sides: isClauses(query.q), sidesFound: isClauses(query.q) && total > 0, again })
        for (const word of words) seen.add(word)
      })
    }),
    { numRuns: 50 },
  )
  t.diagnostic(requested.prove())
  t.diagnostic(shapes.prove())
})

/** A used market that is given its rows here instead of following a database. */
async function openMarket() {
  let projection: Projection | undefined
  const market = createUsedMarket({
    async follow(input: Projection) {
      projection = input
    },
  } as unknown as ChangeFeedReader)
  await market.load()
  return { market, put: (table: number, rows: unknown) => projection!.tables[table]!.put(rows) }
}

type Listing = Pick<ListingRow, 'id' | 'status'> & { doc: Partial<typeof MIN_LISTING> & { hours: number | null } }
type Change = { makers: Manufacturer[] } | { listings: Listing[] }

const MANUFACTURERS = ['mahindra', 'john-deere', 'jcb']
const manufacturerChange = fc
  .array(
    fc.record({ slug: oneOf(MANUFACTURERS), name: oneOf(WORDS), aliases: fc.array(oneOf(WORDS), { maxLength: 1 }) }),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  .map(
    (manufacturers): Change => ({
      makers: manufacturers.map((manufacturer, i) => ({ id: i + 1, ...manufacturer })) as unknown as Manufacturer[],
    }),
  )
const listingChange = fc
  .array(
    fc.record({
      id: fc.integer({ min: 1, max: 30 }),
      status: oneOf(['live', 'live', 'live', 'sold', 'withdrawn'] as const),
      doc: fc.record({
        maker_slug: oneOf(MANUFACTURERS),
        maker_name: oneOf(['Mahindra', 'Mahin', 'John Deere', 'Tracks']),
        variant_name: fc
          .array(oneOf([...WORDS, 'Yuvos', 'Earth', 'Trac']), { minLength: 1, maxLength: 3 })
          .map((words) => words.join(' ')),
        vehicle_class: oneOf(['tractor', 'backhoe_loader']),
        district: oneOf(['Nashik', 'nashik', 'Pune', 'Ludhiana']),
        state_code: oneOf(['MH', 'PB']),
        price_inr: oneOf([100_000, 450_000, 450_001]),
        year: oneOf([2015, 2019, 2020]),
        hours: oneOf([null, 900, 2_000]),
        seller: oneOf(SELLERS),
        inspection_mode: oneOf(INSPECTION_MODES),
      }),
    }),
    { minLength: 4, maxLength: 20 },
  )
  .map((listings): Change => ({ listings: listings as Listing[] }))

function changeMarket(put: (table: number, rows: unknown) => void, input: Change): void {
  if ('makers' in input) {
    put(0, input.makers)
    return
  }
  const rows = input.listings.map(({ id, status, doc }) => ({
    ...{ id, status, sold_at: status === 'sold' ? Date.now() : null, revision: 1, is_sample: false },
    doc: JSON.stringify({ ...MIN_LISTING, ...doc, hours: doc.hours ?? undefined }),
  }))
  put(2, rows)
}

const listingQuestion = fc.record(
  {
    q: fc.oneof(typedText, oneOf(['in pune', 'tractor in nashik', '2019 trac', 'mahindra under 2 lakh', 'cheapest'])),
    maker: oneOf(['mahindra', 'JCB,john-deere', 'nobody']),
    machine_class: oneOf(['tractor', 'backhoe_loader']),
    state: oneOf(['mh', 'PB']),
    district: oneOf(['nashik', 'Pune']),
    price_max: oneOf([100_000, 450_000]),
    price_min: oneOf([100_001, 450_000]),
    year_min: oneOf([2016, 2019]),
    hours_max: oneOf([900, 1_000]),
    seller: oneOf(SELLERS),
    status: oneOf(['live', 'sold'] as const),
    // The distance is asked for from a place, which listings-oracle.test.ts asks.
    sort: oneOf(LISTING_SORTS.filter((sort) => sort !== 'distance_asc')),
    offset: oneOf([0, 1, 5]),
    limit: oneOf([1, 5, 100]),
  },
  { requiredKeys: ['q', 'limit'] },
) as fc.Arbitrary<Partial<ListingParameters>>
/** All that may be left out comes with half of the questions; most have little beside words. */
const listingQuestions = fc.array(
  fc.tuple(listingQuestion, fc.integer({ min: 0, max: 3 })).map(([question, left]) => {
    if (left === 0) return question
    const { q, limit, sort, offset } = question
    return { q, limit, ...(left > 1 && sort && { sort }), ...(offset && { offset }) } as Partial<ListingParameters>
  }),
  { minLength: 2, maxLength: 10 },
)

test('a search of listings is answered as if it were the first', async (t) => {
  const requested = createRequested({
    ...{ q: 0.5, sides: 0.1, maker: 0.05, machine_class: 0.05, state: 0.05, district: 0.05, price_max: 0.05 },
    ...{ price_min: 0.05, year_min: 0.05, hours_max: 0.05, seller: 0.05, status: 0.05, sort: 0.1, offset: 0.1 },
    ...{ found: 0.1 },
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.oneof({ weight: 1, arbitrary: manufacturerChange }, { weight: 3, arbitrary: listingChange }),
          listingQuestions,
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      async (rounds) => {
        const { market, put } = await openMarket()
        const changes: Change[] = []
        for (const [input, questions] of rounds) {
          changeMarket(put, input)
          changes.push(input)
          for (const question of questions) {
            const fresh = await openMarket()
            for (const before of changes) changeMarket(fresh.put, before)
            const [answer, alone] = [await market.search(question), await fresh.market.search(question)]
            assert.deepEqual({ ...answer, writeHit: null }, { ...alone, writeHit: null }, JSON.stringify(question))
            requested.count({ ...question, sides: isClauses(question.q ?? ''), found: alone.total > 0 })
          }
        }
      },
    ),
    { numRuns: 16 },
  )
  t.diagnostic(requested.prove())
})
