import type { Access as AccessTier } from '../contract/operation.ts'
import { Problem } from '../errors.ts'
import type { Credentials } from '../keys/bearer.ts'
import type { Caller, Keyring } from '../keys/keyring.ts'
import { type Limiter, type LimitState, type Policy, policyField, secondsLeft, stateField } from '../keys/limiter.ts'

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
  admit(credentials: Credentials, address: string, tier: AccessTier): Promise<Admission>
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
  state: LimitState | undefined
}

/** Marks addresses in the limiter, where keys are counted by their ids. */
const ADDRESS = 'address:'

export function createAccess({ keyring, limiter, requireKey, rateLimits, onLimited }: AccessOptions): Access {
  const policies: Record<Policy, string> = {
    anonymous: policyField('anonymous', rateLimits.anonymous),
    standard: policyField('standard', rateLimits.standard),
    enterprise: policyField('enterprise', rateLimits.enterprise),
  }

  async function admit(credentials: Credentials, address: string, tier: AccessTier): Promise<Admission> {
    if (credentials.kind === 'key') {
      const caller = await keyring.verify(credentials.key, credentials.hash)
      return caller ? admitCaller(caller, tier) : refuse(address, badKey())
    }
    if (credentials.kind === 'twice') return refuse(address, twoHeaders())
    if (credentials.kind === 'other') return refuse(address, noKey('The Authorization header holds no Bearer key.'))
    if (tier === 'enterprise' || requireKey) return refuse(address, noKey('This operation needs an API key.'))
    return withinLimit(await count(ADDRESS + address, 'anonymous', undefined))
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
  async function refuse(address: string, problem: Problem): Promise<never> {
    const { limit } = await count(ADDRESS + address, 'anonymous', undefined)
    Object.assign(problem.headers, limit)
    throw problem
  }

  async function count(name: string, policy: Policy, caller: Caller | undefined): Promise<CountedAdmission> {
    const limit = rateLimits[policy]
    if (limit === 0) return { caller, limit: undefined, name, policy, state: undefined }
    const state = await limiter.take(name, limit)
    return { caller, limit: fields(policy, state), name, policy, state }
  }

  function withinLimit(admission: CountedAdmission): Admission {
    const { state, limit, policy } = admission
    if (!state || state.allowed) return admission
    onLimited?.(policy)
    throw rateLimited(state, limit)
  }

  function fields(policy: Policy, state: LimitState): LimitFields {
    return { 'ratelimit-policy': policies[policy], ratelimit: stateField(policy, state) }
  }

  return {
    admit,
    refund(admission) {
      const { name, policy, state } = admission as CountedAdmission
      if (!state) return undefined
      limiter.refund(name)
      return fields(policy, { ...state, remaining: state.remaining + 1 })
    },
  }
}

export function rateLimited(state: LimitState, limit?: LimitFields): Problem {
  const seconds = secondsLeft(state)
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
