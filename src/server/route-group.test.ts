import assert from 'node:assert/strict'
import { it } from 'node:test'
import { areaOf, isOfPages } from './route-group.ts'

const ADDRESSES = {
  api: ['/v1', '/v1/tractors?q=a', '/%761/tractors', '/v1?x', '/v1#x'],
  mcp: ['/mcp', '/mcp?x'],
  health: ['/healthz', '/readyz?x', '/%68ealthz'],
  metrics: ['/metrics'],
  console: ['/console', '/console/', '/console?x', '/console#x', '/%63onsole/', '/%63%6Fnsole/keys', '/c%6fnsole'],
  files: ['/assets/1/site.css', '/pictures/a.svg', '/favicon.ico'],
  pages: ['/', '/en/', '/docs', '/v10/tractors', '/consoles', '/console%2Fkeys', '/%zz', '/%', '*', '', '//console'],
} as const

it('tells the area of an address, however it is spelled and under any prefix', () => {
  for (const [area, addresses] of Object.entries(ADDRESSES)) {
    for (const address of addresses) {
      assert.equal(areaOf(address, ''), area, address)
      if (address.startsWith('/')) assert.equal(areaOf(`/yantra${address}`, '/yantra'), area, address)
      assert.equal(areaOf(address, '/yantra'), 'pages', address)
    }
  }
})

it('knows what people look at', () => {
  assert.deepEqual((Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[]).filter(isOfPages), [
    'console',
    'files',
    'pages',
  ])
})
