import { hashKey } from '../auth/api-key-store.ts'
import type { Caller, Keyring } from '../auth/api-keys.ts'
import {
  createMemoryLimiter,
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

/** A request that was let in: who calls, and what was counted. `state` is undefined without a limit. */
export interface Admission {
  caller: Caller | undefined
  name: string
  policy: Policy
  max: number
  state: LimitState | undefined
}

export type Access = ReturnType<typeof createAccess>

interface AccessOptions {
  keyring: Keyring
  limiter: Limiter
  /** Whether reads need a key too. */
  requireKey: boolean
  /** Requests a minute; 0 means no limit. */
  rateLimits: Record<Policy, number>
  onLimited?(policy: Policy | 'pages'): void
}

interface Credentials {
  authorization: string | undefined
  rawHeaders: readonly string[]
  address: string
}

/** A page needs several files, and most of them are cached: they may be requested this many times as often. */
const FILES_PER_SEARCH = 10
const BEARER = /^bearer +(\S.*)$/i

/** Checks keys, tiers and limits. Without a key, and with the counts in memory, it decides at once. */
export function createAccess({ keyring, limiter, requireKey, rateLimits, onLimited }: AccessOptions) {
  const [searches, others] = [createMemoryLimiter(), createMemoryLimiter()]

  function admit(request: Credentials, tier: AccessTier): Admission | Promise<Admission> {
    const { authorization, rawHeaders, address } = request
    if (authorization !== undefined) return admitKey(authorization, rawHeaders, address, tier)
    if (tier !== 'read' || requireKey) return refuse(address, noKey('This operation needs an API key.'))
    const admission = countAddress(address)
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
    const { keyId, limit } = caller
    const admission = await count({
      caller,
      name: `key:${keyId}`,
      policy: caller.tier,
      max: limit ?? rateLimits[caller.tier],
    })
    if (tier === 'enterprise' && caller.tier !== 'enterprise') {
      const detail = 'This operation needs a key of the enterprise tier.'
      throw new Problem('forbidden', detail, { headers: limitHeaders(admission), keyId })
    }
    return requireAllowed(admission)
  }

  /** A request without a valid key counts against its address. It learns what is wrong even past the limit. */
  async function refuse(address: string, problem: Problem): Promise<never> {
    Object.assign(problem.headers, limitHeaders(await countAddress(address)))
    throw problem
  }

  function countAddress(address: string) {
    return count({ caller: undefined, name: address, policy: 'anonymous', max: rateLimits.anonymous })
  }

  function count(request: Omit<Admission, 'state'>): Admission | Promise<Admission> {
    const { caller, name, policy, max } = request
    const state = max === 0 ? undefined : limiter.take(name, max)
    if (state instanceof Promise) return state.then((state) => ({ caller, name, policy, max, state }))
    return { caller, name, policy, max, state }
  }

  function requireAllowed(admission: Admission): Admission {
    const { state, policy, caller } = admission
    if (state?.allowed !== false) return admission
    onLimited?.(policy)
    throw rateLimited(state, limitHeaders(admission), caller?.keyId)
  }

  return {
    admit,
    /** Counts a request outside the API. A page with a query counts as a read of the API, apart from files. */
    admitPage(address: string, isSearch: boolean): void {
      if (rateLimits.anonymous === 0) return
      const max = rateLimits.anonymous * (isSearch ? 1 : FILES_PER_SEARCH)
      const state = (isSearch ? searches : others).take(address, max)
      if (state.allowed) return
      onLimited?.('pages')
      throw rateLimited(state)
    },
    refund(admission: Admission): void {
      if (!admission.state) return
      limiter.refund(admission.name)
      admission.state.remaining++
    },
  }
}

export function limitHeaders({ policy, max, state }: Admission): Record<string, string> {
  return state ? { 'ratelimit-policy': policyField(policy, max), ratelimit: stateField(policy, state) } : {}
}

export function rateLimited(state: LimitState, limit?: Record<string, string>, keyId?: string): Problem {
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
