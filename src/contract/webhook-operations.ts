import { none, type Operation } from './operation.ts'
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

const webhookId = Type.Object(
  {
    webhook_id: Type.String({
      description: 'Id of the subscription.',
      examples: ['wh_019a8a0e-6f2b-7c31-9d5e-2f7f4f0f7b11'],
    }),
  },
  { additionalProperties: false },
)
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

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  createWebhook,
  listWebhooks,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  pingWebhook,
  rotateWebhookSecret,
  redeliverWebhook,
]
