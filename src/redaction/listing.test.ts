import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doubtOfListing, guardListing, REMOVED, splitContacts } from './redaction.ts'

const NUMBER = '9876543210'
const stays = (...listings: object[]) => {
  for (const listing of listings) assert.deepEqual(guardListing(listing), listing)
}

test('a slug holds no contact, but a machine may be called by digits', () => {
  for (const field of [
    'maker_slug',
    'variant_slug',
    'dealer_slug',
    'vehicle_class',
    'machine_class',
    'kind',
    'seller',
  ]) {
    assert.deepEqual(guardListing({ [field]: NUMBER }), { [field]: REMOVED }, field)
    stays({ [field]: '98155-tractor', description: 'Rest 00321' })
    for (const slug of ['gill-at-gmail', 'gill_gmail_com'])
      assert.deepEqual(guardListing({ [field]: slug }), { [field]: REMOVED }, field)
  }
  assert.deepEqual(guardListing({ machine_slug: 'gill-at-gmail-com' }), { machine_slug: REMOVED })
  stays({ machine_slug: NUMBER }, { machine_slug: `call-${NUMBER}` })
  for (const slug of [`call ${NUMBER}`, `Call-${NUMBER}`, `${NUMBER} call`, `${NUMBER}-`, `-${NUMBER}`])
    assert.ok(!JSON.stringify(guardListing({ machine_slug: slug })).includes(NUMBER), slug)
})

test('a date stays a date, and what only resembles one is a text', () => {
  const days = ['2024-01-02', '2024-01-02T03:04', '2024-01-02 03:04:05', '2024-01-02T03:04:05.123456789Z']
  for (const i of [...days, '2024-01-02T03:04:05+05:30', '2024-01-02T03:04-0530'])
    stays({ created_at: i, sold_at: i, updates: [{ at: i, text: 'Sold' }] })
  for (const i of [`2024-01-02 ${NUMBER}`, `${NUMBER} 2024-01-02`]) {
    assert.ok(!JSON.stringify(guardListing({ created_at: i, updates: [{ at: i }] })).includes(NUMBER), i)
  }
})

test('pictures without a contact stay in their order; what is no address of one is guarded as what it is', () => {
  const photos = ['/1.jpg', '', 'https://wa.me/1', '/2.jpg', { a: `call ${NUMBER}`, phone: 1 }, 5]
  assert.deepEqual(guardListing({ photos }), { photos: ['/1.jpg', '/2.jpg', { a: `call ${REMOVED}` }, 5] })
  stays({ photos: ['/1.jpg', '/2.jpg'] }, { photos: [] })
  assert.deepEqual(guardListing({ photos: ['/1.jpg', ''] }), { photos: ['/1.jpg'] })
  assert.deepEqual(guardListing({ photos: `call ${NUMBER}` }), { photos: `call ${REMOVED}` })
  assert.deepEqual(guardListing({ tags: ['', `call ${NUMBER}`] }), { tags: ['', `call ${REMOVED}`] })
})

test('a picture or a video that carries the own number of its seller goes, whichever contact is given', () => {
  const self = {
    photos: ['/s/98765-43210-7.jpg', '/1.jpg'],
    photo_rows: [{ url: '/s/98765-43210-7.jpg' }, { url: '/1.jpg' }],
  }
  const left = { photos: ['/1.jpg'], photo_rows: [{ url: '/1.jpg' }] }
  stays(self)
  assert.deepEqual(guardListing({ ...self, contact: { phone: NUMBER } }), left)
  assert.deepEqual(guardListing(self, { phone: NUMBER }), left)
  assert.deepEqual(guardListing({ photos: self.photos }, { phone: NUMBER }), { photos: left.photos })
  const video_url = 'https://vimeo.com/9876543210'
  assert.deepEqual(guardListing({ video_url: `${video_url.slice(0, -4)}` }), { video_url: 'https://vimeo.com/987654' })
  assert.deepEqual(guardListing({ video_url: 'https://vimeo.com/98765432' }, '98765432'), { video_url: '' })
})

