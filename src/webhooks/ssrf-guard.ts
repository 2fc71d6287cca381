import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const MAX_URL_LENGTH = 2_048

interface TargetRules {
  /** For development: allows any address, and http. */
  allowPrivate: boolean
}

const NO_URL = 'must be an absolute URL, such as https://example.com/hook'
const PRIVATE_TARGET = 'leads to an address that is not on the public internet'

export class TargetNotAllowedError extends Error {}

export type TargetGuard = ReturnType<typeof createTargetGuard>

export function createTargetGuard({ allowPrivate, resolve }: TargetRules & { resolve?: Resolve }) {
  const find = resolve ?? (allowPrivate ? resolveLikeTheSystem : createResolver())

  /** One address that is not public refuses the name. */
  async function publicAddresses(host: string): Promise<LookupAddress[]> {
    if (/(^|\.)invalid\.?$/.test(host)) throw new UnresolvableHostError(`${host} has no address`)
    const addresses = await find(host)
    if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new TargetNotAllowedError(PRIVATE_TARGET)
    }
    if (addresses.length === 0) throw new UnresolvableHostError(`${host} has no address`)
    return addresses
  }

  return {
    /** Returns what is wrong with a new URL. Throws if the resolver fails. */
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
    admit(text: string) {
      const target = readTarget(text, { allowPrivate })
      if ('problem' in target) throw new TargetNotAllowedError(target.problem)
      return target
    },
    /** The socket gets only addresses that passed, so the checked address is the connected one. */
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

export function readTarget(text: string, { allowPrivate }: TargetRules) {
  if (text.length > MAX_URL_LENGTH) return { problem: `must have at most ${MAX_URL_LENGTH} characters` }
  if (!/[a-z][a-z0-9+.-]*:[/\\]/i.test(text)) return { problem: NO_URL }
  // URL would drop or change these, and the URL is stored as sent.
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

/** The host of a virtual machine's cloud, although the registries call the address public. */
const AZURE_HOST = '168.63.129.16'

/** Global unicast is only in this block. */
const GLOBAL_UNICAST_IPV6 = ipaddr.parseCIDR('2000::/3')

const ISATAP = [0x00005efe, 0x02005efe]

/** Globally reachable unicast, without an embedded IPv4 address. */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || isIP(text) === 0 || text === AZURE_HOST) return false
  const address = ipaddr.parse(text)
  // `range()` names every special-purpose block of the IANA registries.
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return true
  const [high = 0, low = 0] = address.parts.slice(4)
  return address.match(GLOBAL_UNICAST_IPV6) && !ISATAP.includes(high * 0x10000 + low)
}

/** Throws Unresolvable if it has none, another error if the resolver fails. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

export class UnresolvableHostError extends Error {}

const HOSTS_FILE = '/etc/hosts'
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'EBADSTR', 'ENONAME'])

/** Uses no thread pool, where names with dead servers would block all others. */
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

const resolveLikeTheSystem: Resolve = async (host) => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => toAddress(address))
  } catch (error) {
    if (NO_ADDRESS.has((error as { code?: string }).code ?? ''))
      throw new UnresolvableHostError(`${host} has no address`)
    throw error
  }
}

export function readHosts(text: string, name: string): LookupAddress[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) && names.includes(name) ? [toAddress(address)] : []
  })
}

function toAddress(address: string): LookupAddress {
  return { address, family: isIP(address) }
}
