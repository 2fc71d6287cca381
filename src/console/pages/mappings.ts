import { mappings as noun } from '../../admin/mappings.ts'
import { findMapping, listMappings } from '../../import/mapping/mapping-store.ts'
import { html } from '../../website/html.ts'
import { actForms, sheetOf, tableOf } from '../desk.ts'
import type { Pages } from '../page.ts'
import { nothing } from '../parts.ts'

export const MAPPING_PAGES: Pages = {
  async '/mappings'(context, { reads }) {
    const stored = await listMappings(reads)
    const body = html`<p><a href="${context.to('imports')}">All imports</a></p>
${stored.length > 0 ? tableOf(context, 'Mappings', noun.columns, stored) : nothing('No mapping is stored yet. The first import of a table stores one.')}`
    return { title: 'Column mappings', body, menu: 'imports' }
  },

  async '/mappings/:sender'(context, { reads }) {
    const stored = await findMapping(reads, context.params.sender!)
    if (!stored) return undefined
    const body = html`<p><a href="${context.to('mappings')}">All mappings</a></p>
${sheetOf(context, noun.sheet, stored)}
<div class="acts-row">${actForms(context, noun, stored)}</div>
<pre><code>${noun.words!(stored)}</code></pre>`
    return { title: stored.sender, body, menu: 'imports' }
  },
}
