import ipaddr from 'ipaddr.js'

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
