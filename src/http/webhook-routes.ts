import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createWebhook, deleteWebhook, listWebhooks, type Operation } from '../contract/operations.ts'
import type { Db } from '../database/schema.ts'
import { createTurns } from '../database/turns.ts'
import { badInput, notFound, Problem, unavailable } from '../errors.ts'
import { type Secrets, WrongSecretKey } from '../webhooks/secret-key.ts'
import { readSubscriptionInput, type SubscriptionInput } from '../webhooks/subscription-input.ts'
import { createSubscription, deleteSubscription, listSubscriptions } from '../webhooks/subscriptions.ts'
import type { TargetGuard } from '../webhooks/target-guard.ts'
import { type Access, accessHooks } from './access.ts'
import { routePath } from './app.ts'
import { queryParser, queryString } from './parameters.ts'

interface WebhookParts {
  db: Db
  secrets: Secrets
  targetGuard: Pick<TargetGuard, 'problemOf'>
  access: Access
}

/** With the wait for the lock itself, less than a caller waits. */
const TURN_PATIENCE_MS = 2_000

export function registerWebhookRoutes(app: FastifyInstance, { db, secrets, targetGuard, access }: WebhookParts): void {
  const inTurn = turns()

  function add(operation: Operation, answer: (request: FastifyRequest, keyId: string) => Promise<unknown>): void {
    const readQuery = queryParser(operation.query)
    app.route({
      method: operation.method,
      url: routePath(operation.path),
      ...accessHooks(access, operation.access),
      async handler(request, reply) {
        readQuery(queryString(request.url))
        const caller = request.admission?.caller
        if (!caller) throw new Problem('unauthorized', 'This operation needs an API key.')
        const body = await answer(request, caller.keyId)
        // A secret or a list of targets has no place in a cache.
        return reply.header('cache-control', 'no-store').send(body)
      },
    })
  }

  add(createWebhook, async (request, keyId) => {
    const input = await readCheckedInput(readJson(request), targetGuard)
    try {
      if (secrets.wrongKey) throw secrets.wrongKey
      return await inTurn(() => createSubscription(db, secrets, keyId, input, Date.now()))
    } catch (error) {
      if (!(error instanceof WrongSecretKey)) throw error
      throw unavailable('Subscriptions cannot be made right now.', 60, error)
    }
  })
  add(listWebhooks, async (_request, keyId) => listSubscriptions(db, keyId))
  add(deleteWebhook, async (request, keyId) => {
    const { webhook_id: id } = request.params as { webhook_id: string }
    if (!(await inTurn(() => deleteSubscription(db, keyId, id)))) throw notFound('such subscription')
    return { id, deleted: true }
  })
}

/** All that is wrong is told at once; only when nothing is does a failing resolver matter. */
async function readCheckedInput(body: unknown, guard: Pick<TargetGuard, 'problemOf'>): Promise<SubscriptionInput> {
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
  return input as SubscriptionInput
}

/** The body as JSON; undefined when there is none. */
function readJson(request: FastifyRequest): unknown {
  const body = request.body as Buffer | undefined
  if (!body || body.length === 0) return undefined
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = request.headers
  if (!/^application\/json\s*(;|$)/i.test(type) || coding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported-media-type', 'Send the body as application/json, without a content coding.')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw badInput([{ pointer: '', message: 'is not JSON in UTF-8' }])
  }
}

/**
 * Runs one at a time. Writers wait for the lock of all changes, which a long import may hold; waiting here they do
 * not each keep a connection from the readers.
 */
function turns() {
  const nextTurn = createTurns()
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const endTurn = await nextTurn(TURN_PATIENCE_MS)
    try {
      return await work()
    } finally {
      endTurn()
    }
  }
}
