import type { Db } from '../database/schema.ts'
import { iso } from '../lib/calendar.ts'
import { EVENTS } from '../schema/api/webhook.ts'
import { type Ping, pingSubscription, testSubscription } from '../webhooks/ping.ts'
import { disableSubscription, enableSubscription, replayDeliveries, resendDelivery } from '../webhooks/replay.ts'
import { rotateSecret } from '../webhooks/signing.ts'
import {
  type DeliveryView,
  MAX_COUNTED,
  type SubscriptionView,
  viewSubscriptions,
} from '../webhooks/subscription-view.ts'
import { removeSubscription } from '../webhooks/subscriptions.ts'
import {
  type ActionField,
  type ActionResult,
  type AdminContext,
  actionOf,
  byId,
  type Cell,
  type Resource,
  type Severity,
  withAudit,
} from './actions.ts'
import { duration, flag, oneOf, required, time, withDefault, word } from './inputs.ts'

const SEVERITIES: Readonly<Record<string, Severity>> = {
  active: 'good',
  failing: 'bad',
  disabled: 'warn',
  'key ended': 'calm',
  delivered: 'good',
  failed: 'bad',
  pending: 'warn',
}
const action = actionOf<SubscriptionView>()

const FACTS = {
  key: { name: 'Key', value: ({ key_id, key_name }) => ({ text: key_name, path: `keys/${key_id}` }) },
  lastSuccess: { name: 'Last success', value: ({ last_success_at }) => ({ timestamp: last_success_at }) },
} satisfies Record<string, ActionField<SubscriptionView>>

