import type { Static, TSchema } from 'typebox'
import { MachineSummary, PriceItem, priceSummary } from './machine.ts'
import { DateTime, named, oneOf } from './shapes.ts'
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
}
export type EventName = keyof typeof SUBSCRIBED_EVENTS
export const EVENTS = Object.keys(SUBSCRIBED_EVENTS) as EventName[]

/** Every event that a receiver may get, by type. */
export const WEBHOOK_EVENTS = {
  ...SUBSCRIBED_EVENTS,
  'webhook.ping': event(
    'webhook.ping',
    'A test that the operator sends by hand. Nobody subscribes to it; it is never repeated.',
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
    { id: Type.String(), deleted: Type.Literal(true) },
    { additionalProperties: false, description: 'A subscription that is gone.' },
  ),
)
