import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Check } from 'typebox/value'
import { ListingSearchOut } from '../../src/schema/api/market.ts'
import { sqlite } from '../backends.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'
import { importRows, type Service, startService } from '../service.ts'

const A_DAY = 86_400_000
const PATH = '/v1/market/listings'

async function result(
  service: Service,
  query = '',
): Promise<{ ids: number[]; total: number; facets: ListingSearchOut['facets'] }> {
  const answer = await service.get(`${PATH}${query}`)
  assert.equal(answer.status, 200, query)
  const out = (await answer.json()) as ListingSearchOut
  assert.ok(Check(ListingSearchOut, out), query)
  return { ids: out.hits.map(({ id }) => id), total: out.total, facets: out.facets }
}

it('GET /v1/market/listings answers as the other search does: shape, paging, errors, tags, sold ones for ninety days', async (t) => {
  const ago = (days: number) => new Date(Date.now() - days * A_DAY).toISOString()
  const env = { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' }
  const sold = { ...MIN_LISTING, status: 'sold', sold_price_inr: 410_000, created_at: ago(200) }
  await importRows(t, env, [
    MIN_LISTING,
    { ...MIN_LISTING, id: 501, machine_slug: 'no-such-machine', photos: ['https://pictures.example/1.jpg'] },
    { ...MIN_LISTING, id: 502, status: 'draft' },
    { ...sold, id: 503, sold_at: ago(89) },
    { ...sold, id: 504, sold_at: ago(91) },
  ])
  const service = await startService(t, env)
  const first = await service.get(`${PATH}?limit=1&sort=price_asc&q=mahindra`)
  const body = (await first.json()) as ListingSearchOut
  assert.equal(first.headers.get('x-sort'), 'price_asc')
  assert.deepEqual([body.query, body.total, body.limit, body.offset, body.sort], ['mahindra', 2, 1, 0, 'price_asc'])
  const { type: _t, pin: _p, ...input } = MIN_LISTING
  assert.deepEqual(body.hits, [
    {
      ...{ ...input, created_at: '2026-11-01T04:30:00Z', kind: 'vehicle', machine_class: '', machine_slug: '' },
      ...{ seller: 'owner', dealer_name: '', dealer_verified: false, inspection_mode: 'declared' },
    },
  ])
  assert.deepEqual((await result(service, '?offset=1')).ids, [500])
  assert.deepEqual(await result(service, '?offset=9').then(({ ids, total }) => [ids, total]), [[], 2])
  assert.deepEqual((await result(service, '?status=sold')).ids, [503])
  assert.equal((await result(service)).facets.district, undefined)
  assert.deepEqual((await result(service, '?state=mh&district=pune')).facets, {
    ...{ maker: {}, machine_class: {}, state: { MH: 2 }, district: { Nashik: 2 } },
    ...{ seller: {}, inspection_mode: {}, year: {} },
  })
  assert.deepEqual((await result(service, '?facets=none')).facets, {})
  assert.deepEqual((await result(service, '?facets=seller&facets=state,district')).facets, {
    ...{ state: { MH: 2 }, seller: { owner: 2 } },
  })
  assert.deepEqual((await result(service, '?manufacturer=mahindra&maker=none')).total, 2)
  assert.equal((await result(service, '?manufacturer=none')).total, 0)
  const tag = first.headers.get('etag')!
  const again = await service.get(`${PATH}?limit=1&sort=price_asc&q=mahindra`, { 'if-none-match': tag })
  assert.equal(again.status, 304)
  const bad = await service.get(`${PATH}?sort=power_desc&status=draft&price_max=-1&makr=x&limit=1&limit=2`)
  assert.equal(bad.status, 400)
  const { errors } = (await bad.json()) as { errors: { parameter: string; suggestion?: string }[] }
  assert.deepEqual(errors.map(({ parameter }) => parameter).sort(), ['limit', 'makr', 'price_max', 'sort', 'status'])
  assert.equal(errors.find(({ parameter }) => parameter === 'makr')?.suggestion, 'maker')
})
