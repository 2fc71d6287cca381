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
import { actOf, byId, type Cell, type Column, type Desk, type Done, type Noun, noted, type Tone } from './actions.ts'
import { duration, flag, inForm, moment, oneOf, required, withDefault, word } from './inputs.ts'

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  failing: 'bad',
  disabled: 'warn',
  'key ended': 'calm',
  delivered: 'good',
  failed: 'bad',
  pending: 'warn',
}
const act = actOf<SubscriptionView>()

const FACTS = {
  key: { name: 'Key', of: ({ key_id, key_name }) => ({ text: key_name, to: `keys/${key_id}` }) },
  lastSuccess: { name: 'Last success', of: ({ last_success_at }) => ({ at: last_success_at }) },
} satisfies Record<string, Column<SubscriptionView>>

/** Subscriptions to events. */
export const webhooks: Noun<SubscriptionView> = {
  name: 'webhooks',
  one: 'subscription',
  names: byId('webhooks', 'a subscription'),
  nameOf: ({ id }) => ({ id }),
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
    { name: 'Id', on: 'terminal', of: ({ id }) => id },
    {
      name: 'Receiver',
      on: 'page',
      of: ({ id, url }) => ({ text: url, to: `webhooks/${id}`, below: { text: id, look: 'code' } }),
    },
    FACTS.key,
    { name: 'State', of: ({ state }) => ({ text: state, tone: TONES[state]! }) },
    { name: 'Waiting', is: 'number', of: ({ waiting }) => bounded(waiting) },
    { name: 'Oldest', of: ({ oldest_waiting }) => (oldest_waiting === null ? null : { at: oldest_waiting }) },
    { name: 'Failed', is: 'number', of: ({ failed }) => bounded(failed) },
    FACTS.lastSuccess,
    { name: 'Receiver', on: 'terminal', of: ({ url }) => url },
  ],
  sheet: [
    { name: 'Receiver', of: ({ url }) => url },
    { name: 'Id', of: ({ id }) => ({ text: id, look: 'code' }) },
    FACTS.key,
    { name: 'Events', of: ({ events }) => events.join(', ') },
    {
      name: 'State',
      of: ({ state, disabled_reason }) => ({ text: state, tone: TONES[state]!, next: disabled_reason }),
    },
    { name: 'Created', of: ({ created_at }) => ({ at: created_at }) },
    FACTS.lastSuccess,
    { name: 'Failing since', of: ({ failing_since: at }) => (at === null ? undefined : { at }) },
    { name: 'Disabled', of: ({ disabled_at: at }) => (at === null ? undefined : { at }) },
    { name: 'Oldest waiting', of: ({ oldest_waiting: at }) => (at === null ? undefined : { at }) },
    {
      name: 'Deliveries',
      of: ({ waiting, delivered, failed }) =>
        delivered === null
          ? undefined
          : `${bounded(waiting)} waiting, ${bounded(delivered)} delivered, ${bounded(failed)} failed`,
    },
    {
      name: 'Secret',
      of: ({ rotating }) => (rotating > 0 ? 'being rotated; the old one signs too' : undefined),
    },
  ],
  acts: {
    ping: act({
      does: 'send one signed test event now and print the result',
      onlyReads: true,
      run: async (desk, { id }) => reportPing(desk, 'ping', id, await pingSubscription(await desk.sending(), id)),
    }),

    test: act({
      does: 'the same with an event about a record of the sample; its id begins with evt_test_',
      button: 'Test',
      onlyReads: true,
      inputs: {
        event: inForm(oneOf(EVENTS, 'its type; by default the first that the subscription wants'), { label: 'Event' }),
      },
      choices: ({ events }) => ({ event: events }),
      async run(desk, { id }, { event }) {
        const one = await find(desk, id)
        if (!one) return undefined
        const sent = await testSubscription(await desk.sending(), id, event ?? one.events[0]!)
        return reportPing(desk, 'test', id, sent)
      },
    }),

    rotate: act({
      does: 'give it a new secret and show it once; the old one signs too for the overlap',
      inputs: { overlap: withDefault(duration('how long the old secret signs too'), '24h') },
      async run(desk, { id }, { overlap }) {
        if (!(await find(desk, id))) return undefined
        const { secrets } = await desk.sending()
        const rotate = (trx: Db) => rotateSecret(trx, secrets, id, overlap, desk.now)
        const secret = await noted(desk, 'webhooks.rotate', id, rotate, { overlap_seconds: overlap / 1_000 })
        if (secret === undefined) return undefined
        const until = iso(desk.now + overlap)
        const old = overlap === 0 ? 'The old one has ended.' : `The old one signs too until ${until}.`
        return { json: { id, secret, overlap_until: until }, text: `${id} has a new secret. ${old}`, secret }
      },
    }),

    disable: act({
      does: 'stop sending to it; events are still collected',
      button: 'Disable',
      fits: ({ state }) => state !== 'disabled',
      async run(desk, { id }) {
        const done = await noted(desk, 'webhooks.disable', id, (trx) => disableSubscription(trx, id, desk.now))
        const text = `Disabled ${id}: nothing more is sent; what happens meanwhile is collected.`
        return done ? { json: { id, disabled: true }, text } : undefined
      },
    }),

    enable: act({
      does: 'send to a disabled one again, beginning with what it collected',
      button: 'Enable',
      fits: ({ state }) => state === 'disabled',
      async run(desk, { id }) {
        const enable = (trx: Db) => enableSubscription(trx, id, desk.now)
        const pending = await noted(desk, 'webhooks.enable', id, enable, (count) => ({ pending: count! }))
        if (pending === undefined) return undefined
        const text = `Enabled ${id}: ${pending} pending deliveries are sent now.`
        return { json: { id, enabled: true, pending }, text }
      },
    }),

    resend: actOf<SubscriptionView, 'id' | 'event'>()({
      does: 'send one event once more, now, under its own id',
      button: 'Resend',
      within: { event: word('the id of an event; `yantra webhooks deliveries ID` shows them') },
      async run(desk, { id, event }) {
        const one = await find(desk, id)
        if (!one) return undefined
        const resend = (trx: Db) => resendDelivery(trx, id, event, desk.now)
        const resent = await noted(desk, 'webhooks.resend', id, resend, { event })
        const text = resent
          ? `${event} is sent once more, now, under its own id.${waits(one)}`
          : `Nothing was sent: ${id} has no delivery of ${event}, or its attempt is under way.`
        return { json: { id, event_id: event, resent, state: one.state }, text, isBad: !resent }
      },
    }),

    replay: act({
      does: 'send everything since a moment again, under the same ids',
      button: 'Replay',
      undone: 'Nothing is sent again',
      inputs: {
        since: inForm(required(moment('back', 'from when on')), {
          label: 'Since',
          value: '24h',
          note: 'such as 24h, 2027-03-31',
        }),
        failed: inForm(flag('only what failed for good'), { label: 'only failed' }),
      },
      async run(desk, { id }, { since, failed }) {
        const one = await find(desk, id)
        if (!one) return undefined
        const replay = (trx: Db) => replayDeliveries(trx, id, { since, failedOnly: failed }, desk.now)
        const asked = { since: iso(since), failed_only: failed }
        const replayed = await noted(desk, 'webhooks.replay', id, replay, (count) => ({ ...asked, replayed: count }))
        const text = `${replayed} deliveries of ${id} are sent again.${waits(one)}`
        return { json: { id, replayed, state: one.state }, text }
      },
    }),

    delete: act({
      does: 'remove it with everything that is pending',
      button: 'Delete',
      warning: () => 'Removes the subscription with all that waits for it. It cannot be taken back.',
      async run(desk, { id }) {
        const one = await find(desk, id)
        if (!one || !(await noted(desk, 'webhooks.delete', id, (trx) => removeSubscription(trx, id)))) return undefined
        const text = `Deleted ${id} with ${bounded(one.waiting)} pending deliveries.`
        return { json: { id, deleted: true, dropped: one.waiting }, text, isOver: true }
      },
    }),
  },
}

