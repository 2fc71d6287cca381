import { kolkataDate } from '../../calendar.ts'
import { TIERS } from '../../contract/values.ts'
import type { ApiKey, IssuedKey } from '../../keys/key-store.ts'
import type { DayUse } from '../../operator/traffic-store.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import { dayBars } from '../charts/day-bars.ts'
import type { Around, ConsolePage } from '../page.ts'
import { actions, field, guardedButton } from '../parts/forms.ts'
import { nothing, sheet, table } from '../parts/table.ts'
import { counted, id, moment, state } from '../parts/values.ts'

const DAY_MS = 86_400_000
export const USE_DAYS = 30

interface KeysValues {
  keys: readonly ApiKey[]
  /** Each key's requests of the last days. */
  uses: ReadonlyMap<string, number>
}

export function keysPage(around: Around, { keys, uses }: KeysValues): ConsolePage {
  const { to, now } = around
  const rows = keys.map((key) => [
    html`<a href="${to(`keys/${key.id}`)}"><strong>${key.name}</strong></a><br>${id(key.id)}`,
    key.tier,
    stateOf(key, now),
    html`…${key.hint}`,
    moment(key.created_at, now),
    moment(key.last_used_at, now),
    figure(uses.get(key.id) ?? 0),
    isLive(key, now) && actions(rotateForm(around, key), revokeForm(around, key)),
  ])
  const columns = [
    ...['Key', 'Tier', 'State', 'Ends with', 'Created', 'Last used'],
    { name: `Requests, ${USE_DAYS} days`, is: 'number' as const },
    { name: 'Actions', is: 'acts' as const },
  ]
  const body = html`${createForm(around)}
${rows.length > 0 ? table('API keys', columns, rows) : nothing('There are no keys yet. Reads need none; webhooks need one of the enterprise tier. Create one above.')}
<p class="quiet">Without a key: ${counted(uses.get('') ?? 0, 'request')} in ${USE_DAYS} days. <a href="${to('keys/anonymous')}">By day and operation</a></p>`
  return { title: 'Keys', body, menu: 'keys' }
}

function createForm({ to }: Around): Html {
  return html`<section class="panel"><h2>New key</h2>
<form method="post" action="${to('keys/create')}" class="line">
${field('Name', html`<input name="name" required maxlength="200" autocomplete="off" placeholder="Whose key it is">`)}
${field('Tier', html`<select name="tier">${TIERS.map((tier) => html`<option>${tier}</option>`)}</select>`)}
${field('Expires', html`<input name="expires" autocomplete="off" placeholder="90d or 2027-03-31">`, 'empty: never')}
<button class="button main">Create</button></form></section>`
}

function rotateForm({ to }: Around, key: ApiKey): Html {
  return html`<form method="post" action="${to(`keys/${key.id}/rotate`)}" class="line">
${field('The old string works on for', html`<input name="overlap" value="24h" required autocomplete="off" size="6">`)}
<button class="button">Rotate</button></form>`
}

function revokeForm({ to }: Around, key: ApiKey): Html {
  const warning = `Ends all strings of ${key.name} within 5 seconds, and its webhooks with them. It cannot be taken back.`
  return guardedButton(to(`keys/${key.id}/revoke`), 'Revoke', warning)
}

/** Shows a key, which happens only once. */
export function issuedKeyPage({ to }: Around, { key, id: keyId, name, tier }: IssuedKey, what: string): ConsolePage {
  const body = html`<section class="panel">
<p class="notice" role="status">${what}</p>
<p>This is the key of <strong>${name}</strong> (${tier}, ${id(keyId)}). Keep it safe: it is not shown again.</p>
<pre><code id="key">${key}</code></pre>
<p><a class="button main" href="${to('keys')}">I have kept it</a></p></section>`
  return { title: 'A new key', body, menu: 'keys' }
}

interface KeyValues {
  key: ApiKey
  use: readonly DayUse[]
}

export function keyPage(around: Around, { key, use }: KeyValues): ConsolePage {
  const { now } = around
  const body = html`${sheet([
    ['Id', id(key.id)],
    ['State', stateOf(key, now)],
    ['Tier', key.tier],
    ['Ends with', html`…${key.hint}`],
    ['Created', moment(key.created_at, now)],
    ['Expires', moment(key.expires_at, now)],
    ['Last used', moment(key.last_used_at, now)],
  ])}
${isLive(key, now) && html`<div class="acts-row">${rotateForm(around, key)}${revokeForm(around, key)}</div>`}
${useParts(around, use)}`
  return { title: key.name, body, menu: 'keys' }
}

export function anonymousPage(around: Around, use: readonly DayUse[]): ConsolePage {
  return { title: 'Without a key', body: useParts(around, use), menu: 'keys' }
}

function useParts({ now }: Around, use: readonly DayUse[]): Html {
  const days = Array.from({ length: USE_DAYS }, (_, n) => kolkataDate(now - (USE_DAYS - 1 - n) * DAY_MS))
  const byDay = Map.groupBy(use, ({ day }) => day)
  const sum = (list: readonly DayUse[] = []) => list.reduce((total, { requests }) => total + requests, 0)
  const rows = use.map(({ day, operation, requests, errors }) => [
    day,
    html`<code>${operation}</code>`,
    figure(requests),
    figure(errors),
  ])
  const columns = [
    'Day',
    'Operation',
    { name: 'Requests', is: 'number' as const },
    { name: 'Errors', is: 'number' as const },
  ]
  return html`<h2>Use</h2>
${dayBars(days.map((day) => ({ day, requests: sum(byDay.get(day)) })))}
${rows.length > 0 ? table('Requests by day and operation', columns, rows) : nothing(`No requests in the last ${USE_DAYS} days.`)}`
}

function isLive(key: ApiKey, now: number): boolean {
  return key.revoked_at === null && (key.expires_at === null || key.expires_at > now)
}

function stateOf(key: ApiKey, now: number): Html {
  if (key.revoked_at !== null) return state('revoked', 'bad')
  return isLive(key, now) ? state('live', 'good') : state('expired', 'warn')
}
