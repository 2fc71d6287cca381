import type { Static, TSchema } from 'typebox'
import type { RECORDS, RecordType } from '../records/records.ts'
import { MachineSummary, PriceItem } from './machine.ts'
import { ListingSummary } from './market.ts'
import { type Operation, operationsOf } from './operation.ts'
import { paging } from './search.ts'
import {
  closed,
  DateTime,
  nullable,
  oneOf,
  resource,
  strings,
  TIMESTAMP_OR_DURATION,
  Type,
  wholeNumbers,
} from './type.ts'

const version = Type.Integer({ minimum: 1 })

const id = Type.String({
  description: 'Id of the event, the same for every attempt.',
  examples: ['evt_019a8a0e-7d10-7b52-8f0e-5f1d3c2b1a09'],
})

function event<const T extends string, D extends TSchema>(type: T, description: string, data: D) {
  const name = type.replace(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase())
  return resource(`${name}Event`, description, { id, type: Type.Literal(type), created_at: DateTime(), data })
}

const VariantEventData = closed({ machine: MachineSummary, changed: Type.Array(Type.String()), version })

const { price_from_inr, price_to_inr, price_kind, price_as_of } = MachineSummary.properties
const priceSummary = { price_from_inr, price_to_inr, price_kind, price_as_of }

const PriceEventData = closed({
  machine: MachineSummary,
  prices: Type.Array(PriceItem),
  previous: Type.Required(Type.Object(priceSummary), { additionalProperties: false }),
  version,
})

const WithdrawnEventData = closed({
  machine: closed({ id: Type.Integer(), slug: Type.String() }),
  version,
})

const ListingEventData = closed({ listing: ListingSummary, version })

/** Events to subscribe to, with descriptions and data. */
const SUBSCRIBED = {
  'variant.published': ['A machine was published, for the first time or again.', VariantEventData],
  'variant.updated': ['Public fields of a published machine changed, except prices.', VariantEventData],
  'price.updated': ['Prices of a published machine changed.', PriceEventData],
  'variant.withdrawn': ['A machine was withdrawn.', WithdrawnEventData],
  'listing.published': ['A used listing was published, for the first time or again.', ListingEventData],
  'listing.updated': ['Public fields of a published listing changed, for example by a sale.', ListingEventData],
  'listing.withdrawn': [
    'A listing was withdrawn; sold listings are withdrawn after 90 days.',
    closed({ listing: closed({ id: Type.Integer() }), version }),
  ],
} as const satisfies Record<(typeof RECORDS)[RecordType]['events'][number], readonly [note: string, TSchema]>

const SUBSCRIBED_EVENTS = Object.fromEntries(
  Object.entries(SUBSCRIBED).map(([type, [note, data]]) => [type, event(type, note, data)]),
) as unknown as { [T in keyof typeof SUBSCRIBED]: ReturnType<typeof event<T, (typeof SUBSCRIBED)[T][1]>> }
export type EventName = keyof typeof SUBSCRIBED
export type EventData<E extends EventName> = Static<(typeof SUBSCRIBED)[E][1]>
export const EVENTS = Object.keys(SUBSCRIBED) as EventName[]

export const WEBHOOK_EVENTS = {
  ...SUBSCRIBED_EVENTS,
  'webhook.ping': event(
    'webhook.ping',
    'A test event, sent on request without a subscription and never repeated.',
    closed({ webhook_id: Type.String() }),
  ),
}

const events = Type.Array(oneOf(EVENTS), { minItems: 1, uniqueItems: true })

