import { audit } from '../../admin/audit.ts'
import { html } from '../../website/html.ts'
import type { ConsolePage, PageContext } from '../page.ts'
import { field, select } from '../parts.ts'
import { resourcePages } from '../resource-pages.ts'

export const AUDIT_PAGES = resourcePages(audit, {
  below: ({ to, isViewer }) =>
    !isViewer &&
    html`<section class="panel"><h2>Sign-in link for another person</h2>
<form class="line" method="post" action="${to('people/link')}">
${field('Their name', html`<input name="who" required maxlength="60" autocomplete="off">`, 'recorded with every change')}
${field('Role', select('role', ['viewer', 'editor']))}
<button class="button">Create link</button></form></section>`,
})

export function linkPage({ to }: PageContext, { who, url }: { who: string; url: string }): ConsolePage {
  const body = html`<section class="panel"><p>For ${who}. It works once, within ten minutes. It is not shown again.</p>
<pre tabindex="0"><code id="link">${url}</code></pre><p><a class="button" href="${to('audit')}">Back</a></p></section>`
  return { title: 'Sign-in link', body, menu: 'audit' }
}
