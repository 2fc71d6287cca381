import { PROBLEMS, type Problem } from '../../errors.ts'
import { html } from '../../site/html.ts'
import type { ConsolePage, PageContext } from '../page.ts'

/** A problem as a page. */
export function problemPage({ to }: PageContext, problem: Problem, requestId: string): ConsolePage {
  const body = html`<section class="panel">
<p>${problem.message}</p>
${problem.status >= 500 && html`<p class="quiet">Request ${requestId}: the log of the service says more.</p>`}
<p><a class="button" href="${to('')}">Overview</a></p>
</section>`
  return { title: TITLES[problem.code] ?? PROBLEMS[problem.code].title, body, status: problem.status }
}

/** The usual titles of these speak of keys and JSON. */
const TITLES: Partial<Record<Problem['code'], string>> = {
  forbidden: 'This was not sent from the console',
  'unsupported-media-type': 'This is not a form',
  'bad-input': 'That cannot be',
}
