import type { Static, TObject, TSchema } from 'typebox'
import { Changes, ChangesParameters } from './changes.ts'
import { ImplementSummary } from './implement.ts'
import { MarketListing } from './listing.ts'
import { Machine } from './machine.ts'
import { MachineClass } from './machine-class.ts'
import { ListingParameters, ListingSearchOut, MarketValues, ValueParameters } from './market.ts'
import { MachineSearchOut, SearchParameters } from './search.ts'
import { Type } from './type.ts'
import { MAX_LIMIT } from './values.ts'
import {
  Webhook,
  WebhookCreate,
  WebhookCreated,
  WebhookDeleted,
  WebhookDeliveries,
  WebhookPing,
  WebhookRedeliver,
  WebhookRedelivered,
  WebhookSecret,
  WebhookStatus,
} from './webhook.ts'

/** Who may call: `read` needs no key unless the operator requires one; `enterprise` needs a key of that tier. */
export type Access = 'read' | 'enterprise'

export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  /** As in OpenAPI: `/v1/tractors/{slug}`. */
  path: string
  tag: 'Catalogue' | 'Market' | 'Webhooks'
  summary: string
  description: string
  access: Access
  parameters: TObject
  query: TObject
  /** Request headers of its own. */
  headers?: TObject
  body?: TSchema
  response: TSchema
  /** Statuses besides 200 and those that every operation has. */
  statuses: readonly number[]
}

const none = Type.Object({}, { additionalProperties: false })

const webhookId = Type.Object(
  {
    webhook_id: Type.String({
      description: 'Id of the subscription.',
      examples: ['wh_019a8a0e-6f2b-7c31-9d5e-2f7f4f0f7b11'],
    }),
  },
  { additionalProperties: false },
)
const slug = Type.Object(
  { slug: Type.String({ description: 'Slug of the machine.', examples: ['mahindra-575-di'] }) },
  { additionalProperties: false },
)

export const searchTractors = {
  id: 'searchTractors',
  method: 'GET',
  path: '/v1/tractors',
  tag: 'Catalogue',
  summary: 'Search the machines',
  description:
    'Every published machine of every class. Filters are joined by AND, values within one by OR. Unknown values match nothing; unknown parameters are errors. `X-Sort` names the sort that was asked for.',
  access: 'read',
  parameters: none,
  query: SearchParameters,
  response: MachineSearchOut,
  statuses: [304],
} satisfies Operation

export const SheetParameters = Type.Object(
  {
    as_of: Type.String({
      default: '',
      maxLength: 40,
      description:
        'Addition. The sheet as it was served at a moment, which `Memento-Datetime` names: a date-time with an offset, or a date, meaning its end in Asia/Kolkata; neither in the future. `similar` is then empty. 404 where the machine was not visible then, or the history does not reach back.',
      examples: [''],
    }),
  },
  { additionalProperties: false },
)
export type SheetParameters = Static<typeof SheetParameters>

export const getTractor = {
  id: 'getTractor',
  method: 'GET',
  path: '/v1/tractors/{slug}',
  tag: 'Catalogue',
  summary: 'The full sheet of a machine',
  description:
    'Engine, drivetrain, loads and dimensions, prices with their kind and date, media, spec groups and similar machines.',
  access: 'read',
  parameters: slug,
  query: SheetParameters,
  response: Machine,
  statuses: [304, 404],
} satisfies Operation

export const listImplements = {
  id: 'listImplements',
  method: 'GET',
  path: '/v1/tractors/{slug}/implements',
  tag: 'Catalogue',
  summary: 'The implements that fit a machine',
  description: 'Published implements that fit by HP band, linkage, class and carrier weight, by kind, then name.',
  access: 'read',
  parameters: slug,
  query: none,
  response: Type.Array(ImplementSummary),
  statuses: [304, 404],
} satisfies Operation

export const searchListings = {
  id: 'searchListings',
  method: 'GET',
  path: '/v1/market/listings',
  tag: 'Market',
  summary: 'Search the used listings',
  description:
    'Addition. Live listings, or with `status=sold` those sold within the last 90 days. Parameters, facets, paging and headers follow the rules of `GET /v1/tractors`. Counts of `state` ignore the chosen state and district; `district` is counted once a state is given.',
  access: 'read',
  parameters: none,
  query: ListingParameters,
  response: ListingSearchOut,
  statuses: [304],
} satisfies Operation

export const getListing = {
  id: 'getListing',
  method: 'GET',
  path: '/v1/market/listings/{listing_id}',
  tag: 'Market',
  summary: 'One used listing',
  description: "A live listing, or one sold within the last 90 days. The seller's contact is never part of it.",
  access: 'read',
  parameters: Type.Object(
    { listing_id: Type.Integer({ minimum: 1, description: 'Id of the listing.', examples: [3] }) },
    { additionalProperties: false },
  ),
  query: none,
  response: MarketListing,
  statuses: [304, 404],
} satisfies Operation

