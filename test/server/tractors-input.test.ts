import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { InputError } from '../../src/errors.ts'
import { SearchParameters } from '../../src/schema/api/search.ts'
import { SORTS } from '../../src/schema/api/values.ts'
import { anyText } from '../any-text.ts'
import { ask } from '../ask.ts'
import fc from '../properties.ts'
import { sampleService } from '../sample-service.ts'
import { sized } from '../tier.ts'

const get = async (path: string) => ask((await sampleService()).url + path)

async function errorsOf(path: string): Promise<InputError[]> {
  const { status, headers, body } = await get(path)
  assert.equal(status, 400, path)
  assert.match(headers['content-type']!, /^application\/problem\+json/)
  const problem = JSON.parse(body.toString())
  assert.equal(problem.code, 'bad-input')
  return problem.errors
}

it('bad input to the reads is refused parameter by parameter', async () => {
  const bad: Record<string, string[]> = {
    hp_min: ['-1', '%2B5', '1e2', '0x1F', '%2045', '45%20', 'NULL', 'abc', '45.', '.5', '4५'],
    hp_max: ['Infinity', 'NaN', '1,5'],
    weight_min: ['1.5', '-0', '9007199254740992', 'none'],
    weight_max: ['1e3', '99999999999999999999'],
    price_max: ['1.0', '-5', '₹500000', '5_00_000'],
    launched_since: ['2026', '2026-02-30', '01-01-2026', 'yesterday', '2026-01-01T00:00:00Z'],
    limit: ['-1', '1.5', 'ten', '1e2'],
    offset: ['-1', '9007199254740992', '0x0'],
    sort: ['cheapest', 'PRICE_ASC', 'price_asc,newest', 'relevance'],
    q: ['%FF', '%', '%ED%A0%80', 'x'.repeat(201)],
    facets: ['makers', 'kind,KIND', 'none;kind', 'manufacturer,q'],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      const errors = await errorsOf(`/v1/tractors?${name}=${value}`)
      assert.deepEqual(
        errors.map((error) => error.parameter),
        [name],
        `${name}=${value}`,
      )
      assert.ok(errors[0]?.message)
    }
  }
  const [sort] = await errorsOf('/v1/tractors?sort=price_ask')
  assert.deepEqual([...(sort?.allowed ?? [])].sort(), [...SORTS].sort())
  assert.equal(sort?.suggestion, 'price_asc')
})

it('bad input to the reads is refused all at once, with the nearest known name', async () => {
  const errors = await errorsOf('/v1/tractors?hp_mim=4&limit=x&sort=up&q=a&q=b&colour=red')
  assert.deepEqual(
    errors.map((error) => error.parameter),
    ['hp_mim', 'limit', 'sort', 'q', 'colour'],
  )
  assert.equal(errors[0]?.suggestion, 'hp_min')
  assert.equal(errors[4]?.suggestion, undefined)
})

it('bad input to the reads is refused on every operation, before the slug is looked at', async () => {
  for (const path of ['/v1/tractors/mahindra-575-di', '/v1/tractors/nothing/implements', '/v1/machines/classes']) {
    const [error] = await errorsOf(`${path}?lang=hi`)
    assert.equal(error?.parameter, 'lang')
    assert.equal((await get(`${path}?`)).status, path.includes('nothing') ? 404 : 200)
  }
})

it('bad input to the reads is not what an empty parameter, an unknown value or a large limit is', async () => {
  const plain = (await get('/v1/tractors')).body
  const names = Object.keys(SearchParameters.properties)
  assert.deepEqual((await get(`/v1/tractors?${names.map((name) => `${name}=`).join('&')}`)).body, plain)
  assert.equal(JSON.parse((await get('/v1/tractors?kind=nonsense')).body.toString()).total, 0)
  assert.equal(JSON.parse((await get(`/v1/tractors?limit=${'9'.repeat(400)}`)).body.toString()).limit, 100)
})

it('bad input to the reads names what to send instead, in the used market too', async () => {
  const values = '/v1/market/values?machine_slug=mahindra-575-di'
  const errorOf = async (path: string) => (await errorsOf(path))[0]!
  assert.equal((await errorOf(`${values}&without=0`)).parameter, 'without')
  assert.equal((await get(`${values}&without=1`)).status, 200)
  assert.equal((await get(`${values}&without=99999`)).status, 404)
  assert.equal((await errorOf(`${values}&year=19`)).message, 'must be an integer of at least 1950')
  assert.match((await errorOf(`${values}&year=2100`)).message, /^must be from 1950 to 20\d\d$/)
  assert.match((await errorOf(`${values}&as_of=2026-03-01T09:30:00+05:30`)).message, /write %2B$/)
  for (const state of ['Punjab', 'पंजाब', 'panjab'])
    assert.equal((await errorOf(`${values}&state=${encodeURIComponent(state)}`)).suggestion, 'PB')
  assert.equal((await errorOf(`${values}&state=all+india`)).suggestion, undefined)
  assert.equal((await get(`${values}&state=pb`)).status, 200)
  assert.equal((await errorOf('/v1/market/listings?near=patiala')).suggestion, 'Patiala,PB')
})

