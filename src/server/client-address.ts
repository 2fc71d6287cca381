import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { createCache } from '../lib/cache.ts'

export type AddressOf = (request: IncomingMessage) => string

const MAX_NAMES = 10_000
/** A proxy may pass on an address of any length; longer ones are not kept. */
const ADDRESS_LENGTH = 45

/** Whether to believe the proxy at an address; hop 0 is the connected one. */
type Trust = (address: string, hop: number) => boolean

/** Trusts all proxies, a number of hops, or certain addresses (`10.0.0.0/8, loopback`); false means none. */
export function toTrust(setting: Config['trustProxy']): Trust | false {
  if (typeof setting === 'boolean') return setting && (() => true)
  if (typeof setting === 'number') return setting > 0 && ((_address, hop) => hop < setting)
  const ranges = setting.split(',').flatMap((name) => rangesOf(name.trim()))
  return (address) => isWithin(withoutPort(address), ranges)
}

const NAMED_RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

type AddressRange = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number]

function rangesOf(name: string): AddressRange[] {
  const named = NAMED_RANGES[name]
  if (named) return named.map((range) => ipaddr.parseCIDR(range))
  if (name.includes('/')) return [ipaddr.parseCIDR(name)]
  const address = ipaddr.process(name)
  return [[address, address.kind() === 'ipv4' ? 32 : 128]]
}

function isWithin(text: string, ranges: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return ranges.some(([start, prefixLength]) => address.kind() === start.kind() && address.match(start, prefixLength))
}

/** Parsing an address costs more than counting it, and most addresses repeat. */
export function createAddressOf(setting: Config['trustProxy']): AddressOf {
  const trust = toTrust(setting)
  const names = createCache<string, string>(MAX_NAMES)
  return (request) => {
    const address = clientAddress(request, trust)
    if (address === undefined || address.length > ADDRESS_LENGTH) return countedAddress(address)
    return names.getOrCompute(address, () => countedAddress(address))
  }
}

/** The first address, from the connection outwards, that is not a trusted proxy. */
export function clientAddress(request: IncomingMessage, trust: Trust | false): string | undefined {
  const { remoteAddress } = request.socket
  const forwarded = request.headers['x-forwarded-for']
  if (!trust || forwarded === undefined || remoteAddress === undefined) return remoteAddress
  const hops = [forwarded]
    .flat()
    .join(',')
    .split(',')
    .map((hop) => hop.trim())
  const addresses = [...hops.filter((hop) => hop !== ''), remoteAddress].reverse()
  return addresses.find((address, hop) => !trust(address, hop)) ?? addresses.at(-1)
}

const IPV6_PARTS_COUNTED = 4

/**
 * The name under which an address is counted: an IPv4 address, also one mapped into IPv6; the first 64 bits of an IPv6
 * address, since its owner has them all. Anything else that a proxy passes on is counted together.
 */
export function countedAddress(address: string | undefined): string {
  if (address === undefined || address === '') return 'unknown'
  if (!address.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(address) ? address : 'unknown'
  const bare = withoutPort(address)
  if (!ipaddr.isValid(bare)) return 'unknown'
  const parsed = ipaddr.process(bare)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const parts = parsed.parts.slice(0, IPV6_PARTS_COUNTED).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}

/** The network that a counted address is in: the first 24 bits of IPv4, the first 48 of IPv6. */
export function countedNetwork(counted: string): string {
  const [, v4] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(counted) ?? []
  if (v4) return `${v4}.0/24`
  const [, v6] = /^(\w+:\w+:\w+):\w+::\/64$/.exec(counted) ?? []
  return v6 ? `${v6}::/48` : counted
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(address)
  return withPort?.[1] ?? withPort?.[2] ?? address
}
