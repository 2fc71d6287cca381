import { type Static, Type } from 'typebox'
import { MachineSummary, PriceItem } from './machine.ts'
import { DateOnly, DateTime, named, nullable, oneOf } from './shapes.ts'
import { EVENTS, PRICE_KINDS } from './values.ts'

const events = Type.Array(oneOf(EVENTS), { minItems: 1, uniqueItems: true })

export const WebhookCreate = named(
  'WebhookCreate',
  Type.Object(
    { url: Type.String({ maxLength: 2_048, description: 'https, port 443 or above 1023.' }), events },
    { additionalProperties: false },
  ),
)
export type WebhookCreate = Static<typeof WebhookCreate>

const subscription = { id: Type.String(), url: Type.String(), events, created_at: DateTime() }

export const Webhook = named('Webhook', Type.Object(subscription, { additionalProperties: false }))
export type Webhook = Static<typeof Webhook>

export const WebhookCreated = named(
  'WebhookCreated',
  Type.Object(
    { ...subscription, secret: Type.String({ description: 'Signs the deliveries. Shown this once.' }) },
    { additionalProperties: false },
  ),
)
export type WebhookCreated = Static<typeof WebhookCreated>

export const WebhookDeleted = named(
  'WebhookDeleted',
  Type.Object({ id: Type.String(), deleted: Type.Literal(true) }, { additionalProperties: false }),
)

const envelope = { id: Type.String(), created_at: DateTime() }
const version = Type.Integer({
  minimum: 1,
  description: 'Rises with every change of the machine; discard what is older.',
})

export const VariantEvent = named(
  'VariantEvent',
  Type.Object(
    {
      ...envelope,
      type: oneOf(['variant.published', 'variant.updated']),
      data: Type.Object(
        { machine: MachineSummary, changed: Type.Array(Type.String()), version },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
)

export const PriceEvent = named(
  'PriceEvent',
  Type.Object(
    {
      ...envelope,
      type: oneOf(['price.updated']),
      data: Type.Object(
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
      ),
    },
    { additionalProperties: false },
  ),
)
export type VariantEventData = Static<typeof VariantEvent>['data']
export type PriceEventData = Static<typeof PriceEvent>['data']
