import type { Problem } from '../../errors.ts'
import { html } from '../html.ts'
import type { Page } from '../page.ts'
import { searchBox } from '../parts/search-box.ts'
import type { Reader } from '../reader.ts'

/** The problem in the reader's language, and where to go on. */
export function problemPage(reader: Reader, problem: Problem, requestId: string): Page {
  const { w } = reader
  const [title, text] = wordsFor(reader, problem.status, requestId)
  const body = html`<div class="wide narrow problem">
<p class="eyebrow">${problem.status}</p>
<h1>${title}</h1>
<p class="lead">${text}</p>
${problem.errors && html`<ul>${problem.errors.slice(0, 10).map(({ parameter, pointer, suggestion }) => html`<li><code>${parameter ?? pointer ?? ''}</code>${suggestion && html` → <code>${suggestion}</code>`}</li>`)}</ul>`}
${searchBox(reader, '')}
<p class="actions"><a class="button ghost" href="${reader.to('')}">${w.home}</a> <a class="button ghost" href="${reader.to('machines')}">${w.allMachines}</a></p>
</div>`
  return { title, description: text, body, isUnlisted: true, status: problem.status }
}

function wordsFor({ w, say }: Reader, status: number, id: string): [title: string, text: string] {
  if (status === 403) return [w.problem403, w.problem403Text]
  if (status === 404) return [w.problem404, w.problem404Text]
  if (status === 429) return [w.problem429, w.problem429Text]
  if (status === 503) return [w.problem503, w.problem429Text]
  if (status >= 500) return [w.problem500, say('problem500Text', { id })]
  return [w.problem400, w.problem400Text]
}
