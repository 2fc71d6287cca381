import { mappings } from '../../admin/mappings.ts'
import { html } from '../../website/html.ts'
import { resourcePages } from '../resource-pages.ts'

export const MAPPING_PAGES = resourcePages(mappings, {
  menu: 'imports',
  above: ({ to }) => html`<p><a href="${to('imports')}">All imports</a></p>`,
  nameOf: ({ sender }) => sender,
  details: mappings.columns,
  more: async (_request, _parts, mapping) => html`<pre tabindex="0"><code>${mappings.file!(mapping)}</code></pre>`,
})
