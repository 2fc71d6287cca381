import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fits, linkageBits, statesFit } from '../../src/catalog/implements.ts'
import { builtinClasses } from '../../src/catalog/records.ts'
import { checkRow } from '../../src/import/check-row.ts'
import { doubtOfListing, guardListing, REMOVED } from '../../src/redaction/redaction.ts'
import { INSPECTION_MODES, LISTING_STATUSES, PRICE_KINDS } from '../../src/schema/api/values.ts'
import { pictureKeys } from '../../src/website/illustrations/illustrations.ts'
import { type Row, readSample } from './sample-rows.ts'

// Loading the sample checks each row as an import does. These tests hold what an import does not ask of a row.

/** The day the sample was written. */
const WRITTEN_ON = '2026-11-15'
const DEVANAGARI = /^[\u0900-\u097f -]+$/
const TAMIL = /^[\u0b80-\u0bff -]+$/

const catalogue = readSample('catalogue.ndjson')
const listings = readSample('listings.ndjson')
const ofType = (type: string) => catalogue.filter((row) => row.type === type)
const machines = ofType('machine')
const published = machines.filter(({ published_at }) => published_at && (published_at as string) <= WRITTEN_ON)
const live = listings.filter(({ status }) => status === 'live')
const valuesOf = (rows: readonly Row[], field: string) => new Set(rows.map((row) => row[field]))
const itemsOf = (row: Row, field: string) => (row[field] ?? []) as Record<string, unknown>[]

function assertUnique(values: readonly unknown[], what: string): void {
  assert.equal(new Set(values).size, values.length, `repeated ${what}`)
}

/** Fails unless the service has the drawing at this address. */
function assertDrawing(address: unknown, row: Row): void {
  const key = /^\/pictures\/(\w+)\.svg$/.exec(String(address))?.[1] ?? ''
  assert.ok(pictureKeys.includes(key), `${row.slug ?? row.id}: ${address}`)
}

it('rows are valid, with unique keys, and dates no later than the sample', () => {
  for (const row of [...catalogue, ...listings]) {
    const { issues } = checkRow(row, { file: 'sample', line: 1, raw: undefined }, { today: WRITTEN_ON })
    assert.deepEqual(issues, [], row.slug)
    const scheduled = row.type === 'machine' && (row.published_at as string) > WRITTEN_ON
    const { published_at, ...rest } = row
    for (const [date] of JSON.stringify(scheduled ? rest : row).matchAll(/(?<=")\d{4}-\d\d-\d\d(?=[T"])/g))
      assert.ok(date <= WRITTEN_ON, `${row.slug ?? row.id}: ${date} ${published_at}`)
  }
  for (const type of ['manufacturer', 'machine', 'implement'])
    assertUnique([...ofType(type).map(({ slug }) => slug)], type)
  assert.deepEqual(
    listings.map(({ id }) => id),
    listings.map((_, i) => i + 1),
  )
})

it('classes are named in three scripts', () => {
  const classes = builtinClasses()
  assert.ok(classes.length >= 28)
  assertUnique(
    classes.map(({ key }) => key),
    'class',
  )
  assert.deepEqual(new Set(classes.map(({ section }) => section)), new Set(['farm', 'construction']))
  for (const { key, kinds, plate, synonyms, expects, ...names } of classes) {
    for (const text of [names.label, names.plural]) assert.match(text, /^[A-Z][A-Za-z -]+$/, key)
    for (const text of [names.label_hi, names.plural_hi, ...plate.map((cell) => cell.label_hi)])
      assert.match(text, DEVANAGARI, key)
    for (const text of [names.label_ta, names.plural_ta, ...plate.map((cell) => cell.label_ta)])
      assert.match(text, TAMIL, key)
    for (const text of synonyms) assert.match(text, /^([a-z ]+|[\u0900-\u097f ]+|[\u0b80-\u0bff ]+)$/, key)
    for (const list of [kinds, synonyms, expects]) assertUnique(list, key)
    assert.ok(kinds.length > 0 && plate.length > 0 && synonyms.length > 0 && names.hours_a_year! > 0, key)
  }
})

it('manufacturers have aliases in Devanagari and Tamil', () => {
  for (const { slug, aliases } of ofType('manufacturer')) {
    assertUnique(aliases as string[], slug)
    for (const script of [DEVANAGARI, TAMIL])
      assert.ok(
        (aliases as string[]).some((alias) => script.test(alias)),
        slug,
      )
  }
})

const WELL_EXISTING = `mahindra-575-di mahindra-575-di-xp-plus mahindra-475-di john-deere-5050-d kubota-mu4501 jcb-3dx
  swaraj-744-fe massey-ferguson-1035-di farmtrac-60 sonalika-di-745-iii new-holland-3630-tx-plus eicher-380`

