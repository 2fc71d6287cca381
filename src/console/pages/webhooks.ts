import { bounded, DELIVERY_COLUMNS, deliveryState, webhooks as resource } from '../../admin/webhooks.ts'
import {
  type AttemptView,
  type DeliveryDetail,
  type DeliveryFilter,
  type DeliveryView,
  listDeliveries,
  readDelivery,
  type SubscriptionView,
  viewSubscriptions,
} from '../../webhooks/subscription-view.ts'
import { type Html, html } from '../../website/html.ts'
import { type ConsolePage, type PageContext, type Pages, readRows } from '../page.ts'
import { ACTIONS, type Columns, filters, id, nothing, pager, sheet, state, time } from '../parts.ts'
import { actionColumn, actionForm, actionForms, cellOf, detailsOf, tableOf } from '../resource-parts.ts'

const FILTERS: readonly DeliveryFilter[] = ['all', 'waiting', 'failed']

export const WEBHOOK_PAGES: Pages = {
  async '/webhooks'(context, { reads }) {
    const page = await readRows(context.query, (rows) => viewSubscriptions(reads, context.now, rows))
    const empty = html`No subscriptions. A key of the enterprise tier subscribes with <code>POST /v1/webhooks</code>.`
    const body = html`${page.rows.length > 0 ? tableOf(context, 'Subscriptions', resource.columns, page.rows, [actionColumn(context, resource)]) : nothing(empty)}
${pager({ ...page, to: (page) => context.to('webhooks', { page }) })}`
    return { title: 'Webhooks', body, menu: 'webhooks' }
  },

  async '/webhooks/:id'(context, { reads }) {
    const { to, query, now } = context
    const id = context.params.id!
    const [subscription] = await viewSubscriptions(reads, now, { id })
    if (!subscription) return undefined
    const filter = FILTERS.find((name) => name === query.get('show')) ?? 'all'
    const page = await readRows(query, (rows) => listDeliveries(reads, id, filter, rows))
    const path = `webhooks/${id}`
    const labels = {
      all: 'All',
      waiting: `Waiting ${bounded(subscription.waiting)}`,
      failed: `Failed ${bounded(subscription.failed)}`,
    }
    const choices = Object.entries(labels).map(([name, text]) => ({
      text,
      href: to(path, { show: name === 'all' ? null : name }),
      isOn: name === filter,
    }))
    const resend: Columns<DeliveryView>[number] = [
      ACTIONS,
      ({ event_id }) => actionForm(context, resource, 'resend', subscription, { within: event_id }),
    ]
    const body = html`${detailsOf(context, resource.details, subscription)}
<div class="acts-row">${actionForms(context, resource, subscription)}</div>
<h2>Deliveries</h2>
${filters('Which deliveries', choices)}
${page.rows.length > 0 ? tableOf(context, 'Deliveries', DELIVERY_COLUMNS, page.rows, [resend]) : nothing(filter === 'all' ? 'No deliveries.' : `No ${filter} deliveries.`)}
${pager({ ...page, to: (page) => to(path, { show: filter === 'all' ? null : filter, page }) })}`
    return { title: 'Subscription', body, menu: 'webhooks' }
  },

  async '/webhooks/:id/:event'(context, { reads }) {
    const { id, event } = context.params as { id: string; event: string }
    const [subscription] = await viewSubscriptions(reads, context.now, { id })
    const delivery = await readDelivery(reads, id, event)
    return subscription && delivery && deliveryPage(context, subscription, delivery)
  },
}

/** One delivery: what is sent, and the result of each attempt. */
function deliveryPage(context: PageContext, subscription: SubscriptionView, delivery: DeliveryDetail): ConsolePage {
  const { to, now } = context
  const { event_id, due_at, tries } = delivery
  const body = html`${sheet([
    ['Event', id(event_id)],
    ['Type', delivery.type],
    ['Receiver', html`<a href="${to(`webhooks/${subscription.id}`)}">${subscription.url}</a>`],
    ['State', cellOf(context, deliveryState(delivery))],
    ['Recorded', time(delivery.created_at, now)],
    ...(due_at === null ? [] : ([['Next attempt', time(due_at, now)]] as const)),
  ])}
<div class="acts-row">${actionForm(context, resource, 'resend', subscription, { within: event_id, style: 'main' })}</div>
<h2>Attempts</h2>
${tries.length > 0 ? tries.toReversed().map((attempt) => attemptPart(attempt, now)) : nothing(delivery.state === 'delivered' ? 'Attempts are not kept if the first one succeeds.' : 'No attempts yet.')}
<section class="panel"><h2>Request</h2>
<p class="quiet">A POST of these bytes with <code>content-type: application/json</code>, <code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code> and <code>x-service-signature</code>. Each attempt has new signatures, which are not kept.</p>
<pre class="long" tabindex="0" aria-label="Request"><code>POST ${subscription.url}

${JSON.stringify(JSON.parse(delivery.body), null, 2)}</code></pre></section>`
  return { title: 'Delivery', body, menu: 'webhooks' }
}

function attemptPart(attempt: AttemptView, now: number): Html {
  const { number, started_at, finished_at, outcome, status, error, response } = attempt
  const took = finished_at === null ? null : `${Date.parse(finished_at) - Date.parse(started_at)} ms`
  const word = outcome ?? 'without an outcome'
  return html`<section class="panel attempt"><h3>Attempt ${number} ${state(word, outcome === 'delivered' ? 'good' : outcome ? 'bad' : 'warn')}</h3>
<p class="quiet">${time(started_at, now)}${took && `, took ${took}`}${status !== null && `, answered ${status}`}</p>
${error && html`<p>${error}</p>`}
${response && html`<pre><code>${response}</code></pre>`}</section>`
}