export const getValues = {
  id: 'getValues',
  method: 'GET',
  path: '/v1/market/values',
  tag: 'Market',
  summary: 'What a used machine is asked and sold for',
  description:
    'Addition. Quartiles over comparable listings of the last 24 months: of the same machine, else of its family, else of its class and HP band, whichever is nearest and has at least five; null with the reason when none has. `method` tells how they are found.',
  access: 'read',
  parameters: none,
  query: ValueParameters,
  response: MarketValues,
  statuses: [304, 404],
} satisfies Operation

export const listClasses = {
  id: 'listClasses',
  method: 'GET',
  path: '/v1/machines/classes',
  tag: 'Catalogue',
  summary: 'The machine classes',
  description:
    'Every class with its labels in English, Hindi and Tamil, its plate fields and the number of its published machines.',
  access: 'read',
  parameters: none,
  query: none,
  response: Type.Array(MachineClass),
  statuses: [304],
} satisfies Operation

export const listChanges = {
  id: 'listChanges',
  method: 'GET',
  path: '/v1/changes',
  tag: 'Catalogue',
  summary: 'What has changed since a cursor',
  description:
    'Addition. Every machine once, in the order of its newest change: `published` if it was not visible at the cursor, `updated` if it was, `withdrawn` if it is visible no longer. A change of its maker or class is one of its summary. Without `since` all that are visible now, so one loop makes a copy and keeps it: go on with `next`, at once while `more` is true. A part may have fewer changes than asked for, or none.',
  access: 'read',
  parameters: none,
  query: ChangesParameters,
  response: Changes,
  statuses: [410],
} satisfies Operation

export const createWebhook = {
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'Subscribe to events',
  description: 'The secret that signs the deliveries is shown this once. At most 20 subscriptions a key.',
  access: 'enterprise',
  parameters: none,
  query: none,
  headers: Type.Object({
    'Idempotency-Key': Type.String({
      maxLength: 255,
      description:
        'Addition. Any text of at most 255 visible characters, new for each subscription. For 24 hours the same key and body get the first answer again; another body is 409.',
      examples: ['0b9c5a3e-lender-portal'],
    }),
  }),
  body: WebhookCreate,
  response: WebhookCreated,
  statuses: [409, 413, 415],
} satisfies Operation

export const listWebhooks = {
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: "The key's subscriptions",
  description: 'Newest first. Secrets are not shown again.',
  access: 'enterprise',
  parameters: none,
  query: none,
  response: Type.Array(Webhook),
  statuses: [],
} satisfies Operation

export const deleteWebhook = {
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Remove a subscription',
  description: 'What is still pending for it is dropped.',
  access: 'enterprise',
  parameters: webhookId,
  query: none,
  response: WebhookDeleted,
  statuses: [404],
} satisfies Operation

export const getWebhook = {
  id: 'getWebhook',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'One subscription and its health',
  description: 'Addition. Status, what waits, and the last outcomes.',
  access: 'enterprise',
  parameters: webhookId,
  query: none,
  response: WebhookStatus,
  statuses: [404],
} satisfies Operation

export const listWebhookDeliveries = {
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  tag: 'Webhooks',
  summary: 'Its deliveries of the last 7 days',
  description: 'Addition. Newest first, each with its attempts.',
  access: 'enterprise',
  parameters: webhookId,
  query: Type.Object(
    {
      limit: Type.Integer({
        default: 20,
        minimum: 0,
        'x-clamp': MAX_LIMIT,
        description: `Deliveries on a page; above ${MAX_LIMIT} it is ${MAX_LIMIT}.`,
        examples: [20],
      }),
      offset: Type.Integer({ default: 0, minimum: 0, description: 'Deliveries to skip.', examples: [0] }),
    },
    { additionalProperties: false },
  ),
  response: WebhookDeliveries,
  statuses: [404],
} satisfies Operation

export const pingWebhook = {
  id: 'pingWebhook',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/ping',
  tag: 'Webhooks',
  summary: 'Send a test event',
  description: 'Addition. Sends one signed `webhook.ping` now and tells what became of it. It is never repeated.',
  access: 'enterprise',
  parameters: webhookId,
  query: none,
  response: WebhookPing,
  statuses: [404],
} satisfies Operation

export const rotateWebhookSecret = {
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/rotate-secret',
  tag: 'Webhooks',
  summary: 'Get a new secret',
  description: 'Addition. The new secret is shown this once; both sign for 24 hours.',
  access: 'enterprise',
  parameters: webhookId,
  query: none,
  response: WebhookSecret,
  statuses: [404],
} satisfies Operation

export const redeliverWebhook = {
  id: 'redeliverWebhook',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/redeliver',
  tag: 'Webhooks',
  summary: 'Send again what was sent since a moment',
  description: 'Addition. Every delivery since then is sent again, under its own id and with the same bytes.',
  access: 'enterprise',
  parameters: webhookId,
  query: none,
  body: WebhookRedeliver,
  response: WebhookRedelivered,
  statuses: [404, 413, 415],
} satisfies Operation

export const OPERATIONS: readonly Operation[] = [
  searchTractors,
  getTractor,
  listImplements,
  searchListings,
  getListing,
  getValues,
  listClasses,
  listChanges,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  pingWebhook,
  rotateWebhookSecret,
  redeliverWebhook,
]
