import { AUDIT_COLUMNS } from '../../admin/actions.ts'
import { InvalidInput, readArgument, time } from '../../admin/inputs.ts'
import { type AuditEntry, listAudit } from '../../history/audit.ts'
import { type Html, html } from '../../website/html.ts'
import { type ConsolePage, type PageContext, type Paged, type Pages, readRows } from '../page.ts'
import { field, nothing, pager } from '../parts.ts'
import { tableOf } from '../resource-parts.ts'

const ASKED = ['who', 'action', 'since', 'until'] as const

export const AUDIT_PAGES: Pages = {
  async '/audit'(context, { reads }) {
    const { to, query, isViewer } = context
    /** As it was typed. */
    const asked = Object.fromEntries(ASKED.map((name) => [name, (query.get(name) ?? '').trim().slice(0, 80)]))
    const at = (name: string) => (asked[name] ? (readArgument(name, time(''), asked[name]) as number) : undefined)
    let found: Paged<AuditEntry> = { rows: [], page: 1, hasMore: false }
    let fault: string | undefined
    try {
      const filter = { who: asked.who, action: asked.action, since: at('since'), until: at('until') }
      found = await readRows(query, (rows) => listAudit(reads, { ...rows, ...filter }))
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      fault = error.message
    }
    const { rows } = found
    const input = (name: string, label: string, placeholder: string) =>
      field(
        label,
        html`<input name="${name}" value="${asked[name]!}" placeholder="${placeholder}" maxlength="80" size="14">`,
      )
    const none = Object.values(asked).some(Boolean) ? 'There is no such change.' : 'Nothing was changed yet.'
    const body = html`<p class="quiet">Every change by the console and by commands, newest first. No secret and no contact is shown here.</p>
<form class="line panel" action="${to('audit')}" role="search">
${input('who', 'Who', 'operator')}${input('action', 'Action', 'keys.create or keys')}${input('since', 'Since', '24h, 2027-03-31')}${input('until', 'Until', '1h, 2027-04-01')}
<button class="button">Search</button></form>
${fault ? nothing(`${fault}.`) : rows.length > 0 ? tableOf(context, 'Changes', AUDIT_COLUMNS, rows) : nothing(none)}
${pager({ ...found, to: (page) => to('audit', { ...asked, page }) })}
${!isViewer && linkForm(to('people/link'))}`
    return { title: 'Audit', body, menu: 'audit' }
  },
}

function linkForm(action: string): Html {
  return html`<section class="panel"><h2>A link for somebody else</h2>
<form class="line" method="post" action="${action}">
${field('Their name', html`<input name="who" required maxlength="60" autocomplete="off">`, 'every change carries it')}
${field('Role', html`<select name="role"><option>viewer</option><option>editor</option></select>`)}
<button class="button">Make a link</button></form></section>`
}

export function linkPage({ to }: PageContext, { who, url }: { who: string; url: string }): ConsolePage {
  const body = html`<section class="panel"><p>For ${who}. It works once, within ten minutes, and is not shown again.</p>
<pre><code id="link">${url}</code></pre><p><a class="button" href="${to('audit')}">Back</a></p></section>`
  return { title: 'A link', body, menu: 'audit' }
}
