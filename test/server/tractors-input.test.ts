import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { InputError } from '../../src/errors.ts'
import { ask } from '../ask.ts'
import { sampleService } from '../sample-service.ts'

const get = async (path: string) => ask((await sampleService()).url + path)

async function errorsOf(path: string): Promise<InputError[]> {
  const { status, headers, body } = await get(path)
  assert.equal(status, 400, path)
  assert.match(headers['content-type']!, /^application\/problem\+json/)
  const problem = JSON.parse(body.toString())
  assert.equal(problem.code, 'bad-input')
  return problem.errors
}

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
