import * as operations from '../../contract/operations.ts'
import { html } from '../html.ts'
import { pageRoute } from '../page.ts'
import { crumbs } from '../parts/small.ts'

const SAMPLE = `curl 'http://localhost:8080/v1/tractors?q=50+hp+tractor&price_max=800000&limit=3'`

export const developersRoute = pageRoute({
  path: 'developers',
  async make(_rooms, reader) {
    const { w } = reader
    const held = Object.values(operations).filter(
      (operation) => typeof operation === 'object' && 'path' in operation && 'method' in operation,
    )
    const body = html`<div class="wide narrow">${crumbs(reader, [[w.developers]])}<h1>${w.developers}</h1><p class="lead">${w.developersLead}</p>
<p class="actions"><a class="button" href="${reader.file('/docs')}">${w.developersReference}</a><a class="button ghost" href="${reader.file('/openapi.json')}">${w.developersOpenApi}</a></p>
<div class="stack spaced"><section><h2 class="spaced">${w.developersTry}</h2><p>${w.developersTryText}</p><pre tabindex="0"><code>${SAMPLE}</code></pre></section>
<section><h2 class="spaced">${w.developersOperations}</h2><ul class="operations">${held.map(({ method, path, summary }) => html`<li><code>${method} ${path}</code> <span lang="en">${summary}</span></li>`)}</ul></section></div></div>`
    return { title: w.developers, description: w.developersLead, body }
  },
})
