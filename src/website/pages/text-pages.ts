import type { Problem } from '../../errors.ts'
import { OPERATIONS } from '../../schema/api/operations.ts'
import { PRICE_KINDS } from '../../schema/api/values.ts'
import { searchBox } from '../components/forms.ts'
import { html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { type Page, pageRoute } from '../page.ts'

const TEXTS = ['Dates', 'Confidence', 'Sample', 'Privacy'] as const

pageRoute({
  path: 'about',
  async make(_data, locale) {
    const { w } = locale
    const body = html`<h1>${w.about}</h1><p class="lead">${w.aboutLead}</p>
<div class="stack spaced"><section id="kinds"><h2>${w.aboutKinds}</h2><dl class="kinds">${PRICE_KINDS.map((kind) => html`<div><dt>${locale.value('price_kind', kind)}</dt><dd>${locale.value('price_kind_note', kind)}</dd></div>`)}</dl></section>
${TEXTS.map((text) => html`<section id="${text.toLowerCase()}"><h2>${w[`about${text}`]}</h2><p>${w[`about${text}Text`]}</p></section>`)}</div>`
    return { title: w.about, description: w.aboutLead, body, trail: [[w.about, 'about']], isText: true }
  },
})

const SAMPLE = '/v1/tractors?q=50+hp+tractor&price_max=800000&limit=3'

pageRoute({
  path: 'developers',
  async make(_data, locale) {
    const { w } = locale
    const address = locale.absoluteFile(SAMPLE)
    const sample = address.startsWith('/') ? `http://localhost:8080${address}` : address
    const body = html`<h1>${w.developers}</h1><p class="lead">${w.developersLead}</p>
<p class="actions"><a class="button" href="${locale.file('/docs')}">${w.developersReference}</a><a class="button ghost" href="${locale.file('/openapi.json')}">${w.developersOpenApi}</a></p>
<div class="stack spaced"><section><h2 class="spaced">${w.developersTry}</h2><p>${w.developersTryText}</p><pre tabindex="0"><code>curl '${sample}'</code></pre></section>
<section><h2 class="spaced">${w.developersOperations}</h2><ul class="operations">${OPERATIONS.map(({ method, path, summary }) => html`<li><code>${method} ${path}</code> <span lang="en">${summary}</span></li>`)}</ul></section></div>`
    return {
      title: w.developers,
      description: w.developersLead,
      body,
      trail: [[w.developers, 'developers']],
      isText: true,
    }
  },
})

export function problemPage(locale: Locale, problem: Problem, requestId: string): Page {
  const { w } = locale
  const [title, text] = wordsFor(locale, problem.status, requestId)
  const body = html`<div class="wide narrow problem">
<p class="eyebrow">${problem.status}</p>
<h1>${title}</h1>
<p class="lead">${text}</p>
${problem.errors && html`<ul>${problem.errors.slice(0, 10).map(({ parameter, pointer, suggestion }) => html`<li><code>${parameter ?? pointer ?? ''}</code>${suggestion && html` → <code>${suggestion}</code>`}</li>`)}</ul>`}
${searchBox(locale, '')}
<p class="actions"><a class="button ghost" href="${locale.to('')}">${w.home}</a> <a class="button ghost" href="${locale.to('machines')}">${w.allMachines}</a></p>
</div>`
  return { title, description: text, body, isUnlisted: true, status: problem.status }
}

function wordsFor({ w, say }: Locale, status: number, id: string): [title: string, text: string] {
  const key = ([403, 404, 429, 503] as const).find((code) => code === status) ?? (status >= 500 ? 500 : 400)
  return [w[`problem${key}`], say(`problem${key === 503 ? 429 : key}Text`, { id })]
}
