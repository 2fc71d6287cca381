import type { Access as AccessTier } from '../contract/operations.ts'
import { Problem } from '../errors.ts'
import { countedAddress } from '../keys/address.ts'
import type { Offer } from '../keys/bearer.ts'
import type { Caller, Keyring } from '../keys/keyring.ts'
import { type Limiter, type Policy, policyField, secondsLeft, stateField, type Take } from '../keys/limiter.ts'

/** A request that was let in: who calls, and what remains of their limit. */
export interface Admission {
  caller: Caller | undefined
  /** The header fields about the limit; undefined without one. */
  limit: LimitFields | undefined
}

export interface LimitFields {
  'ratelimit-policy': string
  ratelimit: string
}

export interface Access {
  /** Lets a request in, or throws the problem to answer with. */
  admit(offer: Offer, address: string | undefined, tier: AccessTier): Promise<Admission>
  /** Takes a request off the count and returns the new limit fields. */
  refund(admission: Admission): LimitFields | undefined
}

interface AccessOptions {
  keyring: Keyring
  limiter: Limiter
  /** Whether reads need a key too. */
  requireKey: boolean
  /** Requests a minute; 0 means no limit. */
  rateLimits: Record<Policy, number>
  /** Gets the tier of each request that the limit refuses. */
  onLimited?(policy: Policy): void
}

interface CountedAdmission extends Admission {
  name: string
  policy: Policy
  take: Take | undefined
}

/** Marks addresses in the limiter, where keys are counted by their ids. */
const ADDRESS = 'address:'
const MAX_NAMES = 10_000
const ADDRESS_LENGTH = 45

export function createAccess({ keyring, limiter, requireKey, rateLimits, onLimited }: AccessOptions): Access {
  const policies: Record<Policy, string> = {
    anonymous: policyField('anonymous', rateLimits.anonymous),
    standard: policyField('standard', rateLimits.standard),
    enterprise: policyField('enterprise', rateLimits.enterprise),
  }

  /** Parsing an address costs more than counting it, and most addresses repeat. */
  const names = new Map<string | undefined, string>()

  function nameOf(address: string | undefined): string {
    let name = names.get(address)
    if (name === undefined) {
      name = ADDRESS + countedAddress(address)
      if (names.size >= MAX_NAMES) names.clear()
      // A proxy may pass on an address of any length.
      if (address === undefined || address.length <= ADDRESS_LENGTH) names.set(address, name)
    }
    return name
  }

  async function admit(offer: Offer, address: string | undefined, tier: AccessTier): Promise<Admission> {
    if (offer.kind === 'key') {
      const caller = await keyring.verify(offer.key, offer.hash)
      return caller ? admitCaller(caller, tier) : refuse(address, badKey())
    }
    if (offer.kind === 'twice') return refuse(address, twoHeaders())
    if (offer.kind === 'other') return refuse(address, noKey('The Authorization header holds no Bearer key.'))
    if (tier === 'enterprise' || requireKey) return refuse(address, noKey('This operation needs an API key.'))
    return withinLimit(await count(nameOf(address), 'anonymous', undefined))
  }

  async function admitCaller(caller: Caller, tier: AccessTier): Promise<Admission> {
    const admission = await count(caller.keyId, caller.tier, caller)
    if (tier === 'enterprise' && caller.tier !== 'enterprise') {
      const detail = 'This operation needs a key of the enterprise tier.'
      throw new Problem('forbidden', detail, { headers: { ...admission.limit } })
    }
    return withinLimit(admission)
  }

  /** A request without a valid key counts against its address. It learns what is wrong even past the limit. */
  async function refuse(address: string | undefined, problem: Problem): Promise<never> {
    const { limit } = await count(nameOf(address), 'anonymous', undefined)
    Object.assign(problem.headers, limit)
    throw problem
  }

  async function count(name: string, policy: Policy, caller: Caller | undefined): Promise<CountedAdmission> {
    const limit = rateLimits[policy]
    if (limit === 0) return { caller, limit: undefined, name, policy, take: undefined }
    const take = await limiter.take(name, limit)
    return { caller, limit: fields(policy, take), name, policy, take }
  }

  function withinLimit(admission: CountedAdmission): Admission {
    const { take, limit, policy } = admission
    if (!take || take.allowed) return admission
    onLimited?.(policy)
    throw rateLimited(take, limit)
  }

  function fields(policy: Policy, take: Take): LimitFields {
    return { 'ratelimit-policy': policies[policy], ratelimit: stateField(policy, take) }
  }

  return {
    admit,
    refund(admission) {
      const { name, policy, take } = admission as CountedAdmission
      if (!take) return undefined
      limiter.refund(name)
      return fields(policy, { ...take, remaining: take.remaining + 1 })
    },
  }
}

export function rateLimited(take: Take, limit?: LimitFields): Problem {
  const seconds = secondsLeft(take)
  return new Problem('rate-limited', `The limit is reached; try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds), ...limit },
  })
}

function noKey(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } })
}

function badKey(): Problem {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  return new Problem('unauthorized', 'The API key is unknown, expired or revoked.', { headers })
}

function twoHeaders(): Problem {
  const errors = [{ parameter: 'Authorization', message: 'is given twice' }]
  return new Problem('bad-input', 'The request has two Authorization headers.', { errors })
}
