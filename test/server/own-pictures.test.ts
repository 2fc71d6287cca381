import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { sampleService } from '../sample-service.ts'
import { startService } from '../service.ts'

const BASE_URL = 'https://machines.example/yantra'

it('answers pictures of the sample under BASE_URL: search, sheet, implements, listing', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), BASE_URL })
  // biome-ignore lint/suspicious/noExplicitAny: whatever an answer holds
  const read = async (path: string) => (await service.get(path)).json() as Promise<any>
  const tractor = `${BASE_URL}/pictures/tractor.svg`
  const { hits } = await read('/v1/tractors?q=mahindra+575+di')
  assert.equal(hits[0].image, tractor)
  const sheet = await read('/v1/tractors/mahindra-575-di')
  assert.deepEqual([sheet.image, sheet.media[0].url, sheet.similar[0].image], [tractor, tractor, tractor])
  const fitting = await read('/v1/tractors/mahindra-575-di/implements')
  const images = fitting.map(({ image }: { image: string | null }) => image).filter(Boolean)
  assert.ok(images.length > 0)
  for (const image of images) assert.match(image, /^https:\/\/machines\.example\/yantra\/pictures\/\w+\.svg$/)
  const listing = await read('/v1/market/listings/1')
  assert.equal(listing.photos[0], tractor)
  for (const url of [...listing.photos, ...listing.photo_rows.map((row: { url: string }) => row.url)]) {
    assert.match(url, /^https:\/\/machines\.example\/yantra\/pictures\//)
  }
})

it('answers them by their path where no BASE_URL is set', async () => {
  const service = await sampleService()
  const listing = (await (await service.get('/v1/market/listings/1')).json()) as { photos: string[] }
  assert.equal(listing.photos[0], '/pictures/tractor.svg')
})
