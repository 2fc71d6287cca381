import { type Static, type TSchema, Type } from 'typebox'
import { MachineSummary, PriceItem } from './machine.ts'
import { DateOnly, DateTime, named, nullable, oneOf } from './shapes.ts'
import { EVENTS, PRICE_KINDS } from './values.ts'

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

const version = Type.Integer({ minimum: 1 })

function event<const T extends string, D extends TSchema>(name: string, type: T, description: string, data: D) {
  return named(
    name,
    Type.Object(
      { id: Type.String(), type: Type.Literal(type), created_at: DateTime(), data },
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
    previous: Type.Object(
      {
        price_from_inr: nullable(Type.Integer()),
        price_to_inr: nullable(Type.Integer()),
        price_kind: nullable(oneOf(PRICE_KINDS)),
        price_as_of: nullable(DateOnly()),
      },
      { additionalProperties: false },
    ),
    version,
  },
  { additionalProperties: false },
)
export type PriceEventData = Static<typeof PriceEventData>

export const VariantPublished = event(
  'VariantPublishedEvent',
  'variant.published',
  'A machine became visible, for the first time or again.',
  VariantEventData,
)
export const VariantUpdated = event(
  'VariantUpdatedEvent',
  'variant.updated',
  'Public fields of a visible machine changed, prices aside.',
  VariantEventData,
)
export const PriceUpdated = event(
  'PriceUpdatedEvent',
  'price.updated',
  'Prices of a visible machine changed.',
  PriceEventData,
)
const WebhookPing = event(
  'WebhookPingEvent',
  'webhook.ping',
  'A test that the operator sends by hand. Nobody subscribes to it; it is never repeated.',
  Type.Object({ webhook_id: Type.String() }, { additionalProperties: false }),
)

/** Every event that a receiver may get, by type. */
export const WEBHOOK_EVENTS = {
  'variant.published': VariantPublished,
  'variant.updated': VariantUpdated,
  'price.updated': PriceUpdated,
  'webhook.ping': WebhookPing,
} as const
