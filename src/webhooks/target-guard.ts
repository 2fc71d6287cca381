import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './address-rules.ts'
import { createResolver, type Resolve, type ResolvedAddress, resolveLikeTheSystem, Unresolvable } from './resolver.ts'
import { PRIVATE_TARGET, readTarget, type Target, type TargetRules } from './target.ts'

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
