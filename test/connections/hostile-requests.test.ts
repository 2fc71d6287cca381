import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sqlite } from '../backends.ts'
import { exchange } from '../exchange.ts'
import { startService } from '../service.ts'

const get = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`
const portOf = ({ url }: { url: string }) => Number(new URL(url).port)

describe('a console address spelled otherwise', () => {
  it('is the console: no other site may read it', async (t) => {
    const port = portOf(await startService(t, { DATABASE_URL: await sqlite.newUrl(t) }))
    for (const path of ['/console/', '/%63onsole/', '/%63%6fnsole/keys', '/c%6Fnsole?x', '/console%2Fx']) {
      const answer = await exchange(port, get(path, 'Host: a\r\nOrigin: https://evil.example\r\n'))
      const isConsole = path !== '/console%2Fx'
      assert.ok(answer.status === (isConsole ? 401 : 404) || answer.status === 301, path)
      assert.equal(answer.headers['access-control-allow-origin'], isConsole ? undefined : '*', path)
    }
    const preflight = get(
      '/%63onsole/',
      'Host: a\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: GET\r\n',
    )
    const answer = await exchange(port, preflight.replace('GET', 'OPTIONS'))
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
  })
})

describe('a Host header', () => {
  it('that names no host, or comes twice, is a 400 on every kind of address', async (t) => {
    const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), LOG_LEVEL: 'info' })
    const hosts = [
      'a, b',
      '',
      ' ',
      'a:99999',
      'a:b',
      'a/b',
      'a@b',
      'a b',
      '[::1',
      'a\u00e9',
      '"a"',
      '<script>',
      'a:1:2',
    ]
    for (const path of [
      '/robots.txt',
      '/sitemap.xml',
      '/llms.txt',
      '/en/',
      '/v1/machines/classes',
      '/docs',
      '/console/',
    ]) {
      for (const host of hosts) {
        assert.equal((await exchange(portOf(service), get(path, `Host: ${host}\r\n`))).status, 400, `${path} ${host}`)
      }
      const twice = await exchange(portOf(service), get(path, 'Host: a\r\nhost: b\r\n'))
      assert.equal(twice.status, 400, path)
    }
    for (const host of ['a', 'a.example:8080', '127.0.0.1', '[::1]:8080', 'my_service.internal'])
      assert.equal((await exchange(portOf(service), get('/robots.txt', `Host: ${host}\r\n`))).status, 200, host)
    assert.doesNotMatch(service.log(), /script|99999/)
  })
})

describe('links in answers', () => {
  const paths = ['/robots.txt', '/sitemap.xml', '/llms.txt']
  const forged = 'Host: own.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: javascript\r\n'

  it('never follow forwarded headers of a caller who is no trusted proxy', async (t) => {
    const port = portOf(await startService(t, { DATABASE_URL: await sqlite.newUrl(t) }))
    for (const path of paths) {
      const { body, headers } = await exchange(port, get(path, forged))
      assert.match(body, /http:\/\/own\.example\//, path)
      assert.doesNotMatch(body, /evil|javascript:/, path)
      assert.match(headers['cache-control']!, /^private/, path)
    }
  })

  it('come from a trusted proxy only as http or https, and are for nobody else', async (t) => {
    const port = portOf(await startService(t, { DATABASE_URL: await sqlite.newUrl(t), TRUST_PROXY: '1' }))
    for (const path of paths) {
      const { body, headers } = await exchange(port, get(path, forged))
      assert.match(body, /http:\/\/evil\.example\//, path)
      assert.doesNotMatch(body, /javascript:/, path)
      assert.match(headers['cache-control']!, /^private/, path)
      const odd = await exchange(port, get(path, 'Host: own.example\r\nX-Forwarded-Host: a b/"<c>\r\n'))
      assert.match(odd.body, /http:\/\/own\.example\//, path)
    }
  })

  it('are those of BASE_URL where it is set, for every cache', async (t) => {
    const env = { DATABASE_URL: await sqlite.newUrl(t), TRUST_PROXY: '1', BASE_URL: 'https://yantra.example' }
    const port = portOf(await startService(t, env))
    for (const path of paths) {
      const { body, headers } = await exchange(port, get(path, forged))
      assert.match(body, /https:\/\/yantra\.example\//, path)
      assert.doesNotMatch(body, /evil|own\.example/, path)
      assert.match(headers['cache-control']!, /^public/, path)
    }
  })
})

it('lets no browser guess the type of an answer', async (t) => {
  const { get } = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const paths = [
    '/',
    '/v1/machines/classes',
    '/v1/machines/classes',
    '/v1/nothing',
    '/openapi.json',
    '/healthz',
    '/en/',
  ]
  for (const path of [...paths, '/docs', '/robots.txt', '/favicon.svg', '/en/nothing', '/metrics'])
    assert.equal((await get(path)).headers.get('x-content-type-options'), 'nosniff', path)
})

it('tells its metrics on a port of their own where one is set, and never to another site', async (t) => {
  const open = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const answer = await open.get('/metrics', { origin: 'https://evil.example' })
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, null])
  const env = { DATABASE_URL: await sqlite.newUrl(t), METRICS_PORT: '0', LOG_LEVEL: 'info' }
  const apart = await startService(t, env)
  assert.equal((await apart.get('/metrics')).status, 404)
  const [, url] = /(http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(apart.log())!
  assert.match(await (await fetch(url!)).text(), /yantra_http_requests_total/)
})
