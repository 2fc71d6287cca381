import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countedAddress, countedNetwork } from './client-address.ts'

const CASES: [string | undefined, string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:0207', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['not an address', 'unknown'],
  ['1.2.3', 'unknown'],
  ['0x7f.1.1.1', 'unknown'],
  [':'.repeat(5_000), 'unknown'],
]

describe('the name under which an address is counted', () => {
  for (const [address, name] of CASES) {
    it(`is ${name} for ${address === undefined ? 'none' : JSON.stringify(address.slice(0, 50))}`, () => {
      assert.equal(countedAddress(address), name)
    })
  }
})

it('counts the network of 24 bits of IPv4 and of 48 of IPv6', () => {
  const networks = ['192.0.2.7', '::ffff:192.0.2.200', '2001:db8:1:2::1', '2001:db8:1:ffff::1', '2001:db8:2::1', 'x']
  assert.deepEqual(
    networks.map((address) => countedNetwork(countedAddress(address))),
    ['192.0.2.0/24', '192.0.2.0/24', '2001:db8:1::/48', '2001:db8:1::/48', '2001:db8:2::/48', 'unknown'],
  )
})
