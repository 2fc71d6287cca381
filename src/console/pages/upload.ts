import { UPLOAD_KEPT_MS } from '../../intake/uploads/upload-files.ts'
import { UPLOAD_SILENT_MS, type UploadOutcome, type UploadView } from '../../intake/uploads/upload-store.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import type { ConsolePage, PageContext } from '../page.ts'
import { button, moment, state, table } from '../parts.ts'
import { rejects } from './imports.ts'

interface UploadValues extends UploadView {
  /** Whether its bytes are on this machine. */
  isHere: boolean
}

/** An uploaded file: what it would change, and the button to apply it. */
export function uploadPage(context: PageContext, upload: UploadValues): ConsolePage {
  const { to, now } = context
  const body = html`<p><a href="${to('imports')}">All imports</a></p>
<section class="panel"><p>${size(upload.size)} as ${upload.format === 'csv' ? 'CSV' : 'NDJSON'}${upload.type && html`, rows of type ${upload.type}`}, sent ${moment(upload.at, now)}.</p>
${standing(context, upload)}</section>
${upload.outcome && upload.state !== 'failed' && found(upload.outcome)}`
  return { title: upload.file, body, menu: 'imports' }
}

function standing({ to, now }: PageContext, upload: UploadValues): Html {
  const { id, outcome, import_id } = upload
  const there = to(`imports/uploads/${id}`)
  const again = html`<p><a class="button" href="${there}">Look again</a></p>`
  const isSilent = now - upload.seen_at > UPLOAD_SILENT_MS
  const imported = import_id !== '' && html`<p><a href="${to(`imports/${import_id}`)}">See what came of it</a></p>`
  switch (upload.state) {
    case 'checking':
      return isSilent
        ? html`<p>The dry run was cut short. Send the file again.</p>`
        : html`<p>The dry run is under way.</p>${again}`
    case 'checked': {
      if (!upload.isHere || now - upload.at > UPLOAD_KEPT_MS)
        return html`<p>The file is no longer here. Send it again.</p>`
      const changes = (outcome?.created ?? 0) + (outcome?.changed ?? 0)
      if (changes === 0) return html`<p>Nothing would change: there is nothing to apply.</p>`
      const left = Math.max(1, Math.round((upload.at + UPLOAD_KEPT_MS - now) / 60_000))
      return html`<p>This would change ${figure(changes)} ${changes === 1 ? 'record' : 'records'}. The file waits for ${left} more min.</p>
<div class="acts-row">${button(`${there}/apply`, 'Apply', { look: 'main' })}</div>`
    }
    case 'applying':
      return html`<p>It is being applied.</p>${imported}${again}`
    case 'applied':
      return html`<p>${state('applied', 'good')} ${moment(upload.seen_at, now)}.</p>${imported}`
    case 'failed':
      return html`<p>${state('failed', 'bad')} ${outcome?.failure ?? 'The log of the service says why. Rows before it are kept.'}</p>${imported}`
  }
}

function found({ differences, reasons, read, created, changed, unchanged, rejected, removed }: UploadOutcome): Html {
  const counts = { read, 'would be created': created, 'would change': changed, unchanged, rejected }
  const taken = Object.entries(removed).map(([name, count]) => `${figure(count)} from ${name}`)
  const rows = differences.map(({ type, key, outcome, fields }) => [
    type,
    html`<strong>${key}</strong>`,
    outcome,
    outcome === 'changed' && fields.length === 0 ? html`<span class="quiet">private fields</span>` : fields.join(', '),
  ])
  const shown = differences.length < created + changed ? `the first ${differences.length}` : 'all of it'
  return html`<ul class="tiles">${Object.entries(counts).map(([name, count]) => html`<li><strong>${figure(count)}</strong> ${name}</li>`)}</ul>
${taken.length > 0 && html`<p>Contacts and links that would be removed: ${taken.join(', ')}.</p>`}
${rows.length > 0 && html`<h2>What would change: ${shown}</h2>${table('What would change', ['Type', 'Record', 'Outcome', { name: 'Fields', is: 'wide' }], rows)}`}
${rejects(reasons)}`
}

function size(bytes: number): string {
  return bytes < 1024 * 1024 ? `${figure(Math.ceil(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
