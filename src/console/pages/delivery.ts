import { type Html, html } from '../../site/html.ts'
import type { AttemptView } from '../../webhooks/operator.ts'
import type { SubscriptionHealth, WholeDelivery } from '../../webhooks/subscription-health.ts'
import type { Around, ConsolePage } from '../page.ts'
import { button } from '../parts/forms.ts'
import { nothing, sheet } from '../parts/table.ts'
import { id, moment, state } from '../parts/values.ts'
import { deliveryState } from './webhooks.ts'

interface DeliveryValues {
  subscription: SubscriptionHealth
  delivery: WholeDelivery
}

/** One delivery: what is sent, and the result of each attempt. */
export function deliveryPage({ to, now }: Around, { subscription, delivery }: DeliveryValues): ConsolePage {
  const path = `webhooks/${subscription.id}`
  const body = html`${sheet([
    ['Event', id(delivery.event_id)],
    ['Type', delivery.type],
    ['Receiver', html`<a href="${to(path)}">${subscription.url}</a>`],
    ['State', deliveryState(delivery.state)],
    ['Recorded', moment(delivery.created_at, now)],
    ...(delivery.due_at === null ? [] : ([['Next attempt', moment(delivery.due_at, now)]] as const)),
  ])}
<div class="acts-row">${button(to(`${path}/${delivery.event_id}/resend`), 'Resend', { look: 'main' })}</div>
<h2>Attempts</h2>
${delivery.tries.length > 0 ? delivery.tries.toReversed().map((attempt) => attemptPart(attempt, now)) : nothing(delivery.state === 'delivered' ? 'The attempts of a delivery that arrived at once are not kept.' : 'None was made yet.')}
<section class="panel"><h2>Request</h2>
<p class="quiet">A POST of these bytes with <code>content-type: application/json</code>, <code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code> and <code>x-service-signature</code>. The signatures are made anew for each attempt and are not kept.</p>
<pre class="long" tabindex="0" aria-label="Request"><code>POST ${subscription.url}

${pretty(delivery.body)}</code></pre></section>`
  return { title: 'Delivery', body, menu: 'webhooks' }
}

function attemptPart(attempt: AttemptView, now: number): Html {
  const { number, started_at, finished_at, outcome, status, error, response } = attempt
  const took = finished_at === null ? null : `${Date.parse(finished_at) - Date.parse(started_at)} ms`
  const word = outcome ?? 'without an outcome'
  return html`<section class="panel attempt"><h3>Attempt ${number} ${state(word, outcome === 'delivered' ? 'good' : outcome ? 'bad' : 'warn')}</h3>
<p class="quiet">${moment(started_at, now)}${took && `, took ${took}`}${status !== null && `, answered ${status}`}</p>
${error && html`<p>${error}</p>`}
${response && html`<pre><code>${response}</code></pre>`}</section>`
}

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
