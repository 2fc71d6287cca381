import { type Html, html } from '../../site/html.ts'
import type { DeliveryFilter, DeliveryLine, SubscriptionHealth } from '../../webhooks/subscription-health.ts'
import type { Around, ConsolePage } from '../page.ts'
import { actions, button, field, guardedButton } from '../parts/forms.ts'
import { nothing, pager, sheet, table } from '../parts/table.ts'
import { bounded, id, moment, state, type Tone } from '../parts/values.ts'

interface WebhooksValues {
  subscriptions: readonly SubscriptionHealth[]
  page: number
  hasMore: boolean
}

const NUMBER = { is: 'number' } as const

export function webhooksPage(around: Around, { subscriptions, page, hasMore }: WebhooksValues): ConsolePage {
  const { to, now } = around
  const rows = subscriptions.map((one) => [
    html`<a href="${to(`webhooks/${one.id}`)}">${one.url}</a><br>${id(one.id)}`,
    html`<a href="${to(`keys/${one.key_id}`)}">${one.key_name}</a>`,
    healthOf(one),
    bounded(one.waiting),
    one.oldest_waiting === null ? null : moment(one.oldest_waiting, now),
    bounded(one.failed),
    moment(one.last_success_at, now),
    actions(...subscriptionActions(around, one)),
  ])
  const columns = [
    ...['Receiver', 'Key', 'State', { name: 'Waiting', ...NUMBER }, 'Oldest', { name: 'Failed', ...NUMBER }],
    ...['Last success', { name: 'Actions', is: 'acts' as const }],
  ]
  const empty = html`Nobody has subscribed. A key of the enterprise tier subscribes with <code>POST /v1/webhooks</code>.`
  const body = html`${rows.length > 0 ? table('Subscriptions', columns, rows) : nothing(empty)}
${pager({ page, hasMore, to: (page) => to('webhooks', { page }) })}`
  return { title: 'Webhooks', body, menu: 'webhooks' }
}

interface SubscriptionValues {
  subscription: SubscriptionHealth
  deliveries: readonly DeliveryLine[]
  filter: DeliveryFilter
  page: number
  hasMore: boolean
}

export const FILTERS: readonly DeliveryFilter[] = ['all', 'waiting', 'failed']

export function subscriptionPage(around: Around, values: SubscriptionValues): ConsolePage {
  const { subscription: one, deliveries, filter, page, hasMore } = values
  const { to, now } = around
  const path = `webhooks/${one.id}`
  const rows = deliveries.map((delivery) => [
    html`<a href="${to(`${path}/${delivery.event_id}`)}">${id(delivery.event_id)}</a>`,
    delivery.type,
    deliveryState(delivery.state),
    moment(delivery.created_at, now),
    String(delivery.attempts),
    delivery.due_at === null ? null : delivery.due_at <= now ? 'due' : moment(delivery.due_at, now),
    button(to(`${path}/${delivery.event_id}/resend`), 'Resend'),
  ])
  const columns = [
    ...['Event', 'Type', 'State', 'Recorded', { name: 'Attempts', ...NUMBER }, 'Next attempt'],
    { name: 'Actions', is: 'acts' as const },
  ]
  const choices = FILTERS.map(
    (name) =>
      html`<a class="button" href="${to(path, { show: name === 'all' ? null : name })}"${name === filter ? html` aria-current="true"` : null}>${name === 'all' ? 'All' : name === 'waiting' ? `Waiting ${bounded(one.waiting)}` : `Failed ${bounded(one.failed)}`}</a>`,
  )
  const body = html`${sheet([
    ['Receiver', one.url],
    ['Id', id(one.id)],
    ['Key', html`<a href="${to(`keys/${one.key_id}`)}">${one.key_name}</a>`],
    ['Events', one.events.join(', ')],
    ['State', html`${healthOf(one)} ${one.disabled_reason}`],
    ['Created', moment(one.created_at, now)],
    ['Last success', moment(one.last_success_at, now)],
    ...(one.failing_since === null ? [] : ([['Failing since', moment(one.failing_since, now)]] as const)),
    ...(one.oldest_waiting === null ? [] : ([['Oldest waiting', moment(one.oldest_waiting, now)]] as const)),
  ])}
<div class="acts-row">${subscriptionActions(around, one)}</div>
<h2>Deliveries</h2>
<nav class="filters" aria-label="Which deliveries">${choices}</nav>
${rows.length > 0 ? table('Deliveries', columns, rows) : nothing(filter === 'all' ? 'Nothing was recorded for it yet.' : `None is ${filter}.`)}
${pager({ page, hasMore, to: (page) => to(path, { show: filter === 'all' ? null : filter, page }) })}`
  return { title: 'Subscription', body, menu: 'webhooks' }
}

function subscriptionActions({ to }: Around, one: SubscriptionHealth): Html[] {
  const path = `webhooks/${one.id}`
  const turn =
    one.state === 'disabled' ? button(to(`${path}/enable`), 'Enable') : button(to(`${path}/disable`), 'Disable')
  return [
    turn,
    html`<form method="post" action="${to(`${path}/test`)}" class="line">${field(
      'Event',
      html`<select name="event">${one.events.map((name) => html`<option>${name}</option>`)}</select>`,
    )}<button class="button">Test</button></form>`,
    html`<form method="post" action="${to(`${path}/replay`)}" class="line">${field(
      'Since',
      html`<input name="since" value="24h" required autocomplete="off" size="10">`,
      'such as 24h, 2027-03-31',
    )}<label class="check"><input type="checkbox" name="failed" value="true"> only failed</label><button class="button">Replay</button></form>`,
    guardedButton(
      to(`${path}/delete`),
      'Delete',
      'Removes the subscription with all that waits for it. It cannot be taken back.',
    ),
  ]
}

const TONES: Record<string, Tone> = {
  ...{ active: 'good', failing: 'bad', disabled: 'warn', 'key ended': 'calm' },
  ...{ delivered: 'good', failed: 'bad', pending: 'warn' },
}

function healthOf({ state: word }: SubscriptionHealth): Html {
  return state(word, TONES[word]!)
}

export function deliveryState(word: string): Html {
  return state(word === 'pending' ? 'waiting' : word, TONES[word] ?? 'calm')
}
