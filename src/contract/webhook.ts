import type { Static, TSchema } from 'typebox'
import { MachineSummary, PriceItem, priceSummary } from './machine.ts'
import { DateTime, named, nullable, oneOf } from './shapes.ts'
import { Type } from './type.ts'

const version = Type.Integer({ minimum: 1 })

const id = Type.String({
  description: 'Id of the event: the same at every attempt, so that a second copy is known.',
  examples: ['evt_019a8a0e-7d10-7b52-8f0e-5f1d3c2b1a09'],
})

function event<const T extends string, D extends TSchema>(type: T, description: string, data: D) {
  const name = type.replace(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase())
  return named(
    `${name}Event`,
    Type.Object(
      { id, type: Type.Literal(type), created_at: DateTime(), data },
      { additionalProperties: false, description },
    ),
  )
}

const VariantEventData = Type.Object(
  { machine: MachineSummary, changed: Type.Array(Type.String()), version },
  { additionalProperties: false },
)
export type VariantEventData = Static<typeof VariantEventData>

const PriceEventData = Type.Object(
  {
    machine: MachineSummary,
    prices: Type.Array(PriceItem),
    previous: Type.Required(Type.Object(priceSummary), { additionalProperties: false }),
    version,
  },
  { additionalProperties: false },
)
export type PriceEventData = Static<typeof PriceEventData>

const WithdrawnEventData = Type.Object(
  {
    machine: Type.Object({ id: Type.Integer(), slug: Type.String() }, { additionalProperties: false }),
    version,
  },
  { additionalProperties: false },
)
export type WithdrawnEventData = Static<typeof WithdrawnEventData>

/** The events to subscribe to, by type. */
const SUBSCRIBED_EVENTS = {
  'variant.published': event(
    'variant.published',
    'A machine became visible, for the first time or again.',
    VariantEventData,
  ),
  'variant.updated': event(
    'variant.updated',
    'Public fields of a visible machine changed, prices aside.',
    VariantEventData,
  ),
  'price.updated': event('price.updated', 'Prices of a visible machine changed.', PriceEventData),
  'variant.withdrawn': event('variant.withdrawn', 'A visible machine is no longer visible.', WithdrawnEventData),
}
export type EventName = keyof typeof SUBSCRIBED_EVENTS
export const EVENTS = Object.keys(SUBSCRIBED_EVENTS) as EventName[]

/** Every event that a receiver may get, by type. */
export const WEBHOOK_EVENTS = {
  ...SUBSCRIBED_EVENTS,
  'webhook.ping': event(
    'webhook.ping',
    'A test, sent when the subscriber or the operator asks. Nobody subscribes to it; it is never repeated.',
    Type.Object({ webhook_id: Type.String() }, { additionalProperties: false }),
  ),
}

const events = Type.Array(oneOf(EVENTS), { minItems: 1, uniqueItems: true })

export const WebhookCreate = named(
  'WebhookCreate',
  Type.Object(
    { url: Type.String({ maxLength: 2_048 }), events },
    { additionalProperties: false, description: 'What to subscribe to.' },
  ),
)
export type WebhookCreate = Static<typeof WebhookCreate>

const subscription = { id: Type.String(), url: Type.String(), events, created_at: DateTime() }

export const Webhook = named(
  'Webhook',
  Type.Object(subscription, { additionalProperties: false, description: 'A subscription of the key.' }),
)
export type Webhook = Static<typeof Webhook>

export const WebhookCreated = named(
  'WebhookCreated',
  Type.Object(
    { ...subscription, secret: Type.String() },
    { additionalProperties: false, description: 'A new subscription, with its secret.' },
  ),
)
export type WebhookCreated = Static<typeof WebhookCreated>

export const WebhookDeleted = named(
  'WebhookDeleted',
  Type.Object(
    { id: Type.String(), deleted: Type.Boolean() },
    { additionalProperties: false, description: 'A subscription that is gone.' },
  ),
)

const moment = nullable(DateTime())
const text = nullable(Type.String())
const status = nullable(Type.Integer())
const closed = { additionalProperties: false }

export const WebhookStatus = named(
  'WebhookStatus',
  Type.Object(
    {
      ...subscription,
      status: oneOf(['active', 'failing', 'disabled']),
      disabled_reason: text,
      pending: Type.Integer(),
      last_success_at: moment,
      last_failure_at: moment,
      last_error: text,
    },
    { ...closed, description: 'A subscription and how its deliveries fare.' },
  ),
)
export type WebhookStatus = Static<typeof WebhookStatus>

const WebhookAttempt = named(
  'WebhookAttempt',
  Type.Object(
    { number: Type.Integer(), started_at: DateTime(), finished_at: moment, outcome: text, status, error: text },
    { ...closed, description: 'One attempt to deliver.' },
  ),
)

export const WebhookDelivery = named(
  'WebhookDelivery',
  Type.Object(
    {
      event_id: Type.String(),
      type: Type.String(),
      state: oneOf(['pending', 'delivered', 'failed']),
      created_at: DateTime(),
      next_attempt_at: moment,
      finished_at: moment,
      attempts: Type.Array(WebhookAttempt),
    },
    { ...closed, description: 'One event for the subscription, with its attempts.' },
  ),
)

export const WebhookDeliveries = named(
  'WebhookDeliveries',
  Type.Object(
    {
      deliveries: Type.Array(WebhookDelivery),
      offset: Type.Integer(),
      limit: Type.Integer(),
      has_more: Type.Boolean(),
    },
    { ...closed, description: 'A page of deliveries, newest first.' },
  ),
)

export const WebhookPing = named(
  'WebhookPing',
  Type.Object(
    {
      event_id: Type.String(),
      delivered: Type.Boolean(),
      status,
      error: text,
      duration_ms: Type.Integer(),
    },
    { ...closed, description: 'What became of a test event.' },
  ),
)

export const WebhookSecret = named(
  'WebhookSecret',
  Type.Object(
    { id: Type.String(), secret: Type.String(), overlap_until: DateTime() },
    { ...closed, description: 'A new secret.' },
  ),
)

export const WebhookRedeliver = named(
  'WebhookRedeliver',
  Type.Object({ since: Type.String() }, { ...closed, description: 'From when on to send again.' }),
)

export const WebhookRedelivered = named(
  'WebhookRedelivered',
  Type.Object(
    { id: Type.String(), redelivered: Type.Integer() },
    { ...closed, description: 'How many deliveries are sent again.' },
  ),
)
