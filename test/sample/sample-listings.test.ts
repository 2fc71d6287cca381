import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { doubtOfListing, guardListing, REMOVED } from '../../src/guard/guard.ts'
import * as allowed from './allowed-values.ts'
import { assertOneOf, type Item, isDate, isDrawing, isOn, readSample, writtenOn } from './sample-rows.ts'

const listings = readSample('listings.ndjson')
const machines = readSample('catalogue.ndjson').filter((row) => row.type === 'machine')

describe('sample listings', () => {
  it('have the ids from 1 on, the first thirty live or lately sold', () => {
    assert.deepEqual(
      listings.map((row) => row.id),
      listings.map((_, index) => index + 1),
    )
    const ninetyDaysBefore = new Date(Date.parse(writtenOn) - 90 * 86_400_000).toISOString()
    for (const row of listings.slice(0, 30)) {
      assert.ok(row.status === 'live' || (row.sold_at as string) > ninetyDaysBefore, `listing ${row.id}`)
    }
    assert.ok(listings.filter((row) => row.status === 'live').length >= 60)
    assert.deepEqual(new Set(listings.map((row) => row.status)), new Set(allowed.listingStatuses))
  })

  it('look like a market: many states and classes, dealers and owners, every way of inspection, updates', () => {
    const live = listings.filter((row) => row.status === 'live')
    const values = (field: string) => new Set(live.map((row) => row[field]))
    assert.ok(values('state_code').size >= 20, `${values('state_code').size} states`)
    assert.ok(values('machine_class').size >= 15, `${values('machine_class').size} classes`)
    assert.deepEqual(values('seller'), new Set(allowed.sellers))
    assert.deepEqual(values('inspection_mode'), new Set(allowed.inspectionModes))
    assert.ok(live.filter((row) => row.updates).length >= 10)
    assert.ok(live.filter((row) => isOn((row.contact as Item).email)).length >= 15)
  })

  it('show drawings that the service serves, the machine first', () => {
    for (const row of listings) {
      const photos = (row.photos as string[] | undefined) ?? []
      assert.deepEqual(
        ((row.photo_rows as Item[] | undefined) ?? []).map(({ url }) => url),
        photos,
      )
      assert.equal(new Set(photos).size, photos.length, `listing ${row.id}`)
      if (photos.length > 0) assert.equal(photos[0], `/pictures/${row.vehicle_class}.svg`)
      for (const photo of photos) assert.ok(isDrawing(photo), `listing ${row.id}: ${photo}`)
    }
  })

  it('leave no doubt once they are guarded, and are not changed by guarding them again', () => {
    for (const { contact: _contact, source_url: _source, ...row } of listings) {
      const guarded = guardListing(row)
      const told = JSON.stringify(guarded).includes(REMOVED)
      if (!told) assert.equal(doubtOfListing(guarded), undefined, `listing ${row.id}`)
      assert.deepEqual(guardListing(guarded), guarded, `listing ${row.id}`)
    }
  })

  it('carry every required field, known values and date-times before the day they were written on', () => {
    for (const row of listings) {
      const at = `listing ${row.id}`
      for (const field of allowed.requiredListingFields) assert.ok(row[field] !== undefined, `${at}: ${field}`)
      for (const field of Object.keys(row)) assertOneOf(allowed.listingFields, field, at)
      assertOneOf(allowed.stateCodes, row.state_code, at)
      assertOneOf(allowed.listingKinds, row.kind, at)
      assertOneOf(allowed.sellers, row.seller, at)
      assertOneOf(allowed.inspectionModes, row.inspection_mode, at)
      assert.match(row.pin as string, /^[1-9]\d{5}$/)
      for (const field of ['id', 'km', 'owners', 'price_inr', 'year']) assert.ok(Number.isInteger(row[field]), at)
      const times = [row.created_at, row.sold_at, ...((row.updates as Item[]) ?? []).map((update) => update.at)]
      for (const time of times.filter((value) => value !== undefined) as string[]) {
        assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/)
        assert.ok(isDate(time.slice(0, 10)) && time < writtenOn && time >= (row.created_at as string), `${at}: ${time}`)
      }
      assert.equal(row.status === 'sold', row.sold_at !== undefined, at)
      if (row.machine_slug) {
        const machine = machines.find(({ slug }) => slug === row.machine_slug)
        assert.equal(machine?.machine_class, row.machine_class, at)
        assert.equal(machine?.manufacturer, row.maker_slug, at)
      }
    }
  })

  it('speak English, Hindi and Tamil, and some carry a number for the guard to remove', () => {
    const texts = listings.map((row) => row.description as string)
    assert.ok(texts.some((text) => /[\u0900-\u097f]/.test(text)))
    assert.ok(texts.some((text) => /[\u0b80-\u0bff]/.test(text)))
    assert.ok(listings.filter((row) => /\d{5} \d{5}/.test(JSON.stringify({ ...row, contact: null }))).length >= 3)
    for (const row of listings) assert.ok(isOn((row.contact as Item).phone), `listing ${row.id}`)
  })
})