it('bad input to the reads names the nearest machine to an unknown slug', async () => {
  const detailOf = async (path: string) => JSON.parse((await get(path)).body.toString()).detail
  const reported = 'No machine with slug "mahindra-575". Did you mean mahindra-575-di?'
  for (const path of ['/v1/tractors/mahindra-575', '/v1/tractors/mahindra-575/implements'])
    assert.equal(await detailOf(path), reported)
  assert.equal(await detailOf('/v1/market/values?machine_slug=mahindra-575'), reported)
  assert.match(await detailOf('/v1/tractors/Mahendra-575-DI-tractor'), /Did you mean mahindra-575-di\?$/)
  for (const slug of ['mahindra-999', 'no-such-machine', '---', '50-hp', 'best'])
    assert.equal(await detailOf(`/v1/tractors/${slug}`), `No machine with slug "${slug}".`)
})

it('bad input to the reads is hinted at where nothing can match', async () => {
  const hintOf = async (path: string) => {
    const { status, headers } = await get(`/v1/${path}`)
    assert.equal(status, 200, path)
    return headers['x-query-hint']
  }
  assert.equal(await hintOf('tractors?hp_min=50&hp_max=40'), 'hp_min=50 is above hp_max=40: nothing matches both')
  assert.match(String(await hintOf('tractors?q=above+50+hp&hp_max=40')), /^hp_min=50 is above hp_max=40/)
  const launched = await hintOf('tractors?launched_since=2024-01-01&launched_until=2023-12-31&kind=zz')
  assert.match(String(launched), /^launched_since=2024-01-01 is above launched_until=2023-12-31: .*; kind=zz is not/)
  assert.equal(await hintOf('tractors?hp_min=40&hp_max=40'), undefined)
  assert.match(String(await hintOf('market/listings?year_min=2020&year_max=2019')), /^year_min=2020 is above/)
  assert.match(String(await hintOf('market/listings?owners_max=0')), /^owners_max=0 leaves out/)
  assert.match(String(await hintOf('market/listings?state=Punjab')), /^state=punjab is not known; nearest: PB; /)
  assert.equal(await hintOf('market/listings?state=pb&owners_max=1'), undefined)
})

it('bad input to the reads never makes the service fail', async () => {
  const names = [...Object.keys(SearchParameters.properties), 'unknown', '__proto__', 'constructor', '']
  const awkward = [
    '%00',
    '%ED%A0%80',
    '%F0%9F%9A%9C',
    '%E0%A4%AE%E0%A4%B9%E0%A4%BF',
    '%C2%A0',
    '%E2%80%8D'.repeat(50),
    `${'%CC%81'.repeat(150)}e`,
    '%',
    '%2',
    '%zz',
    ','.repeat(500),
    'a,'.repeat(500),
    '9'.repeat(300),
    '1e308',
    '__proto__',
    "';--",
    '%22%5C%0A',
  ]
  const value = fc.oneof(
    fc.constantFrom(...awkward),
    anyText({ maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.stringMatching(/^[!-~]{0,30}$/).map((text) => text.replaceAll('#', '')),
    fc.nat().map(String),
  )
  const pair = fc.tuple(fc.constantFrom(...names), value).map(([name, text]) => `${name}=${text}`)
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { maxLength: 6 }), async (pairs) => {
      const { status, body } = await get(`/v1/tractors?${pairs.join('&')}`)
      assert.ok(status === 200 || status === 400, `${status}: ${body}`)
      JSON.parse(body.toString())
    }),
    { numRuns: sized(200, 2_000) },
  )
  const scripts = [
    'ट्रैक्टर',
    'டிராக்டர்',
    'ట్రాక్టర్',
    'ট্রাক্টর',
    'ટ્રેક્ટર',
    'ತ್ರಾಕ್ಟರ್',
    'جرار',
    '拖拉机',
    'трактор',
    '🚜',
    'ẛ̣',
    'ﬃ',
    '𝟓𝟕𝟓',
  ]
  for (const text of scripts) assert.equal((await get(`/v1/tractors?q=${encodeURIComponent(text)}`)).status, 200)
  assert.equal((await get(`/v1/tractors?q=${'x'.repeat(8_000)}`)).status, 400)
  assert.equal((await get(`/v1/tractors?${'a&'.repeat(5_000)}`)).status, 400)
  assert.equal((await get(`/v1/tractors?kind=${'b,'.repeat(4_000)}`)).status, 200)
  const oversized = await get(`/v1/tractors?${'a=1&'.repeat(10_000)}`).catch(() => undefined)
  assert.ok(oversized === undefined || oversized.status < 500)
})
