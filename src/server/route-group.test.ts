import assert from 'node:assert/strict'
import { it } from 'node:test'
import { routeGroupOf } from './route-group.ts'

const ADDRESSES = {
  api: ['/v1', '/v1/tractors?q=a', '/%761/tractors', '/v1?x', '/v1#x'],
  mcp: ['/mcp', '/mcp?x'],
  health: ['/healthz', '/readyz?x', '/%68ealthz'],
  metrics: ['/metrics'],
  console: ['/console', '/console/', '/console?x', '/console#x', '/%63onsole/', '/%63%6Fnsole/keys', '/c%6fnsole'],
  files: ['/assets/1/site.css', '/pictures/a.svg', '/favicon.ico'],
  pages: ['/', '/en/', '/docs', '/v10/tractors', '/consoles', '/console%2Fkeys', '/%zz', '/%', '*', '', '//console'],
} as const

it('finds the route group of an address, however it is spelled and under any prefix', () => {
  for (const [group, addresses] of Object.entries(ADDRESSES)) {
    for (const address of addresses) {
      assert.equal(routeGroupOf(address, ''), group, address)
      if (address.startsWith('/')) assert.equal(routeGroupOf(`/yantra${address}`, '/yantra'), group, address)
      assert.equal(routeGroupOf(address, '/yantra'), 'pages', address)
    }
  }
})
