import { recipes as resource } from '../../admin/mappings.ts'
import { findRecipe, listRecipes } from '../../import/mapping/mapping-store.ts'
import { html } from '../../website/html.ts'
import type { Pages } from '../page.ts'
import { nothing } from '../parts.ts'
import { actionForms, detailsOf, tableOf } from '../resource-parts.ts'

export const RECIPE_PAGES: Pages = {
  async '/recipes'(context, { reads }) {
    const found = await listRecipes(reads)
    const body = html`<p><a href="${context.to('imports')}">All imports</a></p>
${found.length > 0 ? tableOf(context, 'Recipes', resource.columns, found) : nothing('No recipe was kept yet. The questions about a table end with one.')}`
    return { title: 'Recipes', body, menu: 'imports' }
  },

  async '/recipes/:name'(context, { reads }) {
    const one = await findRecipe(reads, context.params.name!)
    if (!one) return undefined
    const body = html`<p><a href="${context.to('recipes')}">All recipes</a></p>
${detailsOf(context, resource.details, one)}
<div class="acts-row">${actionForms(context, resource, one)}</div>
<pre><code>${resource.text!(one)}</code></pre>`
    return { title: one.name, body, menu: 'imports' }
  },
}
