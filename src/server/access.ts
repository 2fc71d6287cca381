import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { hashKey } from '../auth/key-store.ts'
import type { Caller, Keyring } from '../auth/keyring.ts'
import {
  createMemoryLimiter,
  type Limiter,
  type LimitState,
  type Policy,
  policyField,
  secondsLeft,
  stateField,
} from '../auth/limiter.ts'
import { Problem } from '../errors.ts'
import type { RequiredAccess as AccessTier } from '../schema/api/operation.ts'
import type { AddressOf } from './client-address.ts'
import { areaOf } from './route-group.ts'

/** A request that was let in: who calls, and what remains of their limit. */
export interface Admission {
  caller: Caller | undefined
  /** The header fields about the limit; undefined without one. */
  limit: LimitFields | undefined
  /** What was counted: under which name and policy, and what then remained. */
  name: string
  policy: Policy
  state: LimitState | undefined
}

export interface LimitFields {
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
  /** Gets the tier of each request that the limit refuses. */
  onLimited?(policy: Policy): void
}

/** Marks addresses in the limiter, where keys are counted by their ids. */
const ADDRESS = 'address:'

export function createAccess({ keyring, limiter, requireKey, rateLimits, onLimited }: AccessOptions) {
  /** Lets a request in, or throws the problem to answer with. */
  async function admit(credentials: Credentials, address: string, tier: AccessTier): Promise<Admission> {
    if (typeof credentials === 'object') {
      const caller = await keyring.verify(credentials.key, credentials.hash)
      return caller ? admitCaller(caller, tier) : refuse(address, badKey())
    }
    if (credentials === 'twice') return refuse(address, twoHeaders())
    if (credentials === 'other') return refuse(address, noKey('The Authorization header holds no Bearer key.'))
    if (tier !== 'read' || requireKey) return refuse(address, noKey('This operation needs an API key.'))
    return withinLimit(await count(ADDRESS + address, 'anonymous', undefined))
  }

  async function admitCaller(caller: Caller, tier: AccessTier): Promise<Admission> {
    const admission = await count(caller.keyId, caller.tier, caller)
    if (tier === 'enterprise' && caller.tier !== 'enterprise') {
      const detail = 'This operation needs a key of the enterprise tier.'
      throw new Problem('forbidden', detail, { headers: { ...admission.limit }, keyId: caller.keyId })
    }
    return withinLimit(admission)
  }

  /** A request without a valid key counts against its address. It learns what is wrong even past the limit. */
  async function refuse(address: string, problem: Problem): Promise<never> {
    const { limit } = await count(ADDRESS + address, 'anonymous', undefined)
    Object.assign(problem.headers, limit)
    throw problem
  }

  async function count(name: string, policy: Policy, caller: Caller | undefined): Promise<Admission> {
    const limit = caller?.limit ?? rateLimits[policy]
    if (limit === 0) return { caller, limit: undefined, name, policy, state: undefined }
    const state = await limiter.take(name, limit)
    return { caller, limit: fields(policy, state, limit), name, policy, state }
  }

  function withinLimit(admission: Admission): Admission {
    const { state, limit, policy } = admission
    if (!state || state.allowed) return admission
    onLimited?.(policy)
    throw rateLimited(state, limit, admission.caller?.keyId)
  }

  function fields(policy: Policy, state: LimitState, limit: number): LimitFields {
    return { 'ratelimit-policy': policyField(policy, limit), ratelimit: stateField(policy, state) }
  }

  return {
    admit,
    /** Takes a request off the count and returns the new limit fields. */
    refund({ name, policy, state, caller }: Admission): LimitFields | undefined {
      if (!state) return undefined
      limiter.refund(name)
      const limit = caller?.limit ?? rateLimits[policy]
      return fields(policy, { ...state, remaining: state.remaining + 1 }, limit)
    },
  }
}

export function rateLimited(state: LimitState, limit?: LimitFields, keyId?: string): Problem {
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

/** Counts a request for a page against its address. */
export type PageLimit = (request: IncomingMessage) => LimitState | undefined

interface PageLimitParts {
  /** Searched pages a minute for one address, as reads of the API; 0 means no limit. */
  perMinute: number
  addressOf: AddressOf
  prefix: string
}

/** All else may be asked for this many times as often: a page needs several files, and most of it is kept. */
const OTHERS_A_SEARCH = 10

/** A page with a query is searched for: it costs as much as a read of the API, and is counted apart from files. */
export function createPageLimit({ perMinute, addressOf, prefix }: PageLimitParts): PageLimit {
  if (perMinute === 0) return () => undefined
  const searches = createMemoryLimiter()
  const others = createMemoryLimiter()
  return (request) => {
    const address = addressOf(request)
    const isSearch = request.url!.includes('?') && areaOf(request.url!, prefix) === 'pages'
    return isSearch
      ? searches.take(address, Math.ceil(perMinute))
      : others.take(address, Math.ceil(perMinute * OTHERS_A_SEARCH))
  }
}

/**
 * Pages, pictures and scripts are counted apart from the API, since a page needs several. `apart` names the routes that
 * do not count: the API, which has its own limits, and health checks.
 */
export function addPageLimit(
  app: FastifyInstance,
  { limit, apart, onLimited }: { limit: PageLimit; apart: (route: string) => boolean; onLimited: () => void },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const state = apart(request.routeOptions.url ?? '') ? undefined : limit(request.raw)
    if (!state || state.allowed) return done()
    onLimited()
    done(rateLimited(state))
  })
}

/** What an Authorization header brings: nothing, something else, or a Bearer key with its stored form. */
type Credentials = 'none' | 'other' | 'twice' | { key: string; hash: string }

const BEARER = /^bearer +(\S.*)$/i

/**
 * The last header of each connection, which is usually the next one too. Comparing with it reveals nothing to others.
 */
const lastRead = new WeakMap<object, { value: string; credentials: Credentials }>()

/** Reads the raw header: `value` is the first one, which Node keeps; `rawHeaders` shows whether there was another. */
export function readAuthorization(value: string | undefined, rawHeaders: readonly string[], connection: object) {
  if (value === undefined) return 'none'
  let seen = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 13 && name.toLowerCase() === 'authorization') seen++
  }
  if (seen > 1) return 'twice'
  const last = lastRead.get(connection)
  if (last?.value === value) return last.credentials
  const credentials = parse(value)
  lastRead.set(connection, { value, credentials })
  return credentials
}

function parse(value: string): Credentials {
  const key = BEARER.exec(value)?.[1]
  return key === undefined ? 'other' : { key, hash: hashKey(key) }
}
