import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { type Config, ConfigError, toConfig } from '../config.ts'
import { clientAddress, createAddressOf, toTrust } from './client-address.ts'

function seen(setting: Config['trustProxy'], remoteAddress: string, forwarded?: string): string | undefined {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return clientAddress({ socket: { remoteAddress }, headers } as IncomingMessage, toTrust(setting))
}

describe('the address of a client', () => {
  it('is that of the connection unless a proxy is trusted', () => {
    assert.equal(seen(false, '192.0.2.1', '198.51.100.1'), '192.0.2.1')
    assert.equal(seen(0, '192.0.2.1', '198.51.100.1'), '192.0.2.1')
    assert.equal(seen(true, '192.0.2.1'), '192.0.2.1')
  })

  it('is as many hops away as there are trusted proxies', () => {
    assert.equal(seen(1, '192.0.2.1', '203.0.113.1, 203.0.113.2'), '203.0.113.2')
    assert.equal(seen(2, '192.0.2.1', '203.0.113.1, 203.0.113.2'), '203.0.113.1')
    assert.equal(seen(9, '192.0.2.1', '203.0.113.1, 203.0.113.2'), '203.0.113.1')
    assert.equal(seen(true, '192.0.2.1', '203.0.113.1, 203.0.113.2'), '203.0.113.1')
  })

  it('is not an empty element of the list', () => {
    assert.equal(seen(1, '192.0.2.1', '203.0.113.1, ,'), '203.0.113.1')
    assert.equal(seen(true, '192.0.2.1', ', 203.0.113.1,,203.0.113.2'), '203.0.113.1')
    assert.equal(seen(true, '192.0.2.1', ' , '), '192.0.2.1')
  })

  it('is the first that is not among the trusted addresses', () => {
    const trusted = '10.0.0.0/8, loopback, 2001:db8::1'
    assert.equal(seen(trusted, '::ffff:10.1.2.3', '203.0.113.1, 203.0.113.2, 127.0.0.1'), '203.0.113.2')
    assert.equal(seen(trusted, '2001:db8::1', '203.0.113.1'), '203.0.113.1')
    assert.equal(seen(trusted, '192.0.2.1', '203.0.113.1'), '192.0.2.1')
    assert.equal(seen(trusted, '10.0.0.1', 'garbage'), 'garbage')
  })

  it('is not looked for with a setting that cannot be read', () => {
    for (const setting of ['somewhere', '10.0.0.0/99', '10.0.0.1,']) {
      assert.throws(() => toConfig({ TRUST_PROXY: setting }), ConfigError)
    }
  })
})

it('names a client by its address behind the proxy, an IPv6 one by its first 64 bits, again and again the same', () => {
  const addressOf = createAddressOf(1)
  const name = (forwarded: string) =>
    addressOf({ socket: { remoteAddress: '127.0.0.1' }, headers: { 'x-forwarded-for': forwarded } } as never)
  for (const _ of [1, 2]) {
    assert.equal(name('2001:db8:1:2::1'), '2001:db8:1:2::/64')
    assert.equal(name('2001:db8:1:2:3::9'), '2001:db8:1:2::/64')
    assert.equal(name('x'.repeat(5_000)), 'unknown')
    assert.equal(addressOf({ socket: {}, headers: {} } as never), 'unknown')
  }
})
