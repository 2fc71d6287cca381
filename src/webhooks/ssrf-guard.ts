import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const MAX_URL_LENGTH = 2_048

interface TargetRules {
  /** For development: any address, and http. */
  allowPrivate: boolean
}

const NO_URL = 'must be an absolute URL, such as https://example.com/hook'
const PRIVATE_TARGET = 'leads to an address that is not on the public internet'

/** Thrown for a target that SSRF protection refuses. */
export class TargetNotAllowedError extends Error {}

export type TargetGuard = ReturnType<typeof createTargetGuard>

export function createTargetGuard({ allowPrivate, resolve }: TargetRules & { resolve?: Resolve }) {
  const find = resolve ?? (allowPrivate ? resolveLikeTheSystem : createResolver())

  /** One address that is not public refuses them all: a name that mixes them is not trusted. */
  async function publicAddresses(host: string): Promise<LookupAddress[]> {
    // This name never exists; asking for it would depend on the resolver's health.
    if (/(^|\.)invalid\.?$/.test(host)) throw new UnresolvableHostError(`${host} has no address`)
    const addresses = await find(host)
    if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new TargetNotAllowedError(PRIVATE_TARGET)
    }
    if (addresses.length === 0) throw new UnresolvableHostError(`${host} has no address`)
    return addresses
  }

  return {
    /** At creation: what is wrong with a URL, or undefined. Throws when the resolver fails. */
    async problemOf(text: string): Promise<string | undefined> {
      const target = readTarget(text, { allowPrivate })
      if ('problem' in target) return target.problem
      if (isIP(target.host)) return undefined
      try {
        await publicAddresses(target.host)
        return undefined
      } catch (error) {
        if (error instanceof TargetNotAllowedError) return PRIVATE_TARGET
        if (error instanceof UnresolvableHostError) return 'names a host that does not resolve'
        throw error
      }
    },
    /** At every send: the target, or a RefusedTarget. */
    admit(text: string) {
      const target = readTarget(text, { allowPrivate })
      if ('problem' in target) throw new TargetNotAllowedError(target.problem)
      return target
    },
    /** At connect: the socket gets only addresses that passed, so what was checked is what is connected to. */
    lookup: ((host, options, callback) => {
      publicAddresses(host).then(
        (addresses) => {
          if (options.all) callback(null, addresses)
          else callback(null, addresses[0]!.address, addresses[0]!.family)
        },
        (error) => callback(error, []),
      )
    }) as LookupFunction,
  }
}

/** What is wrong with a target's spelling; its host's addresses are checked later. */
export function readTarget(text: string, { allowPrivate }: TargetRules) {
  if (text.length > MAX_URL_LENGTH) return { problem: `must have at most ${MAX_URL_LENGTH} characters` }
  if (!/[a-z][a-z0-9+.-]*:[/\\]/i.test(text)) return { problem: NO_URL }
  // The parser would silently drop or change these, and the URL is stored as sent.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return { problem: 'must have no blanks, control characters or backslashes' }
  const url = URL.parse(text)
  if (!url || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { problem: NO_URL }
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return { problem: 'must be https' }
  const authority = /^[^:]*:\/\/([^/?#]*)/.exec(text)?.[1] ?? ''
  if (authority.includes('@')) return { problem: 'must have no user name or password' }
  if (!isAllowedPort(url)) return { problem: 'must use port 443 or one above 1023' }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!allowPrivate && isPrivateSpelling(host)) return { problem: PRIVATE_TARGET }
  return { url, host }
}

function isAllowedPort(url: URL): boolean {
  if (url.port === '') return true
  const port = Number(url.port)
  return port === 443 || port > 1_023
}

function isPrivateSpelling(host: string): boolean {
  if (isIP(host)) return !isPublicAddress(host)
  return /(^|\.)localhost$/.test(host.replace(/\.+$/, ''))
}

/** A cloud's own host below a virtual machine, although the registries call the address public. */
const AZURE_HOST = '168.63.129.16'

/**
 * Global unicast comes only from this block: loopback, local, mapped, translated and multicast addresses are outside.
 */
const GLOBAL_UNICAST_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Interface identifiers of ISATAP, which an IPv4 address follows. */
const ISATAP = [0x00005efe, 0x02005efe]

/** Whether an address is globally reachable unicast and contains no IPv4 address in IPv6 form. */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || isIP(text) === 0 || text === AZURE_HOST) return false
  const address = ipaddr.parse(text)
  // Every special-purpose block of the IANA registries, multicast and what is reserved has another name.
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return true
  const [high = 0, low = 0] = address.parts.slice(4)
  return address.match(GLOBAL_UNICAST_IPV6) && !ISATAP.includes(high * 0x10000 + low)
}

/** All addresses of a name. Throws Unresolvable when it has none, another error when asking failed. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

/** The name has no address, and asking again soon will not help. */
export class UnresolvableHostError extends Error {}

const HOSTS_FILE = '/etc/hosts'
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'EBADSTR', 'ENONAME'])

/**
 * Asks the name servers without the thread pool, where a few names with dead servers would block all others. `servers`
 * replaces those of the system.
 */
export function createResolver(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 800, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (host) => {
    const name = host.replace(/\.$/, '').toLowerCase()
    const listed = readHosts(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), name)
    if (listed.length > 0) return listed
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses.map(toAddress)
    for (const answer of answers) {
      if (answer.status === 'rejected' && !NO_ADDRESS.has(answer.reason?.code)) throw answer.reason
    }
    throw new UnresolvableHostError(`${host} has no address`)
  }
}

/** Uses the system's resolver, for development. */
const resolveLikeTheSystem: Resolve = async (host) => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => toAddress(address))
  } catch (error) {
    if (NO_ADDRESS.has((error as { code?: string }).code ?? ''))
      throw new UnresolvableHostError(`${host} has no address`)
    throw error
  }
}

/** The addresses of a name in a hosts file. */
export function readHosts(text: string, name: string): LookupAddress[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) && names.includes(name) ? [toAddress(address)] : []
  })
}

function toAddress(address: string): LookupAddress {
  return { address, family: isIP(address) }
}