/** Subscriptions to events. */
export const webhooks: Resource<SubscriptionView> = {
  name: 'webhooks',
  singular: 'subscription',
  id: byId('webhooks', 'a subscription'),
  idOf: ({ id }) => ({ id }),
  json: ({ waiting, oldest_waiting: _, ...view }) => ({
    ...view,
    created_at: iso(view.created_at),
    disabled_at: iso(view.disabled_at),
    last_success_at: iso(view.last_success_at),
    failing_since: iso(view.failing_since),
    warned_at: iso(view.warned_at),
    pending: waiting,
  }),
  columns: [
    { name: 'Id', surface: 'terminal', value: ({ id }) => id },
    {
      name: 'Receiver',
      surface: 'page',
      value: ({ id, url }) => ({ text: url, path: `webhooks/${id}`, below: { text: id, style: 'code' } }),
    },
    FACTS.key,
    { name: 'State', value: ({ state }) => ({ text: state, severity: SEVERITIES[state]! }) },
    { name: 'Waiting', kind: 'number', value: ({ waiting }) => bounded(waiting) },
    { name: 'Oldest', value: ({ oldest_waiting }) => (oldest_waiting === null ? null : { timestamp: oldest_waiting }) },
    { name: 'Failed', kind: 'number', value: ({ failed }) => bounded(failed) },
    FACTS.lastSuccess,
    { name: 'Receiver', surface: 'terminal', value: ({ url }) => url },
  ],
  details: [
    { name: 'Receiver', value: ({ url }) => url },
    { name: 'Id', value: ({ id }) => ({ text: id, style: 'code' }) },
    FACTS.key,
    { name: 'Events', value: ({ events }) => events.join(', ') },
    {
      name: 'State',
      value: ({ state, disabled_reason }) => ({ text: state, severity: SEVERITIES[state]!, next: disabled_reason }),
    },
    { name: 'Created', value: ({ created_at }) => ({ timestamp: created_at }) },
    FACTS.lastSuccess,
    {
      name: 'Failing since',
      value: ({ failing_since: timestamp }) => (timestamp === null ? undefined : { timestamp }),
    },
    { name: 'Disabled', value: ({ disabled_at: timestamp }) => (timestamp === null ? undefined : { timestamp }) },
    {
      name: 'Oldest waiting',
      value: ({ oldest_waiting: timestamp }) => (timestamp === null ? undefined : { timestamp }),
    },
    {
      name: 'Deliveries',
      value: ({ waiting, delivered, failed }) =>
        delivered === null
          ? undefined
          : `${bounded(waiting)} waiting, ${bounded(delivered)} delivered, ${bounded(failed)} failed`,
    },
    {
      name: 'Secret',
      value: ({ rotating }) => (rotating > 0 ? 'being rotated; the old secret signs too' : undefined),
    },
  ],
  find: readSubscription,
  actions: {
    ping: action({
      description: 'send a signed test event now and print the response',
      isReadOnly: true,
      run: async (context, { id }) =>
        reportPing(context, 'ping', id, await pingSubscription(await context.sending(), id)),
    }),

    test: action({
      description: 'send a signed event about a sample record now and print the response',
      button: 'Test',
      isReadOnly: true,
      args: {
        event: oneOf(EVENTS, 'its type; default: the first type the subscription selects', {
          metavar: 'TYPE',
          form: { label: 'Event' },
        }),
      },
      choices: ({ events }) => ({ event: events }),
      async run(context, { id }, { event }) {
        const subscription = await find(context, id)
        if (!subscription) return undefined
        const sent = await testSubscription(await context.sending(), id, event ?? subscription.events[0]!)
        return reportPing(context, 'test', id, sent)
      },
    }),

    rotate: action({
      description: 'replace the signing secret and show the new one once',
      args: { overlap: withDefault(duration('how long the old secret signs too'), '24h') },
      async run(context, { id }, { overlap }) {
        if (!(await find(context, id))) return undefined
        const { secrets } = await context.sending()
        const rotate = (trx: Db) => rotateSecret(trx, secrets, id, overlap, context.now)
        const secret = await withAudit(context, 'webhooks.rotate', id, rotate, { overlap_seconds: overlap / 1_000 })
        if (secret === undefined) return undefined
        const until = iso(context.now + overlap)
        const old = overlap === 0 ? 'The old secret has expired.' : `The old secret signs too until ${until}.`
        return { json: { id, secret, overlap_until: until }, text: `Rotated the secret of ${id}. ${old}`, secret }
      },
    }),

    disable: action({
      description: 'stop deliveries; events are queued',
      button: 'Disable',
      isPossible: ({ state }) => state !== 'disabled',
      async run(context, { id }) {
        const isDone = await withAudit(context, 'webhooks.disable', id, (trx) =>
          disableSubscription(trx, id, context.now),
        )
        return isDone ? { json: { id, disabled: true }, text: `Disabled ${id}. New events are queued.` } : undefined
      },
    }),

    enable: action({
      description: 'resume deliveries, starting with queued events',
      button: 'Enable',
      isPossible: ({ state }) => state === 'disabled',
      async run(context, { id }) {
        const enable = (trx: Db) => enableSubscription(trx, id, context.now)
        const pending = await withAudit(context, 'webhooks.enable', id, enable, (count) => ({ pending: count! }))
        if (pending === undefined) return undefined
        return {
          json: { id, enabled: true, pending },
          text: `Enabled ${id}. ${pending} pending deliveries are due now.`,
        }
      },
    }),

    resend: actionOf<SubscriptionView, 'id' | 'event'>()({
      description: 'send one event again now, with the same event id',
      button: 'Resend',
      within: { event: word('the id of an event; `yantra webhooks deliveries ID` lists them') },
      async run(context, { id, event }) {
        const subscription = await find(context, id)
        if (!subscription) return undefined
        const resend = (trx: Db) => resendDelivery(trx, id, event, context.now)
        const resent = await withAudit(context, 'webhooks.resend', id, resend, { event })
        const text = resent
          ? `Queued ${event} for ${id}.${describeWait(subscription)}`
          : `Nothing was sent: ${id} has no delivery of ${event}, or an attempt is in progress.`
        return { json: { id, event_id: event, resent, state: subscription.state }, text, hasFailed: !resent }
      },
    }),

    replay: action({
      description: 'send all events since a time again, with the same event ids',
      button: 'Replay',
      failure: 'No event was sent again',
      args: {
        since: required(
          time('first time: a date-time, a date (00:00 UTC), or a duration ago (24h)', {
            form: { label: 'Since', value: '24h', note: '24h or 2027-03-31' },
          }),
        ),
        failed: flag('only deliveries whose attempts all failed', { form: { label: 'only failed' } }),
      },
      async run(context, { id }, { since, failed }) {
        const subscription = await find(context, id)
        if (!subscription) return undefined
        const replay = (trx: Db) => replayDeliveries(trx, id, { since, failedOnly: failed }, context.now)
        const detail = { since: iso(since), failed_only: failed }
        const replayed = await withAudit(context, 'webhooks.replay', id, replay, (count) => ({
          ...detail,
          replayed: count,
        }))
        const text = `Queued ${replayed} deliveries of ${id}.${describeWait(subscription)}`
        return { json: { id, replayed, state: subscription.state }, text }
      },
    }),

    delete: action({
      description: 'delete a subscription with its pending deliveries',
      button: 'Delete',
      warning: () => 'This deletes the subscription and its pending deliveries. It cannot be undone.',
      async run(context, { id }) {
        const subscription = await find(context, id)
        if (!subscription) return undefined
        if (!(await withAudit(context, 'webhooks.delete', id, (trx) => removeSubscription(trx, id)))) return undefined
        const text = `Deleted ${id} with ${bounded(subscription.waiting)} pending deliveries.`
        return { json: { id, deleted: true, dropped: subscription.waiting }, text, isRemoved: true }
      },
    }),
  },
}