/** Deliveries of one subscription. */
export const DELIVERY_COLUMNS: readonly Column<DeliveryView>[] = [
  {
    name: 'Event',
    of: ({ event_id, subscription_id }) => ({
      text: event_id,
      look: 'code',
      to: `webhooks/${subscription_id}/${event_id}`,
    }),
  },
  { name: 'Type', of: ({ type }) => type },
  { name: 'State', of: deliveryState },
  { name: 'Recorded', of: ({ created_at }) => ({ at: created_at }) },
  { name: 'Attempts', is: 'number', of: ({ attempts }) => attempts },
  {
    name: 'Last',
    on: 'terminal',
    of({ tries }) {
      const last = tries.at(-1)
      return last ? `${last.outcome ?? 'no outcome'} ${last.status ?? last.error ?? ''}`.trim() : ''
    },
  },
  { name: 'Next attempt', of: ({ due_at: at }, now) => (at === null ? null : at <= now ? 'due' : { at }) },
]

export function deliveryState({ state }: Pick<DeliveryView, 'state'>): Cell {
  return { text: state === 'pending' ? 'waiting' : state, tone: TONES[state] ?? 'calm' }
}

/** A figure that was counted only up to a limit. */
export function bounded(count: number): string {
  return `${Math.min(count, MAX_COUNTED).toLocaleString('en-IN')}${count > MAX_COUNTED ? '+' : ''}`
}

async function find({ db, now }: Desk, id: string): Promise<SubscriptionView | undefined> {
  return (await viewSubscriptions(db, now, { id }))[0]
}

function waits({ state }: SubscriptionView): string {
  return state === 'active' || state === 'failing' ? '' : ` They wait: the subscription is ${state}.`
}

/** The result of an event that was sent at once, outside any transaction; it is recorded afterwards. */
async function reportPing(desk: Desk, verb: string, id: string, sent: Ping | undefined): Promise<Done | undefined> {
  if (!sent) return undefined
  const { eventId, status, delivered, result, durationMs } = sent
  await noted(desk, `webhooks.${verb}`, id, async () => sent, { event: eventId, status })
  const outcome = result.kind === 'answer' ? (delivered ? 'delivered' : 'rejected') : result.kind
  const answer = result.kind === 'answer' ? { response: result.response } : { error: result.error }
  const what = result.kind === 'answer' ? `the receiver answered ${status}` : result.error
  // The server accepted this target, so its setting differs from this command's.
  const differs = outcome === 'refused' && !desk.config.webhooks.allowPrivate
  const hint = differs ? '\nThe server that took it runs with WEBHOOK_ALLOW_PRIVATE=true; set that here too.' : ''
  return {
    json: { id, event_id: eventId, delivered, outcome, status, duration_ms: durationMs, ...answer },
    text: `${delivered ? 'Delivered' : 'Not delivered'}: ${what} (${durationMs} ms, event ${eventId}).${hint}`,
    isBad: !delivered,
  }
}
