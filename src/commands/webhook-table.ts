import type { DeliveryView, SubscriptionView } from '../webhooks/operator.ts'
import type { Ping } from '../webhooks/ping.ts'
import type { Report } from './command.ts'
import type { SayMoment } from './said-moments.ts'
import { printable, sheet, table } from './table.ts'

export function subscriptionTable(views: readonly SubscriptionView[], say: SayMoment): string {
  if (views.length === 0) return 'There are no subscriptions.\n'
  return table(
    ['ID', 'KEY', 'STATE', 'PENDING', 'FAILED', 'LAST SUCCESS', 'URL'],
    views.map((view) => [
      view.id,
      printable(view.key_name),
      view.state,
      String(view.pending),
      String(view.failed),
      say(view.last_success_at),
      printable(view.url),
    ]),
  )
}

export function subscriptionSheet(view: SubscriptionView, say: SayMoment): string {
  const lines: [string, string][] = [
    ['id', view.id],
    ['url', printable(view.url)],
    ['events', view.events.join(', ')],
    ['key', `${printable(view.key_name)} (${view.key_id})`],
    ['created', say(view.created_at)],
    ['state', view.state],
    ['last success', say(view.last_success_at)],
    ['deliveries', `${view.pending} pending, ${view.delivered} delivered, ${view.failed} failed`],
  ]
  if (view.failing_since) lines.push(['failing since', say(view.failing_since)])
  if (view.disabled_at) lines.push(['disabled', `${say(view.disabled_at)}: ${view.disabled_reason}`])
  if (view.rotating > 0) lines.push(['secret', 'being rotated; the old one signs too'])
  return sheet(lines)
}

export function deliveryTable(views: readonly DeliveryView[], say: SayMoment): string {
  if (views.length === 0) return 'There are no such deliveries.\n'
  return table(
    ['EVENT', 'TYPE', 'CREATED', 'STATE', 'ATTEMPTS', 'LAST', 'NEXT'],
    views.map((view) => {
      const last = view.attempts.at(-1)
      return [
        view.event_id,
        view.type,
        say(view.created_at),
        view.state,
        String(view.attempts.length),
        last ? `${last.outcome ?? 'no outcome'} ${printable(String(last.status ?? last.error ?? ''))}`.trim() : '',
        view.next_attempt_at === null ? '' : say(view.next_attempt_at),
      ]
    }),
  )
}

/** The result of an event that was sent at once. */
export function reportPing(sent: Ping, id: string, { allowPrivate }: { allowPrivate: boolean }): Report {
  const { eventId, result, durationMs } = sent
  const status = result.kind === 'answer' ? result.status : null
  const delivered = status !== null && status >= 200 && status < 300
  const outcome = result.kind === 'answer' ? (delivered ? 'delivered' : 'rejected') : result.kind
  const answer = result.kind === 'answer' ? { response: result.response } : { error: result.error }
  const what = result.kind === 'answer' ? `the receiver answered ${status}` : result.error
  // The server accepted this target, so its setting differs from this command's.
  const differs = outcome === 'refused' && !allowPrivate
  const hint = differs ? 'The server that took it runs with WEBHOOK_ALLOW_PRIVATE=true; set that here too.\n' : ''
  return {
    json: { id, event_id: eventId, delivered, outcome, status, duration_ms: durationMs, ...answer },
    text: `${delivered ? 'Delivered' : 'Not delivered'}: ${printable(what)} (${durationMs} ms, event ${eventId}).\n${hint}`,
    exitCode: delivered ? 0 : 1,
  }
}