/** Deliveries of one subscription. */
export const DELIVERY_COLUMNS: readonly ActionField<DeliveryView>[] = [
  {
    name: 'Event',
    value: ({ event_id, subscription_id }) => ({
      text: event_id,
      style: 'code',
      path: `webhooks/${subscription_id}/${event_id}`,
    }),
  },
  { name: 'Type', value: ({ type }) => type },
  { name: 'State', value: deliveryState },
  { name: 'Recorded', value: ({ created_at }) => ({ timestamp: created_at }) },
  { name: 'Attempts', kind: 'number', value: ({ attempts }) => attempts },
  {
    name: 'Last',
    surface: 'terminal',
    value({ tries }) {
      const last = tries.at(-1)
      return last ? `${last.outcome ?? 'no outcome'} ${last.status ?? last.error ?? ''}`.trim() : ''
    },
  },
  {
    name: 'Next attempt',
    value: ({ due_at: timestamp }, now) => (timestamp === null ? null : timestamp <= now ? 'due' : { timestamp }),
  },
]

export function deliveryState({ state }: Pick<DeliveryView, 'state'>): Cell {
  return { text: state === 'pending' ? 'waiting' : state, severity: SEVERITIES[state] ?? 'calm' }
}

/** A count that stops at a limit. */
export function bounded(count: number): string {
  return `${Math.min(count, MAX_COUNTED).toLocaleString('en-IN')}${count > MAX_COUNTED ? '+' : ''}`
}

async function find({ db, now }: AdminContext, id: string): Promise<SubscriptionView | undefined> {
  return (await viewSubscriptions(db, now, { id }))[0]
}

/** With counts of delivered events, which take longer. */
async function readSubscription(db: Db, id: string, now: number): Promise<SubscriptionView | undefined> {
  return (await viewSubscriptions(db, now, { id, withDelivered: true }))[0]
}

function describeWait({ state }: SubscriptionView): string {
  return state === 'active' || state === 'failing'
    ? ''
    : ` They are sent once the subscription, now ${state}, is active.`
}

/** Records and reports an event that was sent outside any transaction. */
async function reportPing(
  context: AdminContext,
  verb: string,
  id: string,
  sent: Ping | undefined,
): Promise<ActionResult | undefined> {
  if (!sent) return undefined
  const { eventId, status, delivered, result, durationMs } = sent
  await withAudit(context, `webhooks.${verb}`, id, async () => sent, { event: eventId, status })
  const outcome = result.kind === 'answer' ? (delivered ? 'delivered' : 'rejected') : result.kind
  const answer = result.kind === 'answer' ? { response: result.response } : { error: result.error }
  const what = result.kind === 'answer' ? `the receiver responded with ${status}` : result.error
  // The server accepted this target, so its setting differs from this command's.
  const differs = outcome === 'refused' && !context.config.webhooks.allowPrivate
  const hint = differs ? '\nThe server runs with WEBHOOK_ALLOW_PRIVATE=true; set it here too.' : ''
  return {
    json: { id, event_id: eventId, delivered, outcome, status, duration_ms: durationMs, ...answer },
    text: `${delivered ? 'Delivered' : 'Not delivered'}: ${what} (${durationMs} ms, event ${eventId}).${hint}`,
    hasFailed: !delivered,
  }
}
