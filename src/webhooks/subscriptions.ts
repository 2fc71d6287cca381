import { randomUUIDv7 } from 'node:crypto'
import { isLive } from '../auth/api-key-store.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import { type InputError, Problem, unavailable } from '../errors.ts'
import { isObject, oneOf, ParseError } from '../lib/parsing.ts'
import { MAX_SUBSCRIPTIONS } from '../schema/api/values.ts'
import { EVENTS, type EventName, type Webhook, type WebhookCreate, type WebhookCreated } from '../schema/api/webhook.ts'
import { newSecret, type Secrets, WrongSecretKeyError } from './signing.ts'

const ID = /^wh_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export function isSubscriptionId(text: string): boolean {
  return ID.test(text)
}

/**
 * Holds the writer lock, so that a subscription gets exactly the changes committed after it and the limit of a key
 * holds.
 */
export async function createSubscription(
  db: Db,
  secrets: Secrets,
  keyId: string,
  { url, events }: WebhookCreate,
  now: number,
  isConnected: () => boolean = () => true,
  id = `wh_${randomUUIDv7()}`,
): Promise<WebhookCreated> {
  const secret = newSecret()
  const encrypted = secrets.encrypt(secret, id)
  return writeTransaction(db, async (trx) => {
    if (!(await secrets.isDatabaseKey(trx))) throw new WrongSecretKeyError()
    const existing = await trx
      .selectFrom('subscriptions')
      .select('created_at')
      .where('key_id', '=', keyId)
      .orderBy('created_at', 'desc')
      .execute()
    if (existing.length >= MAX_SUBSCRIPTIONS) {
      throw new Problem('subscription-limit', `A key has at most ${MAX_SUBSCRIPTIONS} subscriptions. Remove one first.`)
    }
    // Keeps the order of two in one millisecond.
    const created_at = Math.max(now, (existing[0]?.created_at ?? 0) + 1)
    await trx
      .insertInto('subscriptions')
      .values({ id, key_id: keyId, url, events: JSON.stringify(events), created_at })
      .execute()
    await trx
      .insertInto('subscription_secrets')
      .values({ subscription_id: id, sealed: encrypted, created_at })
      .execute()
    if (!isConnected()) throw unavailable('The caller has gone.', 1)
    return { id, url, events, created_at: new Date(created_at).toISOString(), secret }
  })
}

export async function listSubscriptions(db: Db, keyId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'url', 'events', 'created_at'])
    .where('key_id', '=', keyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, url, events, created_at }) => ({
    id,
    url,
    events: JSON.parse(events),
    created_at: new Date(created_at).toISOString(),
  }))
}

/** Pending deliveries are never claimed again; retention removes them. */
export async function deleteSubscription(db: Db, keyId: string, id: string): Promise<boolean> {
  return isSubscriptionId(id) && removeSubscription(db, id, keyId)
}

export async function removeSubscription(db: Db, id: string, keyId?: string): Promise<boolean> {
  return writeTransaction(db, async (trx) => {
    let removal = trx.deleteFrom('subscriptions').where('id', '=', id)
    if (keyId !== undefined) removal = removal.where('key_id', '=', keyId)
    const removed = await removal.returning('id').execute()
    if (removed.length === 0) return false
    await trx.insertInto('removed_subscriptions').values({ id }).execute()
    return true
  })
}

export function liveSubscriptions(db: Db, now: number) {
  return db.selectFrom('subscriptions').innerJoin('api_keys', 'api_keys.id', 'subscriptions.key_id').where(isLive(now))
}

const MEMBERS = ['url', 'events']
/** A body of 64 kB could have tens of thousands of errors. */
const MAX_ERRORS = 50
const readEvent = oneOf(EVENTS)

export function readSubscriptionInput(body: unknown): { input: Partial<WebhookCreate>; errors: InputError[] } {
  if (body === undefined) return { input: {}, errors: [{ pointer: '', message: 'a JSON body is required' }] }
  if (!isObject(body)) return { input: {}, errors: [{ pointer: '', message: 'must be an object' }] }
  const errors: InputError[] = []
  const input: Partial<WebhookCreate> = {}
  const { url, events } = body
  if (url === undefined) errors.push({ pointer: '/url', message: 'is required' })
  else if (typeof url !== 'string') errors.push({ pointer: '/url', message: 'must be a string' })
  else input.url = url
  const eventErrors = checkEvents(events)
  if (eventErrors.length === 0) input.events = events as EventName[]
  errors.push(...eventErrors)
  errors.push(...unknownMembers(body, MEMBERS))
  return { input, errors: errors.slice(0, MAX_ERRORS) }
}

export function unknownMembers(body: object, allowed: readonly string[]): InputError[] {
  const others = Object.keys(body).filter((member) => !allowed.includes(member))
  const pointer = (member: string) => `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return others.map((member) => ({ pointer: pointer(member), message: 'is not known here', allowed }))
}

function checkEvents(events: unknown): InputError[] {
  if (events === undefined) return [{ pointer: '/events', message: 'is required' }]
  if (!Array.isArray(events)) return [{ pointer: '/events', message: 'must be a list of event names' }]
  if (events.length === 0) return [{ pointer: '/events', message: 'must name at least one event', allowed: EVENTS }]
  const errors: InputError[] = []
  for (const [i, event] of events.entries()) {
    const read = readEvent(event)
    if (read instanceof ParseError) errors.push({ pointer: `/events/${i}`, message: read.message, ...read.hints })
    else if (events.indexOf(event) < i) errors.push({ pointer: `/events/${i}`, message: 'is named twice' })
  }
  return errors
}
