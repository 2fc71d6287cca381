import { mappings as resource } from '../../admin/mappings.ts'
import { findMapping, listMappings } from '../../import/mapping/mapping-store.ts'
import { html } from '../../website/html.ts'
import type { Pages } from '../page.ts'
import { nothing } from '../parts.ts'
import { actionForms, detailsOf, tableOf } from '../resource-parts.ts'

export const MAPPING_PAGES: Pages = {
  async '/mappings'(context, { reads }) {
    const stored = await listMappings(reads)
    const body = html`<p><a href="${context.to('imports')}">All imports</a></p>
${stored.length > 0 ? tableOf(context, 'Mappings', resource.columns, stored) : nothing('No mapping is stored yet. The first import of a table stores one.')}`
    return { title: 'Column mappings', body, menu: 'imports' }
  },

  async '/mappings/:sender'(context, { reads }) {
    const stored = await findMapping(reads, context.params.sender!)
    if (!stored) return undefined
    const body = html`<p><a href="${context.to('mappings')}">All mappings</a></p>
${detailsOf(context, resource.details, stored)}
<div class="acts-row">${actionForms(context, resource, stored)}</div>
<pre><code>${resource.text!(stored)}</code></pre>`
    return { title: stored.sender, body, menu: 'imports' }
  },
}
