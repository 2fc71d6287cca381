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
      assert.equal(answer.status, isConsole ? 401 : 404, path)
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
