import type { AuditEntry } from '../../audit/audit.ts'
import { AUDIT_COLUMNS } from '../../operator/desk.ts'
import { type Html, html } from '../../site/html.ts'
import { tableOf } from '../desk.ts'
import type { ConsolePage, PageContext } from '../page.ts'
import { field, nothing, type Paged, pager } from '../parts.ts'

/** What the page is asked for, as it was typed. */
export type AuditAsked = Record<'who' | 'action' | 'since' | 'until', string>

interface AuditValues extends Paged<AuditEntry> {
  asked: AuditAsked
  /** What cannot be understood of it. */
  fault: string | undefined
}

export function auditPage(context: PageContext, { rows, page, hasMore, asked, fault }: AuditValues): ConsolePage {
  const { to, isViewer } = context
  const input = (name: keyof AuditAsked, label: string, placeholder: string) =>
    field(
      label,
      html`<input name="${name}" value="${asked[name]}" placeholder="${placeholder}" maxlength="80" size="14">`,
    )
  const none = Object.values(asked).some(Boolean) ? 'There is no such change.' : 'Nothing was changed yet.'
  const body = html`<p class="quiet">Every change by the console and by commands, newest first. No secret and no contact is shown here.</p>
<form class="line panel" action="${to('audit')}" role="search">
${input('who', 'Who', 'operator')}${input('action', 'Action', 'keys.create or keys')}${input('since', 'Since', '24h, 2027-03-31')}${input('until', 'Until', '1h, 2027-04-01')}
<button class="button">Search</button></form>
${fault ? nothing(`${fault}.`) : rows.length > 0 ? tableOf(context, 'Changes', AUDIT_COLUMNS, rows) : nothing(none)}
${pager({ page, hasMore, to: (page) => to('audit', { ...asked, page }) })}
${!isViewer && linkForm(to('people/link'))}`
  return { title: 'Audit', body, menu: 'audit' }
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
