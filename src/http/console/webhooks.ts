import { deliveryPage } from '../../console/pages/delivery.ts'
import { FILTERS, subscriptionPage, webhooksPage } from '../../console/pages/webhooks.ts'
import { EVENTS } from '../../contract/webhook.ts'
import type { Db } from '../../database/schema.ts'
import { notFound } from '../../errors.ts'
import { parseSince } from '../../keys/expiry.ts'
import { webhookActs } from '../../operator/webhooks.ts'
import { createPost } from '../../webhooks/post.ts'
import type { Secrets } from '../../webhooks/secret-key.ts'
import { listDeliveries, readDelivery, subscriptionHealth } from '../../webhooks/subscription-health.ts'
import type { TargetGuard } from '../../webhooks/target-guard.ts'
import { type ActionOutcome, type ActionRequest, type ConsoleDoor, readRows } from './door.ts'

export interface WebhookPageParts {
  db: Db
  /** For what the pages read. */
  reads: Db
  secrets: Secrets
  targetGuard: TargetGuard
}

export function addWebhookPages(door: ConsoleDoor, { db, reads, secrets, targetGuard }: WebhookPageParts): void {
  const acts = webhookActs(db, 'console')
  const post = createPost(targetGuard)

  door.page('/webhooks', async (request) => {
    const { rows: subscriptions, ...paging } = await readRows(request.query, (rows) =>
      subscriptionHealth(reads, request.now, rows),
    )
    return webhooksPage(request, { subscriptions, ...paging })
  })

  door.page('/webhooks/:id', async (request) => {
    const id = request.params.id!
    const [subscription] = await subscriptionHealth(reads, request.now, { id })
    if (!subscription) return undefined
    const filter = FILTERS.find((name) => name === request.query.get('show')) ?? 'all'
    const { rows: deliveries, ...paging } = await readRows(request.query, (rows) =>
      listDeliveries(reads, id, filter, rows),
    )
    return subscriptionPage(request, { subscription, deliveries, filter, ...paging })
  })

  door.page('/webhooks/:id/:event', async (request) => {
    const { id, event } = request.params as { id: string; event: string }
    const [subscription] = await subscriptionHealth(reads, request.now, { id })
    const delivery = await readDelivery(reads, id, event)
    return subscription && delivery && deliveryPage(request, { subscription, delivery })
  })

  /** Acts on a subscription and leads back to its page. */
  function act(verb: string, run: (id: string, request: ActionRequest) => Promise<Said | undefined>): void {
    door.action(`/webhooks/:id/${verb}`, async (request): Promise<ActionOutcome> => {
      const id = request.params.id!
      const said = await run(id, request)
      if (!said) throw notFound('such subscription')
      return {
        to: request.to(said.isGone ? 'webhooks' : `webhooks/${id}`),
        text: said.text,
        isBad: said.isBad ?? false,
      }
    })
  }

  act('disable', async (id, { now }) => {
    if (!(await acts.disable(id, now))) return undefined
    return { text: 'Disabled: nothing more is sent; what happens meanwhile is collected.' }
  })
  act('enable', async (id, { now }) => {
    const pending = await acts.enable(id, now)
    return pending === undefined ? undefined : { text: `Enabled: ${pending} waiting deliveries are sent now.` }
  })
  act('delete', async (id) => {
    if (!(await acts.remove(id))) return undefined
    return { text: 'Deleted, with all that waited for it.', isGone: true }
  })
  act('replay', async (id, { form, now }) => {
    const [subscription] = await subscriptionHealth(reads, now, { id })
    if (!subscription) return undefined
    const since = parseSince(form.get('since')?.trim() ?? '', now)
    if (since === undefined)
      return { text: 'Since takes a date-time, a date or a duration back: 24h, 7d.', isBad: true }
    const replayed = await acts.replay(id, { since, failedOnly: form.get('failed') === 'true' }, now)
    const waits = subscription.state === 'disabled' ? ' They wait until it is enabled.' : ''
    return { text: `${replayed} deliveries are sent again.${waits}` }
  })
  act('test', async (id, { form, now }) => {
    const [subscription] = await subscriptionHealth(reads, now, { id })
    if (!subscription) return undefined
    const type = EVENTS.find((name) => name === form.get('event')) ?? subscription.events[0]!
    const sent = await acts.test({ db, secrets, post }, id, type)
    if (!sent) return undefined
    const { result, durationMs, eventId } = sent
    const isGood = result.kind === 'answer' && result.status >= 200 && result.status < 300
    const what = result.kind === 'answer' ? `the receiver answered ${result.status}` : result.error
    return { text: `Test event ${eventId}: ${what} after ${durationMs} ms.`, isBad: !isGood }
  })

  door.action('/webhooks/:id/:event/resend', async ({ to, now, params }) => {
    const { id, event } = params as { id: string; event: string }
    if (!(await readDelivery(reads, id, event))) throw notFound('such delivery')
    const isResent = await acts.resend(id, event, now)
    const text = isResent ? 'It is sent once more, now, under its own id.' : 'It was not sent: an attempt is under way.'
    return { to: to(`webhooks/${id}/${event}`), text, isBad: !isResent }
  })
}

interface Said {
  text: string
  isBad?: boolean
  isGone?: boolean
}
