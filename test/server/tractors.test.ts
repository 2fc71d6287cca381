import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db } from '../../src/database/schema.ts'
import type { Machine, MachineSummary } from '../../src/schema/api/machine.ts'
import { getTractor, listClasses, listImplements, searchTractors } from '../../src/schema/api/operations.ts'
import type { MachineSearchOut } from '../../src/schema/api/search.ts'
import { FACETS } from '../../src/schema/api/values.ts'
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
