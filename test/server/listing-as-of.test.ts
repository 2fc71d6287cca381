import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { eraseListing, retract } from '../../src/history/redact-entries.ts'
import type { MarketListing } from '../../src/schema/api/listing.ts'
import type { MarketValues } from '../../src/schema/api/market.ts'
import { sqlite } from '../backends.ts'
import { importAll, startCatalogueApp } from '../catalogue-app.ts'
import { minMachine } from '../conformance/least-machine.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'

const why = () => ({ reason: 'a test', author: { by: 'cli', who: 'test' } as const, now: Date.now() })
const described = {
  ...MIN_LISTING,
  ...{ machine_slug: 'one', hours: 900, description: 'Single owner', dealer_name: 'Malwa', fuel: 'diesel' },
  ...{ photos: ['https://media.example/1.webp'], condition: { tyres: 'good' }, seller: 'dealer' },
}

/** Returns the time now, once it has passed. */
async function passingTime(): Promise<string> {
  const now = Date.now()
  while (Date.now() === now) await nextTurn()
  return new Date(now).toISOString()
}

it('a listing is returned as it was served at a time, or its facts once it is hidden', async (t) => {
  const db = await sqlite.newDatabase(t)
  const app = await startCatalogueApp(db)
  t.after(() => app.close())
  const before = await passingTime()
  const prices = [
    {
      kind: 'ex_showroom',
      observed_at: '2026-01-01',
      price_inr: 700_000,
      source_kind: 'manufacturer',
      state_code: 'MH',
    },
  ]
  await importAll(db, [minMachine('one', { prices }), described])
  const path = '/v1/market/listings/500'
  const served = (await (await app.get(path)).json()) as MarketListing
  assert.equal(served.comparable_new_inr, 700_000)
  const then = await passingTime()
  const read = async (as_of: string) => {
    const answer = await app.get(`${path}?as_of=${as_of}`)
    return { answer, body: (await answer.json()) as Record<string, unknown> }
  }
  await importAll(db, [{ ...described, price_inr: 400_000 }, minMachine('one', { prices: [] })])
  const { answer, body } = await read(then)
  assert.deepEqual(body, served)
  assert.equal(answer.headers.get('memento-datetime'), new Date(Date.parse(then)).toUTCString())
  assert.match(answer.headers.get('cache-control')!, /no-cache/)
  assert.deepEqual([(await read(before)).answer.status, (await read(before)).body.code], [404, 'not-visible-then'])
  assert.equal((await read('2020-01-01')).body.code, 'history-too-short')
  assert.equal((await read('2999-01-01')).answer.status, 400)

  const shown = await passingTime()
  await importAll(db, [{ ...described, status: 'withdrawn' }])
  const { type: _, description, dealer_name, fuel, photos, condition, seller, ...facts } = described
  const defaults = { axle_config: '', description: '', dealer_name: '', dealer_slug: '', dealer_verified: false }
  const rest = { fuel: '', inspection_mode: 'declared', inspection_note: '', is_owner: false, kind: 'vehicle' }
  const lists = { machine_class: '', photo_rows: [], photos: [], seller: 'owner', seller_profile: {}, updates: [] }
  assert.deepEqual((await read(then)).body, {
    ...{ ...facts, ...defaults, ...rest, ...lists, video_url: '', comparable_new_inr: 700_000 },
    created_at: '2026-11-01T04:30:00Z',
  })
  assert.equal((await read(new Date().toISOString())).body.code, 'not-visible-then')

  await retract(db, 'listing', '500', { since: Date.parse(then), until: Date.parse(then) }, why())
  assert.deepEqual([(await read(then)).answer.status, (await read(then)).body.code], [410, 'retracted'])
  assert.equal((await read(shown)).answer.status, 200)
  await eraseListing(db, '500', why())
  assert.deepEqual([(await read(shown)).answer.status, (await read(shown)).body.code], [410, 'retracted'])
})

it('retracted listings do not count in values, and implements have values by kind and width', async (t) => {
  const db = await sqlite.newDatabase(t)
  const implement = (slug: string, width_mm: number, kind = 'rotavator') => ({
    ...{ type: 'implement', slug, name: slug, kind, manufacturer: 'a-maker', width_mm, lifecycle: 'current' },
    ...{ published_at: '2026-01-01', price_inr: 440_000 },
  })
  const created_at = new Date().toISOString()
  const listings = Array.from({ length: 8 }, (_, i) => {
    return {
      ...MIN_LISTING,
      id: i + 1,
      created_at,
      machine_slug: i < 6 ? 'wide' : 'wider',
      price_inr: 430_000 + i * 4_000,
    }
  })
  const rows = [implement('wide', 1_800), implement('wider', 2_000), implement('plough', 1_800, 'mb_plough')]
  await importAll(db, [minMachine('one'), ...rows, ...listings])
  const app = await startCatalogueApp(db)
  t.after(() => app.close())
  const value = async (slug: string) =>
    (await (await app.get(`/v1/market/values?machine_slug=${slug}`)).json()) as MarketValues
  const wide = await value('wide')
  assert.deepEqual(
    [wide.comparable, wide.asking?.count, wide.asking?.p75_inr, wide.capped],
    ['machine', 6, 440_000, true],
  )
  const wider = await value('wider')
  assert.deepEqual([wider.comparable, wider.counts], ['maker', { machine: 2, maker: 8, class: 8, wide_class: 8 }])
  assert.deepEqual((await value('plough')).counts, { machine: 0, maker: 0, class: 0, wide_class: 0 })
  assert.match(wide.method, /\/docs\/values#rule-2$/)

  await importAll(db, [{ ...listings[0]!, price_inr: 1_000 }])
  await retract(db, 'listing', '1', { since: 0, until: Date.now() }, why())
  const ids = (await value('wide')).listings.map(({ id }) => id)
  assert.deepEqual(ids, [6, 5, 4, 3, 2])
})
