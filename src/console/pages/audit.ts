import type { AuditEntry } from '../../audit/audit.ts'
import { html } from '../../site/html.ts'
import type { Around, ConsolePage } from '../page.ts'
import { nothing, pager, table } from '../parts/table.ts'
import { id, moment, state } from '../parts/values.ts'

interface AuditValues {
  entries: readonly AuditEntry[]
  page: number
  hasMore: boolean
}

export function auditPage({ to, now }: Around, { entries, page, hasMore }: AuditValues): ConsolePage {
  const rows = entries.map(({ at, by, action, target, detail }) => [
    moment(at, now),
    state(by, 'calm'),
    html`<strong>${action}</strong>`,
    target && id(target),
    saidDetail(detail),
  ])
  const body = html`<p class="quiet">Every change by the console and by commands, newest first. No secret and no contact is shown here.</p>
${rows.length > 0 ? table('Changes', ['When', 'By', 'Action', 'Target', { name: 'Detail', is: 'wide' }], rows) : nothing('Nothing was changed yet.')}
${pager({ page, hasMore, to: (page) => to('audit', { page }) })}`
  return { title: 'Audit', body, menu: 'audit' }
}

function saidDetail(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
