import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { exchange } from '../exchange.ts'
import { sampleService } from '../sample-service.ts'
import { startService } from '../service.ts'

const get = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`
const portOf = ({ url }: { url: string }) => Number(new URL(url).port)

it('a console address spelled otherwise is the console: no other site may read it', async () => {
  const port = portOf(await sampleService())
  for (const path of ['/console/', '/%63onsole/', '/%63%6fnsole/keys', '/c%6Fnsole?x', '/console%2Fx']) {
    const answer = await exchange(port, get(path, 'Host: a\r\nOrigin: https://evil.example\r\n'))
    const isConsole = path !== '/console%2Fx'
    assert.ok(answer.status === (isConsole ? 401 : 404) || answer.status === 301, path)
    assert.equal(answer.headers['access-control-allow-origin'], isConsole ? undefined : '*', path)
  }
  const headers = 'Host: a\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: GET\r\n'
  const answer = await exchange(port, get('/%63onsole/', headers).replace('GET', 'OPTIONS'))
  assert.equal(answer.headers['access-control-allow-origin'], undefined)
})

it('a Host header that names no host, or comes twice, is a 400 on every kind of address', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), LOG_LEVEL: 'info' })
  const hosts = [
    ...['a, b', '', ' ', 'a:99999', 'a:b', 'a/b', 'a@b', 'a b', '[::1', 'a\u00e9', '"a"', '<script>', 'a:1:2'],
    ...['1.2.3.4.5', '256.1.1.1', '[1.2.3.4]', '4294967296', '[::g]', '0x1ffffffff'],
  ]
  const paths = ['/', '/robots.txt', '/sitemap.xml', '/llms.txt', '/en/', '/v1/machines/classes', '/docs', '/console/']
  for (const path of [...paths, '/openapi.json']) {
    for (const host of hosts) {
      assert.equal((await exchange(portOf(service), get(path, `Host: ${host}\r\n`))).status, 400, `${path} ${host}`)
    }
    assert.equal((await exchange(portOf(service), get(path, 'Host: a\r\nhost: b\r\n'))).status, 400, path)
  }
  for (const host of ['a', 'a.example:8080', '127.0.0.1', '1.2.3.4:80', '[::1]:8080', 'my_service.internal'])
    assert.equal((await exchange(portOf(service), get('/robots.txt', `Host: ${host}\r\n`))).status, 200, host)
  assert.doesNotMatch(service.log(), /script|99999/)
})

const FORGED = 'Host: own.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: javascript\r\n'
for (const [what, settings, link, absent, cacheControl] of [
  ['are not those that an untrusted caller forwards', {}, /http:\/\/own\.example\//, /evil/, /^private/],
  ['are those of a trusted proxy', { TRUST_PROXY: '1' }, /http:\/\/evil\.example\//, /own\.example/, /^private/],
  [
    'are those of BASE_URL if it is set, and then for every cache',
    { TRUST_PROXY: '1', BASE_URL: 'https://yantra.example' },
    ...[/https:\/\/yantra\.example\//, /evil|own\.example/, /^public/],
  ],
] as const)
  it(`links in answers ${what}`, async (t) => {
    const port = portOf(await startService(t, { DATABASE_URL: await sqlite.newUrl(t), ...settings }))
    for (const path of ['/robots.txt', '/sitemap.xml', '/llms.txt']) {
      const { body, headers } = await exchange(port, get(path, FORGED))
      assert.match(body, link, path)
      assert.doesNotMatch(body, absent, path)
      assert.doesNotMatch(body, /javascript:/, path)
      assert.match(headers['cache-control']!, cacheControl, path)
      const odd = await exchange(port, get(path, 'Host: own.example\r\nX-Forwarded-Host: a b/"<c>\r\n'))
      assert.doesNotMatch(odd.body, /a b\/"<c>/, path)
    }
  })

it('lets no browser guess the type of an answer', async () => {
  const { get } = await sampleService()
  const api = ['/v1/machines/classes', '/v1/machines/classes', '/v1/nothing', '/openapi.json', '/healthz', '/metrics']
  for (const path of [...api, '/', '/en/', '/docs', '/robots.txt', '/favicon.svg', '/en/nothing'])
    assert.equal((await get(path)).headers.get('x-content-type-options'), 'nosniff', path)
})

it('serves its metrics on a separate port if one is set, and never to another site', async (t) => {
  const answer = await (await sampleService()).get('/metrics', { origin: 'https://evil.example' })
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, null])
  const env = { DATABASE_URL: await sqlite.newUrl(t), METRICS_PORT: '0', LOG_LEVEL: 'info' }
  const apart = await startService(t, env)
  assert.equal((await apart.get('/metrics')).status, 404)
  const [, url] = /(http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(apart.log())!
  assert.match(await (await fetch(url!)).text(), /yantra_http_requests_total/)
})
