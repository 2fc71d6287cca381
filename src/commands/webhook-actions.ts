import type { EventName } from '../contract/values.ts'
import type { Db } from '../database/schema.ts'
import { webhookActs } from '../operator/webhooks.ts'
import { type SubscriptionView, viewDeliveries, viewSubscriptions } from '../webhooks/operator.ts'
import type { Ping } from '../webhooks/ping.ts'
import { createPost } from '../webhooks/post.ts'
import type { Secrets } from '../webhooks/secret-key.ts'
import { createTargetGuard } from '../webhooks/target-guard.ts'
import type { SayMoment } from './said-moments.ts'
import { deliveryTable, printable, subscriptionSheet, subscriptionTable } from './webhook-table.ts'

/** What was asked for on the command line. */
export interface Call {
  command: string
  id: string
  /** The event to resend. */
  eventId: string
  /** The type of event to test with; undefined for the first that the subscription wants. */
  eventType: EventName | undefined
  failed: boolean
  limit: number
  overlapMs: number
  since: number
}

/** What a command did: for scripts, for people, and its exit code. */
export interface Report {
  json: unknown
  text: string
  code?: number
}

export interface Tools {
  db: Db
  now: number
  openSecrets(): Promise<Secrets>
  allowPrivate: boolean
  /** In tables. */
  say: SayMoment
  /** In sheets. */
  sayFully: SayMoment
}

type Action = (tools: Tools, view: SubscriptionView, call: Call) => Promise<Report | undefined>

/** Undefined when there is no such subscription. */
export async function perform(tools: Tools, call: Call): Promise<Report | undefined> {
  const { db, now, say } = tools
  if (call.command === 'list') {
    const views = await viewSubscriptions(db, now)
    return { json: views, text: subscriptionTable(views, say) }
  }
  const [view] = await viewSubscriptions(db, now, call.id)
  return view && ACTIONS[call.command]?.(tools, view, call)
}

const ACTIONS: Record<string, Action> = {
  show: async ({ sayFully }, view) => ({ json: view, text: subscriptionSheet(view, sayFully) }),

  async deliveries({ db, say }, { id }, call) {
    const views = await viewDeliveries(db, id, call)
    return { json: views, text: deliveryTable(views, say) }
  },

  async ping(tools, { id }) {
    return reportPing(tools, id, await acts(tools).ping(await pingParts(tools), id))
  },

  async test(tools, { id, events }, { eventType = events[0]! }) {
    return reportPing(tools, id, await acts(tools).test(await pingParts(tools), id, eventType))
  },

  async rotate(tools, { id }, { overlapMs }) {
    const { now, openSecrets, sayFully } = tools
    const secret = await acts(tools).rotate(await openSecrets(), id, overlapMs, now)
    if (secret === undefined) return undefined
    const until = new Date(now + overlapMs).toISOString()
    const old = overlapMs === 0 ? 'The old one has ended.' : `The old one signs too until ${sayFully(until)}.`
    return {
      json: { id, secret, overlap_until: until },
      text: `The new secret of ${id}, shown this once:\n${secret}\n${old}\n`,
    }
  },

  async disable(tools, { id }) {
    if (!(await acts(tools).disable(id, tools.now))) return undefined
    const text = `Disabled ${id}; what happens from now on waits for \`yantra webhooks enable\`.\n`
    return { json: { id, disabled: true }, text }
  },

  async enable(tools, { id }) {
    const pending = await acts(tools).enable(id, tools.now)
    if (pending === undefined) return undefined
    return {
      json: { id, enabled: true, pending },
      text: `Enabled ${id}; ${pending} pending deliveries are sent now.\n`,
    }
  },

  async delete(tools, { id, pending }) {
    if (!(await acts(tools).remove(id))) return undefined
    return {
      json: { id, deleted: true, dropped: pending },
      text: `Deleted ${id} with ${pending} pending deliveries.\n`,
    }
  },

  async resend(tools, view, { eventId }) {
    const { id, state } = view
    const resent = await acts(tools).resend(id, eventId, tools.now)
    const text = resent
      ? `${eventId} is sent to ${id} once more.${waits(view)}\n`
      : `Nothing was sent: ${id} has no delivery of ${printable(eventId)}, or its attempt is under way.\n`
    return { json: { id, event_id: eventId, resent, state }, text, code: resent ? 0 : 1 }
  },

  async replay(tools, view, { since, failed }) {
    const { id, state } = view
    const replayed = await acts(tools).replay(id, { since, failedOnly: failed }, tools.now)
    return { json: { id, replayed, state }, text: `${replayed} deliveries of ${id} are sent again.${waits(view)}\n` }
  },
}

export const COMMANDS: readonly string[] = ['list', ...Object.keys(ACTIONS)]

function acts({ db }: Tools) {
  return webhookActs(db, 'cli')
}

function waits({ state }: SubscriptionView): string {
  return state === 'active' || state === 'failing' ? '' : ` They wait: the subscription is ${state}.`
}

async function pingParts({ db, openSecrets, allowPrivate }: Tools) {
  return { db, secrets: await openSecrets(), post: createPost(createTargetGuard({ allowPrivate })) }
}

function reportPing({ allowPrivate }: Tools, id: string, sent: Ping | undefined): Report | undefined {
  if (!sent) return undefined
  const { eventId, result, durationMs } = sent
  const status = result.kind === 'answer' ? result.status : null
  const delivered = status !== null && status >= 200 && status < 300
  const outcome = result.kind === 'answer' ? (delivered ? 'delivered' : 'rejected') : result.kind
  const answer = result.kind === 'answer' ? { response: result.response } : { error: result.error }
  const what = result.kind === 'answer' ? `the receiver answered ${status}` : result.error
  // The server took this target, so it runs with another setting than this command.
  const differs = outcome === 'refused' && !allowPrivate
  const hint = differs ? 'The server that took it runs with WEBHOOK_ALLOW_PRIVATE=true; set that here too.\n' : ''
  return {
    json: { id, event_id: eventId, delivered, outcome, status, duration_ms: durationMs, ...answer },
    text: `${delivered ? 'Delivered' : 'Not delivered'}: ${printable(what)} (${durationMs} ms, event ${eventId}).\n${hint}`,
    code: delivered ? 0 : 1,
  }
}
