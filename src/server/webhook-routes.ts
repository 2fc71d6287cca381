import { createMutex } from '../database/mutex.ts'
import type { Db } from '../database/schema.ts'
import { badInput, notFound, Problem, unavailable } from '../errors.ts'
import { DAY_MS, iso } from '../lib/calendar.ts'
import { isObject, ParseError, parseTimestamp } from '../lib/parsing.ts'
import type { Operation } from '../schema/api/operation.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  redeliverWebhook,
  rotateWebhookSecret,
  type WebhookCreate,
} from '../schema/api/webhook.ts'
import { findResponse, runIdempotent } from '../webhooks/idempotency.ts'
import { pingSubscription } from '../webhooks/ping.ts'
import { createPost } from '../webhooks/post.ts'
import { replayDeliveries } from '../webhooks/replay.ts'
import { rotateSecret, type Secrets, WrongSecretKeyError } from '../webhooks/signing.ts'
import type { TargetGuard } from '../webhooks/ssrf-guard.ts'
import { lastFailure, listDeliveries, type SubscriptionView, viewSubscriptions } from '../webhooks/subscription-view.ts'
import {
  createSubscription,
  deleteSubscription,
  isSubscriptionId,
  listSubscriptions,
  readSubscriptionInput,
  unknownMembers,
} from '../webhooks/subscriptions.ts'
import { type CachedResponse, uncachedJson } from './cached-response.ts'
import { checkJson, parseJson } from './parameters.ts'
import type { RegisterOperation, RequestContext } from './register-route.ts'

/** With the wait for the lock, still less than a caller waits. */
const TURN_PATIENCE_MS = 2_000
const LOG_MS = 7 * DAY_MS

interface WebhookRouteDeps {
  db: Db
  /** 0 keeps deliveries for ever. */
  retentionDays: number
  secrets: Secrets
  targetGuard: TargetGuard
}

export function addWebhookRoutes(register: RegisterOperation, deps: WebhookRouteDeps): void {
  const { db, retentionDays, secrets, targetGuard } = deps
  const inTurn = turns()
  const post = createPost(targetGuard)

  register(createWebhook, async (call) => {
    const input = await readCheckedInput(readJson(call), targetGuard)
    const { url, events } = input
    return withSecrets(() =>
      once(call, [url, events], (trx, now) => createSubscription(trx, secrets, keyId(call), input, now, call.isWanted)),
    )
  })
  register(listWebhooks, async (call) => uncachedJson(await listSubscriptions(db, keyId(call))))
  register(deleteWebhook, async (call) => {
    const { webhook_id: id } = call.params as { webhook_id: string }
    if (!(await inTurn(call, () => deleteSubscription(db, keyId(call), id)))) throw notFound('such subscription')
    return uncachedJson({ id, deleted: true })
  })

  /** What a POST asks for, done once for each `Idempotency-Key`. */
  function once<T extends object>(
    call: RequestContext,
    requested: unknown[],
    work: (trx: Db, now: number) => Promise<T>,
  ) {
    const [now, name] = [Date.now(), readIdempotencyKey(call)]
    return inTurn(call, () =>
      runIdempotent(db, secrets, { keyId: keyId(call), name, input: requested }, now, (trx) => work(trx, now)),
    )
  }

  function mountOwn<Query extends object = object>(
    operation: Operation,
    answer: (item: SubscriptionView, call: RequestContext<Query>, now: number) => Promise<CachedResponse>,
  ): void {
    register<Query>(operation, async (call) => {
      const now = Date.now()
      const id = call.params.webhook_id ?? ''
      const [item] = isSubscriptionId(id) ? await viewSubscriptions(db, now, { id }) : []
      if (item?.key_id !== keyId(call)) throw notFound('such subscription')
      return answer(item, call, now)
    })
  }

  mountOwn(getWebhook, async ({ id, url, events, created_at, state, disabled_reason, waiting, last_success_at }) => {
    const failure = await lastFailure(db, id)
    return uncachedJson({
      id,
      url,
      events,
      created_at: iso(created_at),
      status: state,
      disabled_reason,
      pending: waiting,
      last_success_at: iso(last_success_at),
      last_failure_at: iso(failure?.failedAt ?? null),
      last_error: failure?.error ?? null,
    })
  })
  mountOwn<{ limit: number; offset: number }>(listWebhookDeliveries, async ({ id }, { query }, now) => {
    const { limit, offset } = query
    const required = { limit: limit + 1, offset, withTries: true, since: now - LOG_MS }
    const result = await listDeliveries(db, id, 'all', required)
    const deliveries = result
      .slice(0, limit)
      .map(({ event_id, type, state, created_at, due_at, finished_at, tries }) => ({
        event_id,
        type,
        state,
        created_at: iso(created_at),
        next_attempt_at: iso(due_at),
        finished_at: iso(finished_at),
        attempts: tries.map(({ response: _, ...attempt }) => attempt),
      }))
    return uncachedJson({ deliveries, offset, limit, has_more: result.length > limit })
  })
  mountOwn(pingWebhook, async ({ id }, call) =>
    withSecrets(async () => {
      const [name, requested] = [readIdempotencyKey(call), ['ping', id]]
      const before = await findResponse<object>(db, secrets, { keyId: keyId(call), name, input: requested })
      if (before) return before
      const sent = await pingSubscription({ db, secrets, post }, id)
      if (!sent) throw notFound('such subscription')
      const { eventId, durationMs, result, status, delivered } = sent
      const error = result.kind === 'answer' ? null : result.error
      const reported = { event_id: eventId, delivered, status, error, duration_ms: durationMs }
      return name === undefined ? reported : once(call, requested, async () => reported)
    }),
  )
  mountOwn(rotateWebhookSecret, async ({ id }, call) =>
    withSecrets(() =>
      once(call, ['rotate-secret', id], async (trx, now) => {
        const secret = await rotateSecret(trx, secrets, id, DAY_MS, now)
        if (secret === undefined) throw notFound('such subscription')
        return { id, secret, overlap_until: iso(now + DAY_MS) }
      }),
    ),
  )
  mountOwn(redeliverWebhook, async ({ id }, call, now) => {
    const body = readJson(call)
    const since = readSince(body, now)
    return withSecrets(() =>
      once(call, ['redeliver', id, body], async (trx) => {
        const redelivered = await replayDeliveries(trx, id, { since, failedOnly: false }, now)
        const retainedSince = retentionDays === 0 ? since : now - retentionDays * DAY_MS
        return { id, redelivered, since: iso(Math.max(since, retainedSince)) }
      }),
    )
  })

  /** Work that seals or opens secrets, which another key than the database's cannot. */
  async function withSecrets(work: () => Promise<object>): Promise<CachedResponse> {
    try {
      if (secrets.wrongKey) throw secrets.wrongKey
      return uncachedJson(await work())
    } catch (error) {
      if (!(error instanceof WrongSecretKeyError)) throw error
      throw unavailable('Subscriptions cannot be made right now.', 60, error)
    }
  }
}

