import { AUDIT_COLUMNS } from '../../admin/actions.ts'
import { InvalidInput, readArgument, time } from '../../admin/inputs.ts'
import { type AuditEntry, listAudit } from '../../history/audit.ts'
import { type Html, html } from '../../website/html.ts'
import { type ConsolePage, type PageContext, type Paged, type Pages, readRows } from '../page.ts'
import { field, nothing, pager } from '../parts.ts'
import { tableOf } from '../resource-parts.ts'

const FILTERS = ['who', 'action', 'since', 'until'] as const

export const AUDIT_PAGES: Pages = {
  async '/audit'(context, { reads }) {
    const { to, query, isViewer } = context
    /** As it was typed. */
    const filters = Object.fromEntries(FILTERS.map((name) => [name, (query.get(name) ?? '').trim().slice(0, 80)]))
    const timeOf = (name: string) =>
      filters[name] ? (readArgument(name, time(''), filters[name]) as number) : undefined
    let page: Paged<AuditEntry> = { rows: [], page: 1, hasMore: false }
    let problem: string | undefined
    try {
      const filter = { who: filters.who, action: filters.action, since: timeOf('since'), until: timeOf('until') }
      page = await readRows(query, (rows) => listAudit(reads, { ...rows, ...filter }))
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      problem = error.message
    }
    const { rows } = page
    const input = (name: string, label: string, placeholder: string) =>
      field(
        label,
        html`<input name="${name}" value="${filters[name]!}" placeholder="${placeholder}" maxlength="80" size="14">`,
      )
    const none = Object.values(filters).some(Boolean) ? 'No matching changes.' : 'No changes.'
    const body = html`<p class="quiet">Every change by commands and in the console, newest first, without secrets and contacts.</p>
<form class="line panel" action="${to('audit')}" role="search">
${input('who', 'Who', 'operator')}${input('action', 'Action', 'keys.create or keys')}${input('since', 'Since', '24h, 2027-03-31')}${input('until', 'Until', '1h, 2027-04-01')}
<button class="button">Search</button></form>
${problem ? nothing(`${problem}.`) : rows.length > 0 ? tableOf(context, 'Changes', AUDIT_COLUMNS, rows) : nothing(none)}
${pager({ ...page, to: (page) => to('audit', { ...filters, page }) })}
${!isViewer && linkForm(to('people/link'))}`
    return { title: 'Audit', body, menu: 'audit' }
  },
}

function linkForm(action: string): Html {
  return html`<section class="panel"><h2>Sign-in link for another person</h2>
<form class="line" method="post" action="${action}">
${field('Their name', html`<input name="who" required maxlength="60" autocomplete="off">`, 'recorded with every change')}
${field('Role', html`<select name="role"><option>viewer</option><option>editor</option></select>`)}
<button class="button">Create link</button></form></section>`
}

export function linkPage({ to }: PageContext, { who, url }: { who: string; url: string }): ConsolePage {
  const body = html`<section class="panel"><p>For ${who}. It works once, within ten minutes. It is not shown again.</p>
<pre><code id="link">${url}</code></pre><p><a class="button" href="${to('audit')}">Back</a></p></section>`
  return { title: 'Sign-in link', body, menu: 'audit' }
}
