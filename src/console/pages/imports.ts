import type { ImportView } from '../../intake/import-store.ts'
import type { KeptReason } from '../../intake/reject-examples.ts'
import { RECORD_TYPES } from '../../intake/row-shapes.ts'
import { imports as noun } from '../../operator/imports.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import { sheetOf, tableOf } from '../desk.ts'
import type { ConsolePage, PageContext } from '../page.ts'
import { field, nothing, type Paged, pager, table } from '../parts.ts'

export function importsPage(context: PageContext, { rows, page, hasMore }: Paged<ImportView>): ConsolePage {
  const { to } = context
  const body = html`${!context.isViewer && uploadForm(to('imports'))}
<h2>What was imported</h2>
${rows.length > 0 ? tableOf(context, 'Imports', noun.columns, rows) : nothing('Nothing was imported yet.')}
${pager({ page, hasMore, to: (page) => to('imports', { page }) })}`
  return { title: 'Imports', body, menu: 'imports' }
}

function uploadForm(action: string): Html {
  return html`<section class="panel"><h2>Import a file</h2>
<form class="line" method="post" action="${action}" enctype="multipart/form-data">
${field('Rows are', html`<select name="type"><option value="">what each row says</option>${RECORD_TYPES.map((type) => html`<option value="${type}">${type}</option>`)}</select>`)}
${field('File', html`<input type="file" name="file" accept=".ndjson,.jsonl,.json,.csv,.tsv,.gz" required>`, 'NDJSON or CSV, up to 64 MB')}
<button class="button main">Dry run</button></form>
<p class="quiet">A dry run shows what would change and keeps nothing. The file waits for an hour.</p></section>`
}

/** One import, and why rows were rejected. */
export function importPage(context: PageContext, one: ImportView): ConsolePage {
  const body = html`<p><a href="${context.to('imports')}">All imports</a></p>
${sheetOf(context, noun.sheet, one)}
${rejects(one.reasons)}`
  return { title: one.file, body, menu: 'imports' }
}

/** Why rows were rejected, with the first row of each reason. */
export function rejects(reasons: readonly KeptReason[]): Html | null {
  if (reasons.length === 0) return null
  const rows = reasons.map(({ field, reason, rows, examples }) => [
    figure(rows),
    html`<strong>${field}</strong> ${reason}`,
    html`<ul class="examples">${examples.map(({ at, found }) => html`<li><code>${at}</code>${found !== undefined && html`: ${found}`}</li>`)}</ul>`,
  ])
  const columns = [{ name: 'Rows', is: 'number' }, 'Reason', { name: 'Such as', is: 'wide' }] as const
  return html`<h2>Rejected rows</h2>${table('Rejected rows, by reason', columns, rows)}`
}
