import type { AuditEntry } from '../../audit/audit.ts'
import { AUDIT_COLUMNS } from '../../operator/audit.ts'
import { html } from '../../site/html.ts'
import { tableOf } from '../desk.ts'
import type { ConsolePage, PageContext } from '../page.ts'
import { nothing, type Paged, pager } from '../parts.ts'

export function auditPage(context: PageContext, { rows, page, hasMore }: Paged<AuditEntry>): ConsolePage {
  const body = html`<p class="quiet">Every change by the console and by commands, newest first. No secret and no contact is shown here.</p>
${rows.length > 0 ? tableOf(context, 'Changes', AUDIT_COLUMNS, rows) : nothing('Nothing was changed yet.')}
${pager({ page, hasMore, to: (page) => context.to('audit', { page }) })}`
  return { title: 'Audit', body, menu: 'audit' }
}
