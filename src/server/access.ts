import { hashKey } from '../auth/api-key-store.ts'
import type { Caller, Keyring } from '../auth/api-keys.ts'
import {
  type Limiter,
  type LimitState,
  type Policy,
  policyField,
  secondsLeft,
  stateField,
} from '../auth/rate-limiter.ts'
import { Problem } from '../errors.ts'
import type { RequiredAccess as AccessTier } from '../schema/api/operation.ts'
import { countHeader } from './own-host.ts'

/** A request that was let in: who calls, and what remains of their limit. */
export interface Admission {
  caller: Caller | undefined
  /** The headers about the limit; undefined without one. */
  limit: LimitHeaders | undefined
  /** What was counted: under which name and policy, and what then remained. */
  name: string
  policy: Policy
  state: LimitState | undefined
}

interface LimitHeaders {
  'ratelimit-policy': string
  ratelimit: string
}

export type Access = ReturnType<typeof createAccess>

interface AccessOptions {
  keyring: Keyring
  limiter: Limiter
  /** Whether reads need a key too. */
  requireKey: boolean
  /** Requests a minute; 0 means no limit. */
  rateLimits: Record<Policy, number>
  /** Called with the tier of each request that the limit refuses. */
  onLimited?(policy: Policy): void
}

/** What a request says about its caller. */
export interface Credentials {
  authorization: string | undefined
  rawHeaders: readonly string[]
  address: string
}

/** Marks addresses in the limiter, where keys are counted by their IDs. */
const ADDRESS = 'address:'
const BEARER = /^bearer +(\S.*)$/i

/** Checks keys, tiers and limits. Without a key, and with the counts in memory, it decides at once. */
export function createAccess({ keyring, limiter, requireKey, rateLimits, onLimited }: AccessOptions) {
  /** Lets a request in, or throws the problem to answer with. */
  function admit(request: Credentials, tier: AccessTier): Admission | Promise<Admission> {
    const { authorization, rawHeaders, address } = request
    if (authorization !== undefined) return admitKey(authorization, rawHeaders, address, tier)
    if (tier !== 'read' || requireKey) return refuse(address, noKey('This operation needs an API key.'))
    const admission = count(ADDRESS + address, 'anonymous', undefined)
    return admission instanceof Promise ? admission.then(requireAllowed) : requireAllowed(admission)
  }

  async function admitKey(
    authorization: string,
    rawHeaders: readonly string[],
    address: string,
    tier: AccessTier,
  ): Promise<Admission> {
    if (countHeader(rawHeaders, 'authorization') > 1) return refuse(address, twoHeaders())
    const key = BEARER.exec(authorization)?.[1]
    if (key === undefined) return refuse(address, noKey('The Authorization header holds no Bearer key.'))
    const caller = await keyring.verify(key, hashKey(key))
    if (!caller) return refuse(address, badKey())
    const admission = await count(caller.keyId, caller.tier, caller)
    if (tier === 'enterprise' && caller.tier !== 'enterprise') {
      const detail = 'This operation needs a key of the enterprise tier.'
      throw new Problem('forbidden', detail, { headers: { ...admission.limit }, keyId: caller.keyId })
    }
    return requireAllowed(admission)
  }

  /** A request without a valid key counts against its address. It learns what is wrong even past the limit. */
  async function refuse(address: string, problem: Problem): Promise<never> {
    const { limit } = await count(ADDRESS + address, 'anonymous', undefined)
    Object.assign(problem.headers, limit)
    throw problem
  }

  function count(name: string, policy: Policy, caller: Caller | undefined): Admission | Promise<Admission> {
    const limit = caller?.limit ?? rateLimits[policy]
    if (limit === 0) return { caller, limit: undefined, name, policy, state: undefined }
    const state = limiter.take(name, limit)
    const toAdmission = (state: LimitState) => ({ caller, limit: toHeaders(policy, state, limit), name, policy, state })
    return state instanceof Promise ? state.then(toAdmission) : toAdmission(state)
  }

  function requireAllowed(admission: Admission): Admission {
    const { state, limit, policy, caller } = admission
    if (!state || state.allowed) return admission
    onLimited?.(policy)
    throw rateLimited(state, limit, caller?.keyId)
  }

  function toHeaders(policy: Policy, state: LimitState, limit: number): LimitHeaders {
    return { 'ratelimit-policy': policyField(policy, limit), ratelimit: stateField(policy, state) }
  }

  return {
    admit,
    /** Takes a request off the count and returns the new limit headers. */
    refund({ name, policy, state, caller }: Admission): LimitHeaders | undefined {
      if (!state) return undefined
      limiter.refund(name)
      const limit = caller?.limit ?? rateLimits[policy]
      return toHeaders(policy, { ...state, remaining: state.remaining + 1 }, limit)
    },
  }
}

export function rateLimited(state: LimitState, limit?: LimitHeaders, keyId?: string): Problem {
  const seconds = secondsLeft(state)
  return new Problem('rate-limited', `The limit is reached; try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds), ...limit },
    keyId,
  })
}

function noKey(problem: string): Problem {
  return new Problem('unauthorized', `${problem} Send the header Authorization: Bearer <key>.`, {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

function badKey(): Problem {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  return new Problem('unauthorized', 'The API key is unknown, expired or revoked.', { headers })
}

function twoHeaders(): Problem {
  const errors = [{ parameter: 'Authorization', message: 'is given twice' }]
  return new Problem('bad-input', 'The request has two Authorization headers.', { errors })
}
