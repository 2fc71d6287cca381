import type { FastifyInstance } from 'fastify'
import { createWebhook, deleteWebhook, listWebhooks } from '../contract/operations.ts'
import type { Db } from '../database/schema.ts'
import { createTurns } from '../database/turns.ts'
import { badInput, notFound, Problem, unavailable } from '../errors.ts'
import { type Secrets, WrongSecretKey } from '../webhooks/secret-key.ts'
import { readSubscriptionInput, type SubscriptionInput } from '../webhooks/subscription-input.ts'
import { createSubscription, deleteSubscription, listSubscriptions } from '../webhooks/subscriptions.ts'
import type { TargetGuard } from '../webhooks/target-guard.ts'
import { createOnce } from './answers.ts'
import { checkJson, parseJson } from './bodies.ts'
import { type AccessParts, type Call, mount } from './mount.ts'

interface WebhookParts {
  db: Db
  secrets: Secrets
  targetGuard: Pick<TargetGuard, 'problemOf'>
}

/** With the wait for the lock, still less than a caller waits. */
const TURN_PATIENCE_MS = 2_000

export function addWebhookRoutes(app: FastifyInstance, access: AccessParts, parts: WebhookParts): void {
  const { db, secrets, targetGuard } = parts
  const inTurn = turns()

  mount(app, createWebhook, access, async (call) => {
    const input = await readCheckedInput(readJson(call), targetGuard)
    try {
      if (secrets.wrongKey) throw secrets.wrongKey
      const create = () => createSubscription(db, secrets, keyId(call), input, Date.now(), call.isWanted)
      return createOnce(await inTurn(call, create))
    } catch (error) {
      if (!(error instanceof WrongSecretKey)) throw error
      throw unavailable('Subscriptions cannot be made right now.', 60, error)
    }
  })
  mount(app, listWebhooks, access, async (call) => createOnce(await listSubscriptions(db, keyId(call))))
  mount(app, deleteWebhook, access, async (call) => {
    const { webhook_id: id } = call.params as { webhook_id: string }
    if (!(await inTurn(call, () => deleteSubscription(db, keyId(call), id)))) throw notFound('such subscription')
    return createOnce({ id, deleted: true })
  })
}

function keyId({ caller }: Call): string {
  if (!caller) throw new Problem('unauthorized', 'This operation needs an API key.')
  return caller.keyId
}

/** Reports all errors at once; a failing resolver matters only when there are none. */
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

/** The body as JSON; undefined without one. */
function readJson({ body, headers }: Call): unknown {
  if (!body || body.length === 0) return undefined
  checkJson(headers)
  const value = parseJson(body)
  if (value === undefined) throw badInput([{ pointer: '', message: 'is not JSON in UTF-8' }])
  return value
}

/**
 * Runs one at a time. Writers wait for the lock of all changes, which a long import may hold; by waiting here they do
 * not each take a connection from readers. Work that nobody waits for is skipped.
 */
function turns() {
  const nextTurn = createTurns()
  return async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    const endTurn = await nextTurn(TURN_PATIENCE_MS)
    try {
      if (!call.isWanted()) throw unavailable('The caller has gone.', 1)
      return await work()
    } finally {
      endTurn()
    }
  }
}
