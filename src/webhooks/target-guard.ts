import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './address-rules.ts'
import { createResolver, type Resolve, type ResolvedAddress, resolveLikeTheSystem, Unresolvable } from './resolver.ts'

const MAX_URL_LENGTH = 2_048

interface TargetRules {
  /** For development: any address, and http. */
  allowPrivate: boolean
}

interface Target {
  url: URL
  /** The host without brackets. */
  host: string
}

const PRIVATE_TARGET = 'leads to an address that is not on the public internet'

/** A target that must not be connected to. */
export class RefusedTarget extends Error {
  readonly code = 'TARGET_REFUSED'
}

export interface TargetGuard {
  /** At creation: what is wrong with a URL, or undefined. Throws when the resolver fails. */
  problemOf(url: string): Promise<string | undefined>
  /** At every send: the target, or a RefusedTarget. */
  admit(url: string): Target
  /** At connect: the socket gets only addresses that passed, so what was checked is what is connected to. */
  lookup: LookupFunction
}

interface GuardOptions extends TargetRules {
  resolve?: Resolve
}

export function createTargetGuard({ allowPrivate, resolve }: GuardOptions): TargetGuard {
  const find = resolve ?? (allowPrivate ? resolveLikeTheSystem : createResolver())

  /** One address that is not public refuses them all: a name that mixes them is not trusted. */
  async function publicAddresses(host: string): Promise<ResolvedAddress[]> {
    // This name never exists; asking for it would depend on the resolver's health.
    if (/(^|\.)invalid\.?$/.test(host)) throw new Unresolvable(`${host} has no address`)
    const addresses = await find(host)
    if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new RefusedTarget(PRIVATE_TARGET)
    }
    if (addresses.length === 0) throw new Unresolvable(`${host} has no address`)
    return addresses
  }

  return {
    async problemOf(text) {
      const target = readTarget(text, { allowPrivate })
      if ('problem' in target) return target.problem
      if (isIP(target.host)) return undefined
      try {
        await publicAddresses(target.host)
        return undefined
      } catch (error) {
        if (error instanceof RefusedTarget) return PRIVATE_TARGET
        if (error instanceof Unresolvable) return 'names a host that does not resolve'
        throw error
      }
    },
    admit(text) {
      const target = readTarget(text, { allowPrivate })
      if ('problem' in target) throw new RefusedTarget(target.problem)
      return target
    },
    lookup(host, options, callback) {
      publicAddresses(host).then(
        (addresses) => {
          if (options.all) callback(null, addresses)
          else callback(null, addresses[0]!.address, addresses[0]!.family)
        },
        (error) => callback(error, []),
      )
    },
  }
}

/** What is wrong with a target's spelling; its host's addresses are checked later. */
export function readTarget(text: string, { allowPrivate }: TargetRules): Target | { problem: string } {
  if (text.length > MAX_URL_LENGTH) return { problem: `must have at most ${MAX_URL_LENGTH} characters` }
  // The parser would silently drop or change these, and the URL is stored as sent.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return { problem: 'must have no blanks, control characters or backslashes' }
  const url = URL.parse(text)
  if (!url || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { problem: 'must be an absolute URL' }
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