function readIdempotencyKey({ headers }: RequestContext): string | undefined {
  const input = headers['idempotency-key']
  if (input === undefined || /^[\x21-\x7e]{1,255}$/.test(String(input))) return input as string | undefined
  throw badInput([{ parameter: 'Idempotency-Key', message: 'must have 1 to 255 visible characters of ASCII' }])
}

function readSince(body: unknown, now: number): number {
  const members = isObject(body) ? body : {}
  const errors = unknownMembers(members, ['since'])
  const { since } = members
  const startedAt = typeof since === 'string' ? parseTimestamp(since, now, 'back') : new ParseError('is required')
  const read =
    startedAt instanceof ParseError || startedAt <= now ? startedAt : new ParseError('must not be in the future')
  if (read instanceof ParseError) errors.unshift({ pointer: '/since', message: read.message })
  if (errors.length > 0) throw badInput(errors.slice(0, 50))
  return read as number
}

function keyId({ caller }: RequestContext): string {
  if (!caller) throw new Problem('unauthorized', 'This operation needs an API key.')
  return caller.keyId
}

/** Reports all errors at once; a failing resolver matters only when there are none. */
async function readCheckedInput(body: unknown, guard: Pick<TargetGuard, 'problemOf'>): Promise<WebhookCreate> {
  const { input, errors } = readSubscriptionInput(body)
  if (input.url !== undefined) {
    try {
      const problem = await guard.problemOf(input.url)
      if (problem) errors.unshift({ pointer: '/url', message: problem })
    } catch (error) {
      if (errors.length === 0) throw unavailable('The host of the URL cannot be looked up right now.', 5, error)
    }
  }
  if (errors.length > 0) throw badInput(errors)
  return input as WebhookCreate
}

function readJson({ body, headers }: RequestContext): unknown {
  if (!body || body.length === 0) return undefined
  checkJson(headers)
  const value = parseJson(body)
  if (value === undefined) throw badInput([{ pointer: '', message: 'is not JSON in UTF-8' }])
  return value
}

/**
 * Runs one task at a time. Writers wait here for the lock that a long import may hold, so that they do not take
 * connections from readers. Tasks whose client has disconnected are skipped.
 */
function turns() {
  const nextTurn = createMutex()
  return async <T>(call: RequestContext, work: () => Promise<T>): Promise<T> => {
    const endTurn = await nextTurn(TURN_PATIENCE_MS)
    try {
      if (!call.isWanted()) throw unavailable('The caller has gone.', 1)
      return await work()
    } finally {
      endTurn()
    }
  }
}
