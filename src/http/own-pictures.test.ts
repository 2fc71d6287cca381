import assert from 'node:assert/strict'
import { it } from 'node:test'
import { picturesUnder } from './own-host.ts'

const BASE = 'https://machines.example/yantra'
const name = (value: unknown) => JSON.parse(picturesUnder(BASE, Buffer.from(JSON.stringify(value))).toString())

it('names what was stored by its path under the address of the service', () => {
  assert.deepEqual(name({ image: '/pictures/tractor.svg', media: [{ url: '/a.svg', thumb_url: '/b.svg' }] }), {
    image: `${BASE}/pictures/tractor.svg`,
    media: [{ url: `${BASE}/a.svg`, thumb_url: `${BASE}/b.svg` }],
  })
  assert.deepEqual(name({ photos: ['/a.svg', 'https://x.example/b.jpg', '/c.svg'], video_url: '/d.mp4' }), {
    photos: [`${BASE}/a.svg`, 'https://x.example/b.jpg', `${BASE}/c.svg`],
    video_url: `${BASE}/d.mp4`,
  })
})

it('leaves every other text as it is', () => {
  for (const value of [
    { image: 'https://x.example/a.svg', url: '//cdn.example/a.svg', photos: [] },
    { description: '/ "url":"/a" and "photos":["/b"]', text: '/x', highlights: ['/y'], photos: ['a","/b', '//c'] },
    { photos: ['x'], tags: ['/y'] },
    { image: null, photos: null },
  ]) {
    assert.deepEqual(name(value), value)
  }
})

it('leaves paths alone where nobody said at which address the service is', () => {
  const json = Buffer.from('{"image":"/pictures/tractor.svg"}')
  assert.equal(picturesUnder('', json), json)
})
