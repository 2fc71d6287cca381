import type { DeliveryView, SubscriptionView } from '../webhooks/operator.ts'
import type { SayMoment } from './said-moments.ts'

/** Rows under a head, each column as wide as its longest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  return [head, ...rows]
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

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
  return lines.map(([name, value]) => `${name.padEnd(14)} ${value}\n`).join('')
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

/** What a stranger wrote must not steer the operator's terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
}
