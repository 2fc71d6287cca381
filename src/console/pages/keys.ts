import { type DayUse, readUse } from '../../admin/key-use.ts'
import { keys } from '../../admin/keys.ts'
import { DAY_MS, kolkataDate } from '../../lib/calendar.ts'
import { type Html, html } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import type { Pages } from '../page.ts'
import { nothing, number, rowsTable } from '../parts.ts'
import { actionForm, resourcePages } from '../resource-pages.ts'

const USE_DAYS = 30

const firstDay = (now: number) => kolkataDate(now - (USE_DAYS - 1) * DAY_MS)

export const KEY_PAGES: Pages = {
  ...resourcePages(keys, {
    above(request) {
      const create = actionForm(request, keys, 'create', undefined, { style: 'main' })
      return create && html`<section class="panel"><h2>New key</h2>${create}</section>`
    },
    async columns({ now }, { reads }) {
      const uses = Map.groupBy(await readUse(reads, firstDay(now)), ({ keyId }) => keyId)
      const sumOf = (id: string) => (uses.get(id) ?? []).reduce((sum, { requests }) => sum + requests, 0)
      return [[number(`Requests, ${USE_DAYS} days`), ({ id }) => figure(sumOf(id))]]
    },
    below: ({ to }) => html`<p><a href="${to('keys/anonymous')}">Requests without a key</a></p>`,
    nameOf: ({ name }) => name,
    more: async ({ now }, { reads }, { id }) => useParts(await readUse(reads, firstDay(now), id)),
  }),

  async '/keys/anonymous'({ now }, { reads }) {
    return { title: 'Without a key', body: useParts(await readUse(reads, firstDay(now), '')), menu: 'keys' }
  },
}

function useParts(use: readonly DayUse[]): Html {
  const listed = rowsTable('Requests by day and operation', use, ['day', 'operation', 'requests', 'errors'])
  return html`<h2>Use</h2>
${use.length > 0 ? listed : nothing(`No requests in the last ${USE_DAYS} days.`)}`
}
