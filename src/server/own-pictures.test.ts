import assert from 'node:assert/strict'
import { it } from 'node:test'
import { component } from '../schema/api/described.ts'
import { MarketListing } from '../schema/api/listing.ts'
import { ListingSummary } from '../schema/api/market.ts'
import { serialize } from '../schema/api/serialize.ts'
import { MEDIA_ITEM } from '../schema/records/parts.ts'
import { bodyUnder } from '../webhooks/outbox.ts'

const BASE = 'https://machines.example/yantra'

it('names what was stored by its path under the address of the service', () => {
  assert.deepEqual(serialize(component(MEDIA_ITEM), { kind: 'image', url: '/a.svg', thumb_url: '/b.svg' }, BASE), {
    kind: 'image',
    url: `${BASE}/a.svg`,
    thumb_url: `${BASE}/b.svg`,
  })
  const listing = { photos: ['/a.svg', 'https://x.example/b.jpg', '/c.svg'], video_url: '/d.mp4' }
  const visible = serialize(MarketListing, { ...listing, photo_rows: [{ url: '/e.svg' }] }, BASE)
  assert.deepEqual(visible.photos, [`${BASE}/a.svg`, 'https://x.example/b.jpg', `${BASE}/c.svg`])
  assert.deepEqual([visible.video_url, visible.photo_rows], [`${BASE}/d.mp4`, [{ url: `${BASE}/e.svg` }]])
  assert.equal(serialize(ListingSummary, { photo: '/a.svg' }, BASE).photo, `${BASE}/a.svg`)
})

it('leaves every other text as it is, and whatever a seller calls an address', () => {
  for (const value of [
    { photos: [], video_url: '//cdn.example/a' },
    { description: '/ "url":"/a" and "photos":["/b"]', variant_name: '/y', photos: ['a","/b', '//c'] },
    { condition: { url: '/y', photos: ['/z'] } },
    { video_url: null },
  ]) {
    assert.deepEqual(serialize(MarketListing, value, BASE), serialize(MarketListing, value))
  }
})

it("names the picture of an event's machine or listing, and changes no other byte of it", () => {
  const event = (image: string) => {
    const prices = [{ basis: { url: '/own words', 2: '\ud800', 1: -1e21 } }]
    return JSON.stringify({ id: 'evt_1', type: 'price.updated', data: { machine: { image, name: '/é' }, prices } })
  }
  assert.equal(bodyUnder(BASE, event('/a.svg')), event(`${BASE}/a.svg`))
  for (const image of ['/a.svg', 'https://x.example/a.svg']) assert.equal(bodyUnder('', event(image)), event(image))
  const withdrawn = '{"id":"evt_2","type":"variant.withdrawn","data":{"machine":{"id":1,"slug":"a"},"version":2}}'
  assert.equal(bodyUnder(BASE, withdrawn), withdrawn)
  const sold = (photo: string) =>
    JSON.stringify({ id: 'evt_3', type: 'listing.updated', data: { listing: { dealer_name: '/a', photo } } })
  assert.equal(bodyUnder(BASE, sold('/photos/1.webp')), sold(`${BASE}/photos/1.webp`))
})
