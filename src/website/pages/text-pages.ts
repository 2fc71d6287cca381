import type { Problem } from '../../errors.ts'
import { PRICE_KINDS } from '../../schema/api/values.ts'
import { searchBox } from '../components/forms.ts'
import { pairs, section } from '../components/sections.ts'
import { html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { type Page, pageRoute } from '../page.ts'

const TEXTS = ['Dates', 'Confidence', 'Sample', 'Privacy'] as const

pageRoute({
  path: 'about',
  async make(_data, locale) {
    const { w } = locale
    const kinds = PRICE_KINDS.map(
      (kind) => [locale.value('price_kind', kind), locale.value('price_kind_note', kind)] as const,
    )
    const body = html`<h1>${w.about}</h1><p class="lead">${w.aboutLead}</p>
${section('kinds', w.aboutKinds, pairs(kinds))}
${TEXTS.map((text) => section(text.toLowerCase(), w[`about${text}`], html`<p>${w[`about${text}Text`]}</p>`))}`
    return { title: w.about, description: w.aboutLead, body, trail: [[w.about, 'about']], isText: true }
  },
})

const SAMPLE = '/v1/tractors?q=50+hp+tractor&price_max=800000&limit=3'

pageRoute({
  path: 'developers',
  async make(_data, locale) {
    const { w, file, baseUrl } = locale
    const { developers: title, developersLead: description } = w
    const sample = baseUrl ? locale.absoluteFile(SAMPLE) : `http://localhost:8080${file(SAMPLE)}`
    const body = html`<h1>${title}</h1><p class="lead">${description}</p>
<p class="actions"><a class="button" href="${file('/docs')}">${w.developersReference}</a><a class="button ghost" href="${file('/openapi.json')}">${w.developersOpenApi}</a></p>
${section('try', w.developersTry, html`<p>${w.developersTryText}</p><pre tabindex="0"><code>curl '${sample}'</code></pre>`)}`
    return { title, description, body, trail: [[title, 'developers']], isText: true }
  },
})

export function problemPage(locale: Locale, problem: Problem, requestId: string): Page {
  const { w } = locale
  const [title, text] = wordsFor(locale, problem.status, requestId)
  const body = html`<div class="wide narrow panel">
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
