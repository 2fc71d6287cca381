import { type DayUse, readUse } from '../../admin/key-use.ts'
import { keys as resource } from '../../admin/keys.ts'
import { type ApiKey, listKeys } from '../../auth/api-key-store.ts'
import { DAY_MS, kolkataDate } from '../../lib/calendar.ts'
import { type Html, html } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import type { Pages } from '../page.ts'
import { type Columns, counted, nothing, number, table } from '../parts.ts'
import { actionColumn, actionForm, actionForms, detailsOf, tableOf } from '../resource-parts.ts'

const USE_DAYS = 30

const firstDay = (now: number) => kolkataDate(now - (USE_DAYS - 1) * DAY_MS)

export const KEY_PAGES: Pages = {
  async '/keys'(context, { reads }) {
    const uses = new Map<string, number>()
    for (const { keyId, requests } of await readUse(reads, firstDay(context.now))) {
      uses.set(keyId, (uses.get(keyId) ?? 0) + requests)
    }
    const keys = (await listKeys(reads)).toReversed()
    const create = actionForm(context, resource, 'create', undefined, { style: 'main' })
    const requests: Columns<ApiKey>[number] = [
      number(`Requests, ${USE_DAYS} days`),
      ({ id }) => figure(uses.get(id) ?? 0),
    ]
    const body = html`${create && html`<section class="panel"><h2>New key</h2>${create}</section>`}
${keys.length > 0 ? tableOf(context, 'API keys', resource.columns, keys, [requests, actionColumn(context, resource)]) : nothing('No keys. Reads need none; webhooks need a key of the enterprise tier.')}
<p class="quiet">Without a key: ${counted(uses.get('') ?? 0, 'request')} in ${USE_DAYS} days. <a href="${context.to('keys/anonymous')}">By day and operation</a></p>`
    return { title: 'Keys', body, menu: 'keys' }
  },

  async '/keys/anonymous'(context, { reads }) {
    const use = await readUse(reads, firstDay(context.now), '')
    return { title: 'Without a key', body: useParts(use), menu: 'keys' }
  },

  async '/keys/:id'(context, { reads }) {
    const [key] = await listKeys(reads, context.params.id!)
    if (!key) return undefined
    const body = html`${detailsOf(context, resource.details, key)}
<div class="acts-row">${actionForms(context, resource, key)}</div>
${useParts(await readUse(reads, firstDay(context.now), key.id))}`
    return { title: key.name, body, menu: 'keys' }
  },
}

function useParts(use: readonly DayUse[]): Html {
  const listed = table('Requests by day and operation', use, [
    ['Day', ({ day }) => day],
    ['Operation', ({ operation }) => html`<code>${operation}</code>`],
    [number('Requests'), ({ requests }) => figure(requests)],
    [number('Errors'), ({ errors }) => figure(errors)],
  ])
  return html`<h2>Use</h2>
${use.length > 0 ? listed : nothing(`No requests in the last ${USE_DAYS} days.`)}`
}
