import assert from 'node:assert/strict'
import { it } from 'node:test'
import { putSample, sqlite } from '../backends.ts'
import { importRows, startService } from '../service.ts'

const BASE = 'https://yantra.example'
const text = (value: unknown) => typeof value === 'string' && value !== ''
const address = (value: unknown) => text(value) && String(value).startsWith(`${BASE}/`)
const number = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
const day = (value: unknown) => text(value) && /^\d{4}(-\d\d-\d\d)?$/.test(String(value))
const word =
  (...words: string[]) =>
  (value: unknown) =>
    words.some((name) => value === `https://schema.org/${name}` || value === name)
const list = (check: Check) => (value: unknown) => (Array.isArray(value) ? value : [value]).every(check)
type Check = (value: unknown) => boolean

/** What schema.org says of the types we use: each property with what it may hold; `!` marks what search engines need. */
const TYPES: Record<string, Record<string, Check>> = {
  WebSite: { 'name!': text, inLanguage: text, 'url!': address },
  BreadcrumbList: { 'itemListElement!': list(of('ListItem')) },
  ListItem: { 'position!': number, 'name!': text, item: address },
  Product: {
    ...{ 'name!': text, 'url!': address, category: text, 'brand!': of('Brand'), image: list(address) },
    ...{ additionalProperty: list(of('PropertyValue')), offers: of('Offer', 'AggregateOffer') },
    ...{ itemCondition: word('UsedCondition'), productionDate: day },
  },
  Brand: { 'name!': text },
  PropertyValue: { 'name!': text, 'value!': number, unitText: text },
  AggregateOffer: {
    ...{ 'priceCurrency!': word('INR'), 'lowPrice!': number, highPrice: number, offerCount: number, validFrom: day },
    ...{ availability: word('InStock', 'PreOrder', 'Discontinued'), itemCondition: word('NewCondition') },
  },
  Offer: {
    ...{ 'priceCurrency!': word('INR'), 'price!': number, 'availability!': word('InStock', 'SoldOut'), url: address },
    ...{ itemCondition: word('UsedCondition'), seller: of('Person', 'Organization') },
  },
  Person: { 'name!': text },
  Organization: { 'name!': text },
}

function of(...types: string[]): Check {
  return (value) => faultsOf(value, types).length === 0
}

function faultsOf(value: unknown, types: readonly string[]): string[] {
  const { '@context': _, '@type': type = '', ...properties } = value as Record<string, unknown>
  if (!types.includes(String(type))) return [`${type} is not ${types.join(' or ')}`]
  const shape = TYPES[String(type)]!
  const needed = Object.keys(shape).filter((name) => name.endsWith('!') && !(name.slice(0, -1) in properties))
  const wrong = Object.entries(properties).filter(([name, held]) => !(shape[name] ?? shape[`${name}!`])?.(held))
  return [
    ...needed.map((name) => `${type} lacks ${name}`),
    ...wrong.map(([name, held]) => `${type}.${name}: ${JSON.stringify(held)}`),
  ]
}

it('tells programs of its pages in the shapes of schema.org, with whole addresses', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), BASE_URL: BASE }
  await putSample(env.DATABASE_URL)
  // What somebody changed is no longer of the sample, and on offer.
  await importRows(t, env, [{ type: 'listing', id: 1, patch: true, price_inr: 460_000 }])
  const service = await startService(t, env)
  const seen = new Set<string>()
  for (const language of ['en', 'ta']) {
    for (const page of [
      '',
      'machines',
      'machines/mahindra-575-di',
      'implements/generic-mb-plough-2-bottom',
      'used/1',
    ]) {
      const source = await (await service.get(`/${language}/${page}`, { accept: 'text/html' })).text()
      for (const [, block] of source.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
        const value = JSON.parse(block!)
        assert.equal(value['@context'], 'https://schema.org')
        assert.deepEqual(faultsOf(value, ['WebSite', 'BreadcrumbList', 'Product']), [], `${language}/${page}`)
        seen.add(value['@type'])
      }
    }
  }
  assert.deepEqual([...seen].sort(), ['BreadcrumbList', 'Product', 'WebSite'])
  const guide = await (await service.get('/docs/caching', { accept: 'text/html' })).text()
  assert.match(guide, /https:\/\/yantra\.example\/v1\/tractors/)
  assert.doesNotMatch(guide, /localhost:8080/)
})
