import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db } from '../../src/database/schema.ts'
import type { Machine, MachineSummary } from '../../src/schema/api/machine.ts'
import { getTractor, listClasses, listImplements, searchTractors } from '../../src/schema/api/operations.ts'
import type { MachineSearchOut } from '../../src/schema/api/search.ts'
import { FACETS, SORTS } from '../../src/schema/api/values.ts'
import { sqlite, suiteContext } from '../backends.ts'
import { type CatalogueApp, catalogueApp } from '../catalogue-app.ts'
import { sized } from '../tier.ts'

const body = async <T>(response: Response | Promise<Response>) => (await (await response).json()) as T
/** Each schema is read once. */
const checks = new Map<TSchema, ReturnType<typeof Compile>>()
const search = (app: CatalogueApp, query: string) => body<MachineSearchOut>(app.get(`/v1/tractors?${query}`))

const all = suiteContext()
let db: Db
let app: CatalogueApp
before(async () => {
  db = await sqlite.newSample(all)
  app = await catalogueApp(all, db)
})

it('the reads of the sample catalogue give nothing but what the contract names, and no page that a value came from', async () => {
  const sources = await db.selectFrom('sources').select('doc').execute()
  const pages = sources.flatMap(({ doc }) => doc.match(/https?:[^"\\]+/g) ?? [])
  assert.ok(pages.length > 20, 'the sample names its sources')

  const walk = async (path: string, schema: TSchema) => {
    const response = await app.get(path)
    assert.equal(response.status, 200, path)
    const text = await response.text()
    const value = JSON.parse(text)
    const check = checks.getOrInsertComputed(schema, () => Compile(schema))
    const isSound: boolean = check.Check(value)
    assert.ok(isSound, `${path}: ${JSON.stringify(check.Errors(value)[0])}`)
    for (const page of pages) assert.ok(!text.includes(page), `${path} names ${page}`)
    assert.doesNotMatch(text, /sources\.yantra|source_url|scraped/)
    return value
  }
  const slugs: string[] = []
  for (let offset = 0; ; offset += 100) {
    const result: MachineSearchOut = await walk(`/v1/tractors?limit=100&offset=${offset}`, searchTractors.response)
    slugs.push(...result.hits.map((hit) => hit.slug))
    if (result.hits.length < 100) break
  }
  assert.ok(slugs.length > 200)
  assert.equal(new Set(slugs).size, slugs.length)
  for (const [i, slug] of slugs.entries()) {
    if (i % sized(3, 1) > 0) continue
    const sheet: Machine = await walk(`/v1/tractors/${slug}`, getTractor.response)
    assert.deepEqual(Object.keys(sheet), Object.keys(getTractor.response.properties))
    await walk(`/v1/tractors/${slug}/implements`, listImplements.response)
  }
  await walk('/v1/machines/classes', listClasses.response)
})

it('the reads of the sample catalogue count the facets that are named, and find the same', async () => {
  const requested = 'q=tractor+under+9+lakh&wheel_drive=2wd&limit=5'
  const whole = await search(app, requested)
  assert.deepEqual(Object.keys(whole.facets), FACETS)
  const kinds = (await app.get(`/v1/tractors?${requested}`)).headers.get('x-price-kinds')
  assert.ok(kinds)
  for (const names of [[], ['wheel_drive'], ['manufacturer', 'hp_band', 'price_kind'], [...FACETS]]) {
    const response = await app.get(`/v1/tractors?${requested}&facets=${[...names].reverse().join() || 'none'}`)
    assert.equal(response.headers.get('x-price-kinds'), kinds)
    const facets = Object.fromEntries(names.map((name) => [name, whole.facets[name]]))
    assert.deepEqual(await body(response), { ...whole, facets }, names.join())
  }
})

it('the reads of the sample catalogue agree with each other: a hit, its sheet and its place among the similar', async () => {
  const { hits } = await search(app, 'limit=100')
  for (const hit of hits) {
    const sheet = await body<Machine>(app.get(`/v1/tractors/${hit.slug}`))
    for (const key of Object.keys(hit) as (keyof MachineSummary)[]) {
      assert.deepEqual(hit[key], sheet[key as keyof Machine], `${hit.slug} ${key}`)
    }
    assert.ok(sheet.similar!.length <= 6)
    for (const other of sheet.similar!) {
      assert.equal(other.machine_class, hit.machine_class)
      assert.notEqual(other.id, hit.id)
    }
  }
})

it('the reads of the sample catalogue answer a search with everything the response names', async () => {
  const response = await app.get('/v1/tractors?q=Mahindra%20575%20di&sort=hp_asc&limit=1000')
  assert.equal(response.headers.get('x-sort'), 'hp_asc')
  assert.match(response.headers.get('content-type')!, /^application\/json/)
  const result = await body<MachineSearchOut>(response)
  assert.equal(result.query, 'Mahindra 575 di')
  assert.equal(result.limit, 100)
  assert.equal(result.offset, 0)
  assert.equal(result.engine, 'database')
  assert.equal(result.sort, null)
  assert.deepEqual(Object.keys(result.facets), [...FACETS])
  assert.equal(result.hits.length, result.total)
  assert.equal((await search(app, 'q=mahindra+575+di')).hits[0]?.slug, 'mahindra-575-di')

  for (const sort of SORTS) {
    const sorted = await app.get(`/v1/tractors?sort=${sort}`)
    assert.equal(sorted.headers.get('x-sort'), sort)
    const named = sort === 'hp_desc' ? 'power_desc' : ['hp_asc', 'lift_desc'].includes(sort) ? null : sort
    assert.equal((await body<MachineSearchOut>(sorted)).sort, named)
  }
  const past = await search(app, 'offset=9007199254740991')
  assert.deepEqual([past.hits, past.total > 200], [[], true])
  const none = await search(app, 'manufacturer=nobody')
  assert.deepEqual([none.total, none.hits], [0, []])
  assert.deepEqual(Object.keys(none.facets), [...FACETS])
  const first = await search(app, 'limit=0')
  assert.deepEqual([first.hits, first.total], [[], past.total])
})

it('the reads of the sample catalogue take filters in any case and order, commas between them', async () => {
  const item = await search(app, 'manufacturer=swaraj,mahindra&machine_class=tractor')
  const other = await search(app, 'manufacturer=,MAHINDRA,,Swaraj,&machine_class=TRACTOR&hp_min=&sort=')
  assert.deepEqual(item, other)
  assert.ok(item.total > 10)
  assert.equal((item.facets.manufacturer?.mahindra ?? 0) + (item.facets.manufacturer?.swaraj ?? 0), item.total)
  assert.ok(Object.keys(item.facets.manufacturer!).length > 2, 'a facet ignores its own filter')
})

it('the reads of the sample catalogue call an unknown slug, whatever it looks like, a 404', async () => {
  for (const slug of [
    'nothing',
    'Mahindra-575-DI',
    'a%00b',
    '%F0%9F%9A%9C',
    'x'.repeat(1_000),
    "a'--",
    '..',
    '%2e%2e',
  ]) {
    for (const path of [`/v1/tractors/${slug}`, `/v1/tractors/${slug}/implements`]) {
      if (slug === '..' || slug === '%2e%2e') continue
      const response = await app.get(path)
      assert.equal(response.status, 404, path)
      assert.equal((await body<{ code: string }>(response)).code, 'not-found')
    }
  }
})