export const WebhookCreate = resource('WebhookCreate', 'A subscription to create.', {
  url: Type.String({ maxLength: 2_048, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\\\\\s@/?#]+(?:[/?#][^\\\\\\s]*)?$' }),
  events,
})
export type WebhookCreate = Static<typeof WebhookCreate>

const subscription = { id: Type.String(), url: Type.String(), events, created_at: DateTime() }

export const Webhook = resource('Webhook', 'A subscription of the key.', subscription)
export type Webhook = Static<typeof Webhook>

export const WebhookCreated = resource('WebhookCreated', 'A new subscription with its secret.', {
  ...subscription,
  secret: Type.String(),
})
export type WebhookCreated = Static<typeof WebhookCreated>

const WebhookDeleted = resource('WebhookDeleted', 'A deleted subscription.', {
  id: Type.String(),
  deleted: Type.Boolean(),
})

const timestamp = nullable(DateTime())
const text = nullable(Type.String())
const status = nullable(Type.Integer())

export const WebhookStatus = resource('WebhookStatus', 'A subscription and the state of its deliveries.', {
  ...subscription,
  status: oneOf(['active', 'failing', 'disabled']),
  disabled_reason: text,
  pending: Type.Integer(),
  last_success_at: timestamp,
  last_failure_at: timestamp,
  last_error: text,
})
export type WebhookStatus = Static<typeof WebhookStatus>

const WebhookAttempt = resource('WebhookAttempt', 'A delivery attempt.', {
  number: Type.Integer(),
  started_at: DateTime(),
  finished_at: timestamp,
  outcome: text,
  status,
  error: text,
})

const WebhookDelivery = resource('WebhookDelivery', 'An event for the subscription, with its attempts.', {
  ...strings('event_id', 'type'),
  state: oneOf(['pending', 'delivered', 'failed']),
  created_at: DateTime(),
  next_attempt_at: timestamp,
  finished_at: timestamp,
  attempts: Type.Array(WebhookAttempt),
})

export const WebhookDeliveries = resource('WebhookDeliveries', 'A page of deliveries, newest first.', {
  deliveries: Type.Array(WebhookDelivery),
  ...wholeNumbers('offset', 'limit'),
  has_more: Type.Boolean(),
})

export const WebhookPing = resource('WebhookPing', 'Result of a test event.', {
  event_id: Type.String(),
  delivered: Type.Boolean(),
  status,
  error: text,
  duration_ms: Type.Integer(),
})

export const WebhookSecret = resource('WebhookSecret', 'A new secret.', {
  ...strings('id', 'secret'),
  overlap_until: DateTime(),
})

const WebhookRedeliver = resource('WebhookRedeliver', 'Deliveries to send again.', {
  since: Type.String({ pattern: TIMESTAMP_OR_DURATION }),
})

export const WebhookRedelivered = resource('WebhookRedelivered', 'Deliveries being sent again.', {
  id: Type.String(),
  redelivered: Type.Integer(),
  since: DateTime(),
})

const webhookId = closed({
  webhook_id: Type.String({
    description: 'Id of the subscription.',
    examples: ['wh_019a8a0e-6f2b-7c31-9d5e-2f7f4f0f7b11'],
  }),
})
export const WEBHOOK_OPERATIONS: Operation[] = []
const operation = operationsOf({ tag: 'Webhooks', access: 'enterprise' }, WEBHOOK_OPERATIONS)

export const createWebhook = operation('createWebhook', 'POST /v1/webhooks', {
  summary: 'Subscribe to events',
  description: 'Creates one of at most 20 subscriptions per key; the response shows the signing secret only once.',
  body: WebhookCreate,
  response: WebhookCreated,
})

export const listWebhooks = operation('listWebhooks', 'GET /v1/webhooks', {
  summary: 'List subscriptions',
  description: 'Returns the subscriptions of the key without secrets, newest first.',
  response: Type.Array(Webhook),
})

export const deleteWebhook = operation('deleteWebhook', 'DELETE /v1/webhooks/{webhook_id}', {
  summary: 'Delete a subscription',
  description: 'Deletes a subscription and its pending deliveries.',
  parameters: webhookId,
  response: WebhookDeleted,
})

export const getWebhook = operation('getWebhook', 'GET /v1/webhooks/{webhook_id}', {
  summary: 'Get a subscription',
  description: 'Addition. Returns a subscription with its status, pending deliveries and last outcomes.',
  parameters: webhookId,
  response: WebhookStatus,
})

export const listWebhookDeliveries = operation('listWebhookDeliveries', 'GET /v1/webhooks/{webhook_id}/deliveries', {
  summary: 'List deliveries',
  description: 'Addition. Returns the deliveries of the last 7 days with their attempts, newest first.',
  parameters: webhookId,
  query: closed(paging('Maximum number of deliveries on the page', 'Number of deliveries to skip.')),
  response: WebhookDeliveries,
})

export const pingWebhook = operation('pingWebhook', 'POST /v1/webhooks/{webhook_id}/ping', {
  summary: 'Send a test event',
  description: 'Addition. Sends one signed `webhook.ping` without retries and returns the result.',
  parameters: webhookId,
  response: WebhookPing,
})

export const rotateWebhookSecret = operation('rotateWebhookSecret', 'POST /v1/webhooks/{webhook_id}/rotate-secret', {
  summary: 'Rotate the secret',
  description: 'Addition. Returns a new secret, shown only once; both secrets sign for 24 hours.',
  parameters: webhookId,
  response: WebhookSecret,
})

export const redeliverWebhook = operation('redeliverWebhook', 'POST /v1/webhooks/{webhook_id}/redeliver', {
  summary: 'Send deliveries again',
  description: 'Addition. Sends every delivery since a time again, with the same id and the same bytes.',
  parameters: webhookId,
  body: WebhookRedeliver,
  response: WebhookRedelivered,
})
