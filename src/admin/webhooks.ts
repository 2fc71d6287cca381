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
  type ActionResult,
  type AdminContext,
  actionOf,
  byId,
  listOf,
  QUERY,
  type Resource,
  searchItems,
  withAudit,
} from './actions.ts'
import { duration, flag, oneOf, required, time, withDefault, word } from './inputs.ts'
import { type RecordView, withIsoTimes } from './view.ts'

const action = actionOf<SubscriptionView>()

export const webhooks: Resource<SubscriptionView> = {
  name: 'webhooks',
  singular: 'subscription',
  about: 'Webhook subscriptions and their deliveries.',
  id: byId('webhooks', 'a subscription'),
  path: ({ id }) => `webhooks/${id}`,
  json({ waiting, oldest_waiting, ...view }) {
    return { ...withIsoTimes(view), pending: waiting, oldest_pending_at: iso(oldest_waiting) }
  },
  columns: ['id', 'url', 'key_name', 'state', 'pending', 'oldest_pending_at', 'failed', 'last_success_at'],
  texts: {
    pending: ({ waiting }) => bounded(waiting),
    failed: ({ failed }) => bounded(failed),
    delivered: ({ delivered }) => (delivered === null ? '' : bounded(delivered)),
  },
  list: listOf<SubscriptionView>()({
    description: 'list all subscriptions, newest first',
    filters: QUERY,
    run: async (db, { query }, rows, now) =>
      query === undefined
        ? viewSubscriptions(db, now, { withDelivered: true, ...rows })
        : searchItems(await viewSubscriptions(db, now, { withDelivered: true }), query, rows, webhooks.json),
  }),
  find: async (db, id, now) => (await viewSubscriptions(db, now, { id, withDelivered: true }))[0],
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
      args: { event: oneOf(EVENTS, 'its type; default: the first one selected', { metavar: 'TYPE' }) },
      async run(context, { id }, { event }) {
        const subscription = await findSubscription(context, id)
        if (!subscription) return undefined
        const sent = await testSubscription(await context.sending(), id, event ?? subscription.events[0]!)
        return reportPing(context, 'test', id, sent)
      },
    }),

    rotate: action({
      description: 'replace the signing secret and show the new one once',
      args: { overlap: withDefault(duration('how long the old secret signs too'), '24h') },
      async run(context, { id }, { overlap }) {
        if (!(await findSubscription(context, id))) return undefined
        const { secrets } = await context.sending()
        const secret = await withAudit(
          context,
          'webhooks.rotate',
          id,
          (trx) => rotateSecret(trx, secrets, id, overlap, context.now),
          () => ({ detail: { overlap_seconds: overlap / 1_000 } }),
        )
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
      effect: (trx, { id }, _, { now }) => disableSubscription(trx, id, now),
      report: (_, { id }) => ({ json: { id, disabled: true }, text: `Disabled ${id}. New events are queued.` }),
    }),

    enable: action({
      description: 'resume deliveries, starting with queued events',
      button: 'Enable',
      isPossible: ({ state }) => state === 'disabled',
      effect: (trx, { id }, _, { now }) => enableSubscription(trx, id, now),
      audit: (pending) => ({ detail: { pending } }),
      report: (pending, { id }) => ({
        json: { id, enabled: true, pending },
        text: `Enabled ${id}. ${pending} pending deliveries are due now.`,
      }),
    }),

    resend: actionOf<SubscriptionView, 'id' | 'event'>()({
      description: 'send one event again now, with the same event id',
      button: 'Resend',
      within: { event: word('the id of an event; `yantra webhooks deliveries ID` lists them') },
      async effect(db, { id, event }, _, { now }) {
        const subscription = await findSubscription({ db, now }, id)
        return subscription && { ...subscription, resent: await resendDelivery(db, id, event, now) }
      },
      audit: ({ resent, id }, _) => ({ target: id, detail: { resent } }),
      report({ state, resent }, { id, event }) {
        const text = resent
          ? `Queued ${event} for ${id}.${describeWait(state)}`
          : `Nothing was sent: ${id} has no delivery of ${event}, or an attempt is in progress.`
        return { json: { id, event_id: event, resent, state }, text, hasFailed: !resent }
      },
    }),

    replay: action({
      description: 'send all events since a time again, with the same event ids',
      button: 'Replay',
      args: {
        since: required(time('first time: a date-time, a date (00:00 UTC), or a duration ago (24h)')),
        failed: flag('only deliveries whose attempts all failed'),
      },
      async effect(db, { id }, { since, failed }, { now }) {
        const subscription = await findSubscription({ db, now }, id)
        const filter = { since, failedOnly: failed }
        return subscription && { ...subscription, replayed: await replayDeliveries(db, id, filter, now) }
      },
      audit: ({ replayed }, { since, failed }) => ({ detail: { since: iso(since), failed_only: failed, replayed } }),
      report: ({ replayed, state }, { id }) => ({
        json: { id, replayed, state },
        text: `Queued ${replayed} deliveries of ${id}.${describeWait(state)}`,
      }),
    }),

    delete: action({
      description: 'delete a subscription with its pending deliveries',
      button: 'Delete',
      warning: 'This deletes the subscription and its pending deliveries. It cannot be undone.',
      async effect(db, { id }, _, { now }) {
        const subscription = await findSubscription({ db, now }, id)
        return subscription && (await removeSubscription(db, id)) && subscription
      },
      report: ({ waiting }, { id }) => ({
        json: { id, deleted: true, dropped: waiting },
        text: `Deleted ${id} with ${bounded(waiting)} pending deliveries.`,
        isRemoved: true,
      }),
    }),
  },
}

export const deliveries: RecordView<DeliveryView> = {
  name: 'deliveries',
  path: ({ subscription_id, event_id }) => `webhooks/${subscription_id}/${event_id}`,
  json({ event_id, type, created_at, state, due_at, finished_at, tries }) {
    const times = { next_attempt_at: iso(due_at), finished_at: iso(finished_at) }
    return { event_id, type, created_at: iso(created_at), state, ...times, attempts: tries }
  },
  columns: ['event_id', 'type', 'state', 'created_at', 'attempts', 'last', 'next_attempt_at'],
  texts: {
    attempts: ({ attempts }) => String(attempts),
    last({ tries }) {
      const last = tries.at(-1)
      return last ? `${last.outcome ?? 'no outcome'} ${last.status ?? last.error ?? ''}`.trim() : ''
    },
  },
}

/** A count that stops at a limit. */
export function bounded(count: number): string {
  return `${Math.min(count, MAX_COUNTED).toLocaleString('en-IN')}${count > MAX_COUNTED ? '+' : ''}`
}

async function findSubscription({ db, now }: Pick<AdminContext, 'db' | 'now'>, id: string) {
  return (await viewSubscriptions(db, now, { id }))[0]
}

function describeWait(state: SubscriptionView['state']): string {
  if (state === 'active' || state === 'failing') return ''
  return ` They are sent once the subscription, now ${state}, is active.`
}

async function reportPing(
  context: AdminContext,
  verb: string,
  id: string,
  sent: Ping | undefined,
): Promise<ActionResult | undefined> {
  if (!sent) return undefined
  const { eventId, status, delivered, result, durationMs } = sent
  const audit = () => ({ detail: { event: eventId, status } })
  await withAudit(context, `webhooks.${verb}`, id, async () => sent, audit)
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
