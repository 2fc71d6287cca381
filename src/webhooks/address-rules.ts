import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * The IANA IPv4 special-purpose registry without its globally reachable blocks, multicast, reserved blocks, and one
 * address that a cloud uses for its own host although the registries call it public.
 */
const REFUSED_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private use
  '100.64.0.0/10', // shared address space
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link local
  '172.16.0.0/12', // private use
  '192.0.0.0/24', // protocol assignments, the two anycast addresses among them included
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relay anycast, deprecated
  '192.168.0.0/16', // private use
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, limited broadcast included
  '168.63.129.16/32', // the host below a virtual machine on Azure
].map(range)

/**
 * Global unicast comes only from this block: loopback, local, mapped, translated and multicast addresses are outside.
 */
const GLOBAL_UNICAST_IPV6 = range('2000::/3')

const REFUSED_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID, drone identifiers
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, with an IPv4 address inside
  '3fff::/20', // documentation
].map(range)

/** Interface identifiers of ISATAP, which an IPv4 address follows. */
const ISATAP = [0x00005efe, 0x02005efe]

/** Whether an address is globally reachable unicast and contains no IPv4 address in IPv6 form. */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) return !REFUSED_IPV4.some((refused) => within(address, refused))
  if (!within(address, GLOBAL_UNICAST_IPV6) || REFUSED_IPV6.some((refused) => within(address, refused))) return false
  const [high = 0, low = 0] = address.parts.slice(4)
  return !ISATAP.includes(high * 0x10000 + low)
}

function range(text: string): Range {
  return ipaddr.parseCIDR(text)
}

function within(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}
