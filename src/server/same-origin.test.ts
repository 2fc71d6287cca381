import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isSameOrigin } from './own-host.ts'

const BASE = 'https://machines.example/yantra'
const cases: [string, { origin?: string; referer?: string; host?: string }, string, boolean][] = [
  ['the origin of BASE_URL', { origin: 'https://machines.example', host: '10.0.0.7:8080' }, BASE, true],
  ['a page of BASE_URL', { referer: 'https://machines.example/yantra/en/used/1', host: '10.0.0.7:8080' }, BASE, true],
  ['the own host', { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }, '', true],
  ['the own host beside a BASE_URL', { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }, BASE, true],
  ['the own host behind a proxy that speaks https', { origin: 'https://shop.example', host: 'shop.example' }, '', true],
  [
    'the own host in capitals and with the default port',
    { origin: 'http://shop.example', host: 'SHOP.example:80' },
    '',
    true,
  ],
  ['another site', { origin: 'https://evil.example', host: 'machines.example' }, BASE, false],
  ['another port', { origin: 'http://127.0.0.1:9090', host: '127.0.0.1:8080' }, '', false],
  ['BASE_URL without its encryption', { origin: 'http://machines.example', host: '10.0.0.7' }, BASE, false],
  [
    'a name that begins like ours',
    { origin: 'https://machines.example.evil.example', host: 'machines.example' },
    BASE,
    false,
  ],
  ['an opaque origin', { origin: 'null', referer: 'https://machines.example/', host: 'machines.example' }, BASE, false],
  [
    'another site with a referer of ours',
    { origin: 'https://evil.example', referer: 'https://machines.example/', host: 'x' },
    BASE,
    false,
  ],
  ['an empty origin', { origin: '', referer: 'https://machines.example/', host: 'machines.example' }, BASE, false],
  ['a scheme that is no web page', { origin: 'file://machines.example', host: 'machines.example' }, BASE, false],
  [
    'user names before another host',
    { origin: 'https://machines.example@evil.example', host: 'machines.example' },
    BASE,
    false,
  ],
  ['neither header', { host: 'machines.example' }, BASE, false],
  ['no host', { origin: 'https://evil.example' }, '', false],
  ['a host that is none', { origin: 'https://evil.example', host: '/' }, '', false],
]

for (const [what, sender, baseUrl, expected] of cases) {
  it(`${expected ? 'takes' : 'refuses'} ${what}`, () => {
    assert.equal(isSameOrigin(sender, baseUrl), expected)
  })
}
