import type { ImportView } from '../../intake/import-store.ts'
import type { KeptReason } from '../../intake/reject-examples.ts'
import { RECORD_TYPES } from '../../intake/row-shapes.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import type { Around, ConsolePage } from '../page.ts'
import { field } from '../parts/forms.ts'
import { nothing, pager, sheet, table } from '../parts/table.ts'
import { id, moment, state, type Tone } from '../parts/values.ts'

interface ImportsValues {
  imports: readonly ImportView[]
  page: number
  hasMore: boolean
}

const TONES: Record<ImportView['state'], Tone> = { running: 'warn', done: 'good', interrupted: 'warn', failed: 'bad' }
const COUNTS = ['read', 'created', 'changed', 'unchanged', 'rejected'] as const

export function importsPage({ to, now }: Around, { imports, page, hasMore }: ImportsValues): ConsolePage {
  const rows = imports.map((one) => [
    moment(one.at, now),
    html`<a href="${to(`imports/${one.id}`)}">${one.file}</a>`,
    state(one.by, 'calm'),
    state(one.state, TONES[one.state]),
    ...COUNTS.map((name) => figure(one[name])),
  ])
  const columns = ['When', { name: 'File', is: 'wide' }, 'By', 'State'] as const
  const numbers = COUNTS.map((name) => ({ name: name[0]!.toUpperCase() + name.slice(1), is: 'number' as const }))
  const body = html`${uploadForm(to('imports'))}
<h2>What was imported</h2>
${rows.length > 0 ? table('Imports', [...columns, ...numbers], rows) : nothing('Nothing was imported yet.')}
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
export function importPage({ to, now }: Around, one: ImportView): ConsolePage {
  const removed = Object.entries(one.removed).map(([name, count]) => `${figure(count)} from ${name}`)
  const body = html`<p><a href="${to('imports')}">All imports</a></p>
${sheet([
  ['Import', id(one.id)],
  ['When', moment(one.at, now)],
  ['By', one.by],
  ['State', state(one.state, TONES[one.state])],
  ...COUNTS.map((name) => [name[0]!.toUpperCase() + name.slice(1), figure(one[name])] as const),
  ['Repeated', figure(one.repeated)],
  ['Contacts and links removed', removed.join(', ') || 'none'],
])}
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
