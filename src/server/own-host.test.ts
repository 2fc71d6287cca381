import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { it } from 'node:test'
import { isForOwnHost } from './own-host.ts'

const PLACES = { baseUrl: 'https://api.example.com/yantra', host: '0.0.0.0' }

function isOwn(host: string | undefined, origin?: string, localAddress = '192.168.1.5'): boolean {
  const request = { headers: { host, origin }, socket: { localAddress } }
  return isForOwnHost(request as Pick<IncomingMessage, 'headers' | 'socket'>, PLACES)
}

for (const [host, origin] of [
  ['api.example.com'],
  ['api.example.com:443', 'https://api.example.com'],
  ['API.Example.com'],
  ['localhost:8080', 'http://localhost:5173'],
  ['127.0.0.1:8080'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['192.168.1.5:8080', 'http://192.168.1.5:8080'],
] as const) {
  it(`takes Host ${host}${origin ? ` from ${origin}` : ''}`, () => assert.equal(isOwn(host, origin), true))
}

for (const [host, origin] of [
  [undefined],
  [''],
  ['evil.example'],
  ['localhost.evil.example'],
  ['api.example.com.evil.example'],
  ['evil.example#localhost'],
  ['evil.example/localhost'],
  ['user@localhost'],
  ['192.168.1.6:8080'],
  ['localhost:8080', 'https://evil.example'],
  ['localhost:8080', 'null'],
  ['localhost:8080', ''],
  ['api.example.com', 'http://api.example.com'],
  ['api.example.com', 'https://api.example.com:8443'],
  ['api.example.com', 'https://api.example.com.evil.example'],
] as const) {
  it(`refuses Host ${host}${origin === undefined ? '' : ` from "${origin}"`}`, () =>
    assert.equal(isOwn(host, origin), false))
}

it('knows the address of IPv4 that a connection over IPv6 names', () => {
  assert.equal(isOwn('10.0.0.7', undefined, '::ffff:10.0.0.7'), true)
  assert.equal(isOwn('[fd00::7]', undefined, 'fd00::7'), true)
})