test('rows of pictures and of updates lose the contacts in them, and no row besides', () => {
  const rows = [
    { url: '/1.jpg', caption: `call ${NUMBER}`, phone: NUMBER, more: { text: `call ${NUMBER}`, mobile: 1 }, hours: 7 },
    { url: 'tel:1', caption: 'a' },
    { url: '', caption: 'b' },
    { url: 5, caption: 'c' },
    `call ${NUMBER}`,
    7,
  ]
  const left = [
    { url: '/1.jpg', caption: `call ${REMOVED}`, more: { text: `call ${REMOVED}` }, hours: 7 },
    { url: 5, caption: 'c' },
    `call ${REMOVED}`,
    7,
  ]
  assert.deepEqual(guardListing({ photo_rows: rows, updates: rows }), { photo_rows: left, updates: left })
  assert.deepEqual(guardListing({ updates: { text: `call ${NUMBER}` } }), { updates: { text: `call ${REMOVED}` } })
  stays({ parts: [{ url: '' }] })
  assert.deepEqual(guardListing({ photo_rows: [null, [`call ${NUMBER}`]] }), { photo_rows: [`call ${REMOVED}`] })
  stays({ photo_rows: [{ url: 'https://photos.example.com/a-9876543210-b.jpg' }] })
})

test('fields that name a contact or hold nothing go; numbers and what is neither text nor list stay', () => {
  assert.deepEqual(guardListing({ id: 1, phone: 'a', mobile_no: 2, note: undefined }), { id: 1 })
  assert.deepEqual(guardListing({ note: undefined }), {})
  stays({ id: Number(NUMBER), is_new: true, sold_price_inr: null, description: 'Good' })
  const listing = { description: 'Good', photos: ['/1.jpg'] }
  assert.notEqual(guardListing(listing), listing, 'what is given is not what others hold')
  assert.deepEqual(guardListing({ video_url: 'https://example.com/a' }), { video_url: '' })
})

test('free-form figures lose what names a contact, keys too', () => {
  const condition = {
    source_url: 'https://example.com/',
    [`call ${NUMBER}`]: 'a',
    phone: 'b',
    tyres: '70 %',
    note: [`call ${NUMBER}`],
  }
  const left = { tyres: '70 %', note: [`call ${REMOVED}`] }
  assert.deepEqual(guardListing({ condition, seller_profile: condition }), { condition: left, seller_profile: left })
})

test('a listing is read as a whole, however short and plain its texts', () => {
  const mail = { dealer_name: REMOVED, inspection_note: REMOVED }
  for (const [dealer_name, inspection_note] of [
    ['ramu.gill@', 'gmail'],
    ['ramu.gill at', 'gmail'],
    ['gill', 'at gmail'],
  ])
    assert.deepEqual(guardListing({ dealer_name, inspection_note }), mail)
  const halves = { dealer_name: 'Call 98155', inspection_note: '00321' }
  assert.deepEqual(guardListing(halves), { dealer_name: `Call ${REMOVED}`, inspection_note: REMOVED })
  assert.deepEqual([...splitContacts(halves).keys()], ['dealer_name', 'inspection_note'])
  assert.deepEqual(
    [...splitContacts({ photo_rows: [{ caption: 'call 98155' }, { caption: '00321' }] }).keys()],
    [...['photo_rows[0].caption', 'photo_rows[1].caption']],
  )
})

test('doubt names the field; the name of a place, a figure of the contract and the own contact leave none', () => {
  assert.equal(
    doubtOfListing({ description: 'nine-eight-one-five' }),
    'description holds what may be a part of a telephone number',
  )
  assert.equal(doubtOfListing({ condition: { seat: 'nine-eight-one-five' } })?.split(' ')[0], 'condition.seat')
  for (const field of ['dealer_name', 'district']) {
    assert.equal(doubtOfListing({ [field]: 'nine-eight-one-five' }), undefined, field)
    assert.notEqual(doubtOfListing({ [field]: `nine-eight-one-five ${'of a yard '.repeat(5)}` }), undefined, field)
  }
  assert.equal(doubtOfListing({ contact: { phone: 'nine-eight-one-five' }, description: 'Good' }), undefined)
  assert.equal(doubtOfListing({ price_inr: 981550, km: 98155, hours: 3210, description: 'Good' }), undefined)
})