it('machines cover classes, well-known models, lifecycles of publication and kinds of prices', () => {
  assert.ok(published.length >= 130)
  assert.ok(valuesOf(published, 'machine_class').size >= 14)
  assert.ok(published.filter(({ machine_class }) => machine_class === 'tractor').length >= 80)
  const slugs = valuesOf(published, 'slug')
  for (const slug of WELL_EXISTING.split(/\s+/)) assert.ok(slugs.has(slug), slug)
  for (const { slug, is_sample } of machines) assert.equal(is_sample, true, slug)
  assert.equal(machines.filter(({ published_at }) => published_at && (published_at as string) > WRITTEN_ON).length, 1)
  assert.ok(machines.some(({ published_at }) => published_at === null))
  assert.ok(machines.some(({ power_source }) => power_source === 'electric'))
  assert.deepEqual(
    new Set(machines.flatMap((row) => itemsOf(row, 'prices').map(({ kind }) => kind))),
    new Set(PRICE_KINDS),
  )
  assert.ok(published.some((row) => itemsOf(row, 'prices').length === 0))
  const classes = new Map(builtinClasses().map((row) => [row.key, row.expects]))
  const shares = published.map((row) => {
    const expects = classes.get(row.machine_class as string)!
    return expects.filter((field) => field in row).length / expects.length
  })
  assert.ok(Math.min(...shares) < 0.5 && Math.max(...shares) === 1, 'machines differ in completeness')
})

it('pictures are drawings of the service, other media are on the example host', () => {
  for (const row of [...machines, ...ofType('implement')]) {
    if (row.image !== undefined) assertDrawing(row.image, row)
    for (const { kind, url, thumb_url } of itemsOf(row, 'media')) {
      if (kind === 'image') assertDrawing(url, row)
      else assert.match(url as string, /^https:\/\/media\.yantra\.example\//)
      if (thumb_url) assertDrawing(thumb_url, row)
    }
  }
  for (const row of listings) {
    const photos = (row.photos ?? []) as string[]
    assert.deepEqual(
      itemsOf(row, 'photo_rows').map(({ url }) => url),
      photos,
    )
    assertUnique(photos, `photo of listing ${row.id}`)
    if (photos.length > 0) assert.equal(photos[0], `/pictures/${row.vehicle_class}.svg`)
    for (const photo of photos) assertDrawing(photo, row)
  }
})

it('implements that state a power or weight fit at least one published machine each', () => {
  const rows = ofType('implement')
  assert.ok(rows.length >= 44)
  const bounds = { hp_min: null, hp_max: null, carrier_min_kg: null, carrier_max_kg: null, fits_classes: [] }
  for (const row of rows) {
    const fitting = { ...bounds, ...row, linkage: linkageBits((row.linkage ?? []) as string[]) }
    if (!statesFit(fitting)) continue
    const isFitted = published.some((machine) => {
      const figures = { engine_hp: null, operating_weight_kg: null, machine_class: '' }
      return fits({ ...figures, ...machine, linkage: linkageBits((machine.linkage ?? []) as string[]) }, fitting)
    })
    assert.ok(isFitted, row.slug)
  }
})

it('listings look like a market', () => {
  const ninetyDaysBefore = new Date(Date.parse(WRITTEN_ON) - 90 * 86_400_000).toISOString()
  for (const { id, status, sold_at } of listings.slice(0, 30))
    assert.ok(status === 'live' || (sold_at as string) > ninetyDaysBefore, `listing ${id}`)
  assert.ok(live.length >= 60)
  assert.deepEqual(valuesOf(listings, 'status'), new Set(LISTING_STATUSES))
  assert.ok(valuesOf(live, 'state_code').size >= 20)
  assert.ok(valuesOf(live, 'machine_class').size >= 15)
  assert.deepEqual(valuesOf(live, 'seller'), new Set(['owner', 'dealer']))
  assert.deepEqual(valuesOf(live, 'inspection_mode'), new Set(INSPECTION_MODES))
  assert.ok(live.filter(({ updates }) => updates).length >= 10)
  const contactOf = (row: Row) => row.contact as { phone?: string; email?: string }
  assert.ok(live.filter((row) => contactOf(row).email).length >= 15)
  for (const row of listings) {
    assert.ok(contactOf(row).phone, `listing ${row.id}`)
    const machine = machines.find(({ slug }) => slug === row.machine_slug)
    if (!row.machine_slug) continue
    assert.deepEqual([machine?.machine_class, machine?.manufacturer], [row.machine_class, row.maker_slug], `${row.id}`)
  }
})

it('listings are in English, Hindi and Tamil, and a guarded one leaves no doubt', () => {
  const texts = listings.map(({ description }) => description as string)
  for (const script of [/[\u0900-\u097f]/, /[\u0b80-\u0bff]/]) assert.ok(texts.some((text) => script.test(text)))
  assert.ok(listings.filter((row) => /\d{5} \d{5}/.test(JSON.stringify({ ...row, contact: null }))).length >= 3)
  for (const { contact: _, source_url: __, ...row } of listings) {
    const guarded = guardListing(row)
    if (!JSON.stringify(guarded).includes(REMOVED))
      assert.equal(doubtOfListing(guarded), undefined, `listing ${row.id}`)
    assert.deepEqual(guardListing(guarded), guarded, `listing ${row.id}`)
  }
})
