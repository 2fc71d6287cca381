import { html } from '../../site/html.ts'
import type { ConsolePage, PageContext } from '../page.ts'

/** For visitors without a session: how to get one. */
export function signInPage({ to }: PageContext, why: string): ConsolePage {
  const body = html`<section class="panel">
<p>${why}</p>
<p>Run this where the service runs, with its settings, and open the link it prints within ten minutes. It works once.</p>
<pre><code>yantra console</code></pre>
<p class="quiet">A session lasts twelve hours. <code>yantra console --end</code> ends all of them.</p>
<p class="quiet">Did you come from such a link on another site just now? <a href="${to('')}">Open the console</a>.</p>
</section>`
  return { title: 'Sign in', body, status: 401 }
}
