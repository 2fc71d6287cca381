import { bounded, deliveries, webhooks } from '../../admin/webhooks.ts'
import {
  type AttemptView,
  type DeliveryDetail,
  type DeliveryFilter,
  listDeliveries,
  readDelivery,
  type SubscriptionView,
  viewSubscriptions,
} from '../../webhooks/subscription-view.ts'
import { type Html, html } from '../../website/html.ts'
import { type ConsolePage, type PageContext, type Pages, readRows } from '../page.ts'
import { ACTIONS, detailsOf, filters, nothing, pager, state, time } from '../parts.ts'
import { actionForm, resourcePages, tableOf } from '../resource-pages.ts'

const FILTERS: readonly DeliveryFilter[] = ['all', 'waiting', 'failed']

export const WEBHOOK_PAGES: Pages = {
  ...resourcePages(webhooks, {
    async more(request, { reads }, subscription) {
      const { id, waiting, failed } = subscription
      const filter = FILTERS.find((name) => name === request.query.get('show')) ?? 'all'
      const address = (show: string, page?: number) =>
        request.to(`webhooks/${id}`, { show: show === 'all' ? null : show, page })
      const page = await readRows(request.query, (rows) => listDeliveries(reads, id, filter, rows))
      const labels = { all: 'All', waiting: `Waiting ${bounded(waiting)}`, failed: `Failed ${bounded(failed)}` }
      const choices = Object.entries(labels).map(([name, text]) => ({
        text,
        href: address(name),
        isOn: name === filter,
      }))
      const resend = (event: string) => actionForm(request, webhooks, 'resend', subscription, { within: event })
      const listed = tableOf(request, deliveries, page.rows, [[ACTIONS, ({ event_id }) => resend(event_id)]])
      return html`<h2>Deliveries</h2>
${filters('Which deliveries', choices)}
${page.rows.length > 0 ? listed : nothing(filter === 'all' ? 'No deliveries.' : `No ${filter} deliveries.`)}
${pager(page, (page) => address(filter, page))}`
    },
  }),

  async '/webhooks/:id/:event'(context, { reads }) {
    const { id, event } = context.params as { id: string; event: string }
    const [subscription] = await viewSubscriptions(reads, context.now, { id })
    const delivery = await readDelivery(reads, id, event)
    return subscription && delivery && deliveryPage(context, subscription, delivery)
  },
}

function deliveryPage(context: PageContext, subscription: SubscriptionView, delivery: DeliveryDetail): ConsolePage {
  const { to, now } = context
  const { id, url } = subscription
  const { tries, event_id } = delivery
  const { attempts: _, ...members } = deliveries.json(delivery)
  const body = html`<p>To <a href="${to(`webhooks/${id}`)}">${url}</a></p>
${detailsOf(Object.entries(members), now)}
<div class="acts-row">${actionForm(context, webhooks, 'resend', subscription, { within: event_id, style: 'main' })}</div>
<h2>Attempts</h2>
${tries.length > 0 ? tries.toReversed().map((attempt) => attemptPart(attempt, now)) : nothing(delivery.state === 'delivered' ? 'Attempts are not kept if the first one succeeds.' : 'No attempts yet.')}
<section class="panel"><h2>Request</h2>
<p class="quiet">A POST of these bytes with <code>content-type: application/json</code>, <code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code> and <code>x-service-signature</code>. Each attempt has new signatures, which are not kept.</p>
<pre class="long" tabindex="0" aria-label="Request"><code>POST ${url}

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
${response && html`<pre tabindex="0"><code>${response}</code></pre>`}</section>`
}
